import type { Element } from 'domhandler';
import { childElements } from './xml.js';

/** Counts the items of numbered lists: a list may go on where one before it has ended. */
export class OdtNumbering {
  /** The number after the last item, by the level and the style of the list, and by its identifier. */
  readonly #nextByStyle = new Map<string, number>();
  readonly #nextById = new Map<string, number>();

  /** Returns the number of the first item of a list, and remembers that of its last one. */
  begin(list: Element): number {
    const { attribs } = list;
    const style = `${levelOf(list)} ${attribs['text:style-name']}`;
    const continued = attribs['text:continue-list'];
    const start =
      (continued === undefined ? undefined : this.#nextById.get(continued)) ??
      (attribs['text:continue-numbering'] === 'true' ? this.#nextByStyle.get(style) : undefined) ??
      1;
    let next = start;
    for (const item of childElements(list, 'text:list-item')) next = (startValueOf(item) ?? next) + 1;
    this.#nextByStyle.set(style, next);
    const id = attribs['xml:id'] ?? attribs['text:id'];
    if (id !== undefined) this.#nextById.set(id, next);
    return start;
  }
}

function levelOf(list: Element): number {
  let level = 0;
  for (let node = list.parent; node !== null; node = node.parent)
    if ('name' in node && node.name === 'text:list') level++;
  return level;
}

/** The number that an item of a list asks for. */
export function startValueOf({ attribs }: Element): number | undefined {
  const [digits] = /^\d{1,9}$/.exec(attribs['text:start-value'] ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
