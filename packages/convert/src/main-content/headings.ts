import { isHeading } from '../html/element-names.js';
import { type Element, isTag, isText, plainText, pushReversed } from '../html/html.js';

/**
 * Whether the id of an element repeats its heading. Documentation generators name sections like this; such an id gives
 * the topic of the section and not its purpose.
 */
export function isNamedAfterHeading(element: Element): boolean {
  const heading = headingAtStart(element);
  if (heading === undefined) return false;
  const headingWords = new Set(wordsOf(plainText(heading)));
  // Generators append a number to an id that exists already.
  return wordsOf(element.attribs.id ?? '').every((word) => headingWords.has(word) || /^\d+$/.test(word));
}

function headingAtStart(element: Element): Element | undefined {
  const stack = [...element.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node) && node.data.trim() !== '') return undefined;
    if (!isTag(node)) continue;
    if (isHeading(node)) return node;
    pushReversed(stack, node.children);
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
