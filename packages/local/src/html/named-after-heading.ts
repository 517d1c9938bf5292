import { type Element, isTag, isText, plainText, pushReversed } from './html.js';

/**
 * Whether the id of an element says what its heading says: generators of documentation name every section so, and
 * such an id tells what the section is about, not what it is for.
 */
export function isNamedAfterHeading(element: Element): boolean {
  const heading = headingAtStart(element);
  if (heading === undefined) return false;
  const said = new Set(wordsOf(plainText(heading)));
  // A number is added where an id is taken already.
  return wordsOf(element.attribs.id ?? '').every((word) => said.has(word) || /^\d+$/.test(word));
}

function headingAtStart(element: Element): Element | undefined {
  const waiting = [...element.children].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isText(node) && node.data.trim() !== '') return undefined;
    if (!isTag(node)) continue;
    if (isHeading(node)) return node;
    pushReversed(waiting, node.children);
  }
  return undefined;
}

export function isHeading({ name }: Element): boolean {
  return /^h[1-6]$/.test(name);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
