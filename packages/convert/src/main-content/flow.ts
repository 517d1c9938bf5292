import { existsOne } from 'domutils';
import { isHeading, TEXT_LISTS } from '../html/element-names.js';
import { type Document, type Element, isTag } from '../html/html.js';
import { isWithin } from '../html/within.js';
import { isDataElement } from './elements.js';
import { isLabel } from './labels.js';
import { asksForInput } from './landmarks.js';
import { isParagraph, isSentence, isShortParagraph, type Line, type Lines } from './lines.js';
import { THRESHOLDS } from './thresholds.js';

/** Where a part stands: between the first and the last paragraph, before or after them in their container, or beside it. */
export type Place = 'before' | 'between' | 'after' | 'beside';

/** The text of a page, from its first to its last paragraph, and the element that holds them. */
export class Flow {
  readonly container: Element | Document;
  readonly #lines: Lines;
  readonly #title: number;
  /** Whether no line stands outside of the parts: one of them is then the text. */
  readonly #isAllParts: boolean;
  readonly #first: number;
  readonly #last: number;

  /** `parts` are those that may stand beside the text: their paragraphs do not count. */
  constructor(
    lines: Lines,
    root: Element | Document,
    title: Element | undefined,
    parts: ReadonlyMap<Element, unknown>,
  ) {
    this.#lines = lines;
    const isPart = linesIn(parts, lines);
    this.#isAllParts = isPart.every(Boolean);
    const texts = lines.all.map((line, index) => isParagraph(line) && !isPart[index]);
    this.container = containerOf(
      lines.all.filter((_, index) => texts[index]),
      root,
    );
    const { start, end } = lines.rangeOf(this.container);
    const isOfText = (line: Line, index: number) =>
      index >= start &&
      index < end &&
      (texts[index] === true || (!isPart[index] && isShortParagraph(line) && !isLabel(line.text)));
    this.#title = (title && lines.startOf(title)) ?? -1;
    this.#first = lines.all.findIndex(isOfText);
    this.#last = lines.all.findLastIndex(isOfText);
  }

  placeOf(part: Element): Place {
    const start = this.#lines.startOf(part);
    if (!isWithin(part, this.container)) {
      const isBelowTitle = start !== undefined && this.#title !== -1 && start > this.#title;
      const isShort = this.#lines.countIn(part) <= THRESHOLDS.linesOfIntroduction;
      return isBelowTitle && isShort && start < this.#first ? 'before' : 'beside';
    }
    if (this.#first === -1) return this.#isAllParts ? 'between' : 'beside';
    if (start === undefined) return 'between';
    if (start < this.#first) return 'before';
    return start > this.#last ? 'after' : 'between';
  }
}

/** Which lines stand in some parts, by the index of the line. */
function linesIn(parts: ReadonlyMap<Element, unknown>, lines: Lines): boolean[] {
  // How many parts begin at each line, less those that have ended there.
  const changes = new Int32Array(lines.all.length + 1);
  for (const part of parts.keys()) {
    const { start, end } = lines.rangeOf(part);
    changes[start] = (changes[start] ?? 0) + 1;
    changes[end] = (changes[end] ?? 0) - 1;
  }
  let open = 0;
  return lines.all.map((_, index) => {
    open += changes[index] ?? 0;
    return open > 0;
  });
}

/** Elements below which the search for the container does not go: they are texts themselves. */
const TEXT_ELEMENTS = new Set([...TEXT_LISTS, 'p', 'blockquote', 'pre', 'figure', 'details']);

/** The smallest element with nearly all characters of some paragraphs. */
function containerOf(paragraphs: readonly Line[], root: Element | Document): Element | Document {
  const lengths = new Map<unknown, number>();
  let total = 0;
  for (const { block, length } of paragraphs) {
    total += length;
    for (let node: typeof block | null = block; node !== null && node !== root; node = node.parent as Element | null) {
      lengths.set(node, (lengths.get(node) ?? 0) + length);
    }
  }
  let container = root;
  for (;;) {
    const next = container.children.find(
      (child): child is Element => isTag(child) && (lengths.get(child) ?? 0) > THRESHOLDS.shareOfContainer * total,
    );
    if (next === undefined || TEXT_ELEMENTS.has(next.name) || isDataElement(next)) return container;
    container = next;
  }
}

/** Elements that a writer chooses for what is no plain paragraph. */
const WRITTEN = new Set(['pre', 'dl', 'blockquote', 'details', 'summary', 'figure', 'math', 'fieldset', 'address']);

/** Whether most of an element below its headings leads to other pages, or it asks its reader to write something. */
export function leadsAway(element: Element, lines: Lines): boolean {
  let length = 0;
  let linked = 0;
  for (const line of lines.in(element)) {
    const isUnlinkedHeading = isTag(line.block) && isHeading(line.block) && line.linked === 0;
    if (!isUnlinkedHeading) length += line.length;
    linked += line.linked;
  }
  return linked > THRESHOLDS.linkedShare * length || asksForInput(element);
}

/** Whether an element holds what a person wrote: paragraphs, sentences, code, a list or a table, and not mostly links. */
export function isWritten(element: Element, lines: Lines): boolean {
  if (leadsAway(element, lines)) return false;
  if (
    WRITTEN.has(element.name) ||
    lines.in(element).some((line) => isSentence(line) || (isParagraph(line) && line.length >= THRESHOLDS.lengthOfText))
  )
    return true;
  return existsOne(
    (inner) =>
      (WRITTEN.has(inner.name) || inner.attribs.role === 'tabpanel' || isDataElement(inner)) &&
      lines.countIn(inner) > 0,
    [element],
  );
}
