import { type Dropped, isBlock, isEmbed, isShown } from '../html/content.js';
import { isHeading } from '../html/element-names.js';
import { type ChildNode, type Document, type Element, isTag, isText } from '../html/html.js';
import { isBareLabel, isByline } from './labels.js';
import { visibleLength } from './measures.js';
import { THRESHOLDS } from './thresholds.js';

/** A line of text: everything between two blocks or line breaks. */
export class Line {
  /** The nodes of the line. They are siblings, next to each other. */
  readonly nodes: readonly ChildNode[];
  /** The nearest element around it that is a block, or else the root. */
  readonly block: Element | Document;
  /** Visible characters without white space. */
  readonly length: number;
  /** Characters of them inside links. */
  readonly linked: number;
  readonly #dropped: Dropped;
  #text: string | undefined;

  constructor(
    nodes: readonly ChildNode[],
    block: Element | Document,
    { length, linked }: LineLengths,
    droppedNodes: Dropped,
  ) {
    this.nodes = nodes;
    this.block = block;
    this.length = length;
    this.linked = linked;
    this.#dropped = droppedNodes;
  }

  /** The words with single spaces. Most lines are told by their lengths alone, so they are put together when asked for. */
  get text(): string {
    this.#text ??= textOf(this.nodes, this.#dropped).replace(/\s+/g, ' ').trim();
    return this.#text;
  }
}

interface LineLengths {
  length: number;
  linked: number;
}

/** A line of a text, and not a label, a byline or a teaser. */
export function isParagraph({ block, length, linked }: Line): boolean {
  if (isTag(block) && (isHeading(block) || block.name === 'figcaption')) return false;
  if (isTag(block) && block.name === 'pre') return true;
  return length - linked >= THRESHOLDS.lengthOfParagraph && linked <= THRESHOLDS.linkedShare * length;
}

/** A shorter line that its page marks as a paragraph, and that is neither a label nor a byline nor a link. */
export function isShortParagraph({ block, text, length, linked }: Line): boolean {
  if (!isTag(block) || block.name !== 'p' || linked > THRESHOLDS.linkedShare * length) return false;
  return !isBareLabel(text) && !isByline(text);
}

/** Whether a line ends as a sentence, and most of it is no link. */
export function isSentence(line: Line): boolean {
  return line.linked <= THRESHOLDS.linkedShare * line.length && endsAsSentence(line);
}

export function endsAsSentence({ text }: Line): boolean {
  return SENTENCE.test(text.slice(-LENGTH_OF_END));
}

/** The last words of a line tell how it ends. In characters. */
const LENGTH_OF_END = 200;

