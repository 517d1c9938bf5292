import { isBlock, isEmbed, isShown } from './content.js';
import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from './html.js';
import { isHeading } from './named-after-heading.js';
import { visibleLength } from './text-measures.js';

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

/** A line with so many characters outside links is a paragraph of the text. Teasers and bylines are shorter. */
const MIN_PARAGRAPH_LENGTH = 50;

/** A line with a larger share of its text in links leads elsewhere. */
export const MAX_LINKED_SHARE = 0.5;

export function isParagraph({ block, length, linked }: Line): boolean {
  if (isTag(block) && (isHeading(block) || block.name === 'figcaption')) return false;
  if (isTag(block) && block.name === 'pre') return true;
  return length - linked >= MIN_PARAGRAPH_LENGTH && linked <= MAX_LINKED_SHARE * length;
}

/** A sentence has so many characters outside its links. A byline or a list of links has fewer. */
const MIN_SENTENCE_LENGTH = 15;

/** Whether a line is a sentence in a paragraph of its own. */
export function isSentence({ block, text, length, linked }: Line): boolean {
  if (!isTag(block) || block.name !== 'p' || length - linked < MIN_SENTENCE_LENGTH) return false;
  return /[.!?…。！？]["'”’»)]*$/.test(text);
}

export function endsWithColon(line: Line | undefined): boolean {
  return line !== undefined && /[:：]$/.test(line.text);
}

/** The lines of a part of a page, and how they are spread over its elements. */
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

  constructor(root: Element | Document, droppedNodes: ReadonlySet<ChildNode>) {
    this.#root = root;
    const all: Line[] = [];
    eachLine(root, droppedNodes, (line) => all.push(line) > 0);
    this.all = all;
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
    this.#paragraphs.set(node, (this.#paragraphs.get(node) ?? 0) + length);
  }

  *in(node: ChildNode | Document): Generator<Line> {
    const { start, end } = this.#ranges.get(node) ?? { start: 0, end: 0 };
    for (let index = start; index < end; index++) {
      const line = this.all[index];
      if (line !== undefined) yield line;
    }
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
    let length = 0;
    for (const line of this.in(node)) length += line.length;
    return length;
  }

  /** The share of the text of a node that is in links. */
  linkedShareOf(node: ChildNode | Document): number {
    let length = 0;
    let linkedCharacters = 0;
    for (const line of this.in(node)) {
      length += line.length;
      linkedCharacters += line.linked;
    }
    return linkedCharacters / Math.max(1, length);
  }
}

/** Visits the lines below a node that are not dropped, in the order of the page, until one visit returns `false`. */
export function eachLine(
  root: Element | Document,
  droppedNodes: ReadonlySet<ChildNode>,
  visit: (line: Line) => boolean,
): void {
  const holders = holdersOfBlocks(root);
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
        else if (isBox || holders.has(child)) {
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

/** The inline elements around blocks. */
function holdersOfBlocks(root: ParentNode): Set<ParentNode> {
  const holders = new Set<ParentNode>();
  const mark = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      if (isBlock(child)) {
        for (let node = child.parent; node !== null && !holders.has(node); node = node.parent) {
          if (isTag(node) && isBlock(node)) break;
          holders.add(node);
        }
      }
      mark(child);
    }
  };
  mark(root);
  return holders;
}
