import { type Dropped, isBlock, isEmbed, isShown } from '../html/content.js';
import { type ChildNode, type Document, type Element, isTag, isText } from '../html/html.js';
import { isHeading } from './headings.js';
import { isBareLabel, isByline } from './labels.js';
import { visibleLength } from './measures.js';
import { THRESHOLDS } from './thresholds.js';

/** A line of text: everything between two blocks or line breaks. */
export interface Line {
  /** The nodes of the line. They are siblings, next to each other. */
  readonly nodes: readonly ChildNode[];
  /** The nearest element around it that is a block, or else the root. */
  readonly block: Element | Document;
  readonly text: string;
  /** Visible characters without white space. */
  readonly length: number;
  /** Characters of them inside links. */
  readonly linked: number;
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
  return SENTENCE.test(text);
}

/** Several words, or words that no spaces divide, with a full stop. Two words with an ellipsis say that something is loading. */
const SENTENCE = /(?:\s\S+(?<!\.\.)[.!?。！？]|(?:\s\S+){2}(?:\.\.\.|…)|[\u2e80-\ud7af]{4}[.!?…。！？])["'”’»)]*$/;

export function endsWithColon(line: Line | undefined): boolean {
  return line !== undefined && /[:：]$/.test(line.text);
}

/** Lines of a part of a page, and how they are spread over its elements. */
export class Lines {
  readonly all: readonly Line[];
  readonly #root: Element | Document;
  /** The index of the first line in each node, and of the line after the last one. */
  readonly #ranges = new Map<ChildNode | Document, { readonly start: number; end: number }>();
  /** The last line with each text. */
  readonly #last = new Map<string, Line>();
  /** Characters in the paragraphs below each element. */
  readonly #paragraphs = new Map<ChildNode | Document, number>();
  /** The number of headings before each line, and before the end. */
  readonly #headings = [0];

  constructor(root: Element | Document, lines: readonly Line[]) {
    this.#root = root;
    this.all = lines;
    for (const [index, line] of this.all.entries()) {
      const length = isParagraph(line) ? line.length : 0;
      this.#last.set(line.text, line);
      this.#headings.push((this.#headings[index] ?? 0) + Number(isTag(line.block) && isHeading(line.block)));
      for (const node of line.nodes) this.#count(node, index, 0);
      let node = line.nodes[0]?.parent ?? null;
      for (; node !== null && node !== root; node = node.parent) this.#count(node as Element, index, length);
      this.#count(root, index, length);
    }
  }

  #count(node: ChildNode | Document, index: number, length: number): void {
    const range = this.#ranges.get(node);
    if (range === undefined) this.#ranges.set(node, { start: index, end: index + 1 });
    else range.end = index + 1;
    if (length > 0) this.#paragraphs.set(node, (this.#paragraphs.get(node) ?? 0) + length);
  }

  in(node: ChildNode | Document): readonly Line[] {
    const range = this.#ranges.get(node);
    return range === undefined ? [] : this.all.slice(range.start, range.end);
  }

  countIn(node: ChildNode | Document): number {
    const { start, end } = this.#ranges.get(node) ?? { start: 0, end: 0 };
    return end - start;
  }

  headingsIn(node: ChildNode | Document): number {
    const { start, end } = this.#ranges.get(node) ?? { start: 0, end: 0 };
    return (this.#headings[end] ?? 0) - (this.#headings[start] ?? 0);
  }

  /** The index of the first line in a node. */
  startOf(node: ChildNode | Document): number | undefined {
    return this.#ranges.get(node)?.start;
  }

  /** Whether the same words appear again further down. */
  isRepeated(line: Line): boolean {
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
    return (this.#paragraphs.get(node) ?? 0) / Math.max(1, this.lengthOfParagraphs);
  }

  /** Characters in all paragraphs. */
  get lengthOfParagraphs(): number {
    return this.#paragraphs.get(this.#root) ?? 0;
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

/** Visits the lines below a node that are not dropped, in the order of the page, until one visit returns `false`. */
export function eachLine(root: Element | Document, droppedNodes: Dropped, visit: (line: Line) => boolean): void {
  let isEnded = false;
  const walk = (parent: Element | Document, block: Element | Document, isInLink: boolean): void => {
    let nodes: ChildNode[] = [];
    const flush = (): void => {
      if (nodes.length === 0 || isEnded) return;
      const text = nodes.map(textOf).join('').replace(/\s+/g, ' ').trim();
      const length = visibleLength(text);
      const linked = isInLink ? length : nodes.reduce((sum, node) => sum + linkedLength(node), 0);
      if (text !== '') isEnded = !visit({ nodes, block, text, length, linked });
      nodes = [];
    };
    for (const child of parent.children) {
      if (isEnded) return;
      if (droppedNodes.has(child)) continue;
      if (isText(child)) nodes.push(child);
      else if (isTag(child) && isShown(child) && !isEmbed(child)) {
        const isBox = isBlock(child);
        if (child.name === 'br') flush();
        else if (isBox || holdsBlock(child)) {
          flush();
          walk(child, isBox ? child : block, isInLink || child.name === 'a');
        } else nodes.push(child);
      }
    }
    flush();
  };
  walk(root, root, false);

  function textOf(node: ChildNode): string {
    if (isText(node)) return node.data;
    if (!isTag(node) || !isShown(node) || isEmbed(node) || droppedNodes.has(node)) return '';
    return node.children.map(textOf).join('');
  }

  function linkedLength(node: ChildNode): number {
    if (!isTag(node) || droppedNodes.has(node)) return 0;
    if (node.name === 'a') return visibleLength(textOf(node));
    return node.children.reduce((sum, child) => sum + linkedLength(child), 0);
  }
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