/** Several words, or words that no spaces divide, with a full stop. Two words with an ellipsis say that something is loading. */
const SENTENCE = /(?:\s\S+(?<!\.\.)[.!?。！？]|(?:\s\S+){2}(?:\.\.\.|…)|[\u2e80-\ud7af]{4}[.!?…。！？])["'”’»)]*$/;

export function endsWithColon(line: Line | undefined): boolean {
  return line !== undefined && /[:：]$/.test(line.text);
}

/** The lines in a node. */
interface Range {
  /** The index of the first one. */
  readonly start: number;
  /** The index of the line after the last one. */
  end: number;
  /** Characters in the paragraphs among them. */
  paragraphs: number;
}

const NO_LINES: Range = { start: 0, end: 0, paragraphs: 0 };

/** Lines of a part of a page, and how they are spread over its elements. */
export class Lines {
  readonly all: readonly Line[];
  readonly #root: Element | Document;
  readonly #ranges: ReadonlyMap<ChildNode | Document, Range>;
  /** The last line with each text. */
  #last: ReadonlyMap<string, Line> | undefined;
  /** The number of headings before each line, and before the end. */
  readonly #headings = [0];

  constructor(root: Element | Document, lines: readonly Line[]) {
    this.#root = root;
    this.all = lines;
    this.#ranges = rangesOf(root, lines);
    let headings = 0;
    for (const { block } of lines) {
      if (isTag(block) && isHeading(block)) headings++;
      this.#headings.push(headings);
    }
  }

  in(node: ChildNode | Document): readonly Line[] {
    const range = this.#ranges.get(node);
    return range === undefined ? [] : this.all.slice(range.start, range.end);
  }

  /** The indices of the first line in a node and of the line after the last one. */
  rangeOf(node: ChildNode | Document): Readonly<Pick<Range, 'start' | 'end'>> {
    return this.#ranges.get(node) ?? NO_LINES;
  }

  countIn(node: ChildNode | Document): number {
    const { start, end } = this.rangeOf(node);
    return end - start;
  }

  headingsIn(node: ChildNode | Document): number {
    const { start, end } = this.rangeOf(node);
    return (this.#headings[end] ?? 0) - (this.#headings[start] ?? 0);
  }

  /** The index of the first line in a node. */
  startOf(node: ChildNode | Document): number | undefined {
    return this.#ranges.get(node)?.start;
  }

  /** Whether the same words appear again further down. */
  isRepeated(line: Line): boolean {
    this.#last ??= new Map(this.all.map((one) => [one.text, one]));
    return this.#last.get(line.text) !== line;
  }

  before(node: ChildNode | Document): Line | undefined {
    return this.all[(this.startOf(node) ?? 0) - 1];
  }

  /** Whether an element begins with a line. */
  startsWith(element: Element | Document, line: Line): boolean {
    const index = this.startOf(element);
    return index !== undefined && this.all[index] === line;
  }

  /** The share that a node has of the text of all paragraphs, from 0 to 1. */
  shareOf(node: ChildNode | Document): number {
    return (this.#ranges.get(node)?.paragraphs ?? 0) / Math.max(1, this.lengthOfParagraphs);
  }

  /** Characters in all paragraphs. */
  get lengthOfParagraphs(): number {
    return this.#ranges.get(this.#root)?.paragraphs ?? 0;
  }

  /** Visible characters in a node. */
  lengthOf(node: ChildNode | Document): number {
    return this.in(node).reduce((length, line) => length + line.length, 0);
  }

  /** The share of the text of a node that is in links. */
  linkedShareOf(node: ChildNode | Document): number {
    const linked = this.in(node).reduce((sum, line) => sum + line.linked, 0);
    return linked / Math.max(1, this.lengthOf(node));
  }
}

/**
 * The lines in the nodes below a root and in itself. Lines follow each other in the order of the page, so a node around one is
 * looked at when it begins and when it ends, and deep nesting costs no more.
 */
function rangesOf(root: Element | Document, lines: readonly Line[]): Map<ChildNode | Document, Range> {
  const ranges = new Map<ChildNode | Document, Range>();
  const open: { readonly node: ChildNode | Document; readonly range: Range }[] = [];
  const begin = (node: ChildNode | Document, start: number): void => {
    const range: Range = { start, end: OPEN, paragraphs: 0 };
    ranges.set(node, range);
    open.push({ node, range });
  };
  const endLast = (end: number): void => {
    const last = open.pop();
    if (last === undefined) return;
    last.range.end = end;
    const around = open.at(-1);
    if (around !== undefined) around.range.paragraphs += last.range.paragraphs;
  };
  begin(root, 0);
  for (const [index, line] of lines.entries()) {
    const path: (ChildNode | Document)[] = [];
    let node: ChildNode | Document = line.nodes[0]?.parent ?? root;
    while (ranges.get(node)?.end !== OPEN) {
      path.push(node);
      node = (node.parent as Element | null) ?? root;
    }
    while (open.at(-1)?.node !== node) endLast(index);
    for (const inner of path.toReversed()) begin(inner, index);
    const around = open.at(-1);
    if (around !== undefined && isParagraph(line)) around.range.paragraphs += line.length;
    for (const part of line.nodes) ranges.set(part, { start: index, end: index + 1, paragraphs: 0 });
  }
  while (open.length > 0) endLast(lines.length);
  if (lines.length === 0) ranges.delete(root);
  return ranges;
}

/** The end of a node that has not ended yet. */
const OPEN = -1;

/** Visits the lines below a node that are not dropped, in the order of the page, until one visit returns `false`. */
export function eachLine(root: Element | Document, droppedNodes: Dropped, visit: (line: Line) => boolean): void {
  let isEnded = false;
  // One list for all lines, of which each keeps what it needs.
  const nodes: ChildNode[] = [];
  let count = 0;
  const flush = (block: Element | Document, isInLink: boolean): void => {
    if (count === 0) return;
    const lengths: LineLengths = { length: 0, linked: 0 };
    const nodesOfLine = nodes.slice(0, count);
    count = 0;
    for (const node of nodesOfLine) addLengths(node, isInLink, droppedNodes, lengths);
    if (lengths.length > 0 && !isEnded) isEnded = !visit(new Line(nodesOfLine, block, lengths, droppedNodes));
  };
  const walk = (parent: Element | Document, block: Element | Document, isInLink: boolean): void => {
    for (const child of parent.children) {
      if (isEnded) return;
      if (droppedNodes.has(child)) continue;
      if (isText(child)) nodes[count++] = child;
      else if (isTag(child) && isShown(child) && !isEmbed(child)) {
        const isBox = isBlock(child);
        if (child.name === 'br') flush(block, isInLink);
        else if (isBox || holdsBlock(child)) {
          flush(block, isInLink);
          walk(child, isBox ? child : block, isInLink || child.name === 'a');
        } else nodes[count++] = child;
      }
    }
    flush(block, isInLink);
  };
  walk(root, root, false);
}

function addLengths(node: ChildNode, isInLink: boolean, droppedNodes: Dropped, lengths: LineLengths): void {
  if (isText(node)) {
    const length = visibleLength(node.data);
    lengths.length += length;
    if (isInLink) lengths.linked += length;
  } else if (isTag(node) && isShown(node) && !isEmbed(node) && !droppedNodes.has(node)) {
    for (const child of node.children) addLengths(child, isInLink || node.name === 'a', droppedNodes, lengths);
  }
}

function textOf(nodes: readonly ChildNode[], droppedNodes: Dropped): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += node.data;
    else if (isTag(node) && isShown(node) && !isEmbed(node) && !droppedNodes.has(node))
      text += textOf(node.children, droppedNodes);
  }
  return text;
}

/** All lines below a node that are not dropped. */
export function linesOf(root: Element | Document, droppedNodes: Dropped): Line[] {
  const lines: Line[] = [];
  eachLine(root, droppedNodes, (line) => lines.push(line) > 0);
  return lines;
}

/** Whether a block stands in an inline element. The lines of a page are read several times, and its elements stay the same. */
function holdsBlock(element: Element): boolean {
  if (!element.children.some(isTag)) return false;
  const known = blockHolders.get(element);
  if (known !== undefined) return known;
  const isHolder = element.children.some((child) => isTag(child) && (isBlock(child) || holdsBlock(child)));
  blockHolders.set(element, isHolder);
  return isHolder;
}

const blockHolders = new WeakMap<Element, boolean>();
