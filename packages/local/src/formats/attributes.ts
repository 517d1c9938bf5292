import type { AttributeSelector, AttributeValues } from '@trawl/client';
import { selectAll } from 'css-select';
import type { ChildNode, Document, Element } from '../html/html.js';
import type { FormatResult, PageFacts } from './page-facts.js';

/** Reads the values of attributes from the whole page, exactly as they are written. */
export function makeAttributes(
  { page }: PageFacts,
  selectors: readonly AttributeSelector[],
): FormatResult<AttributeValues[]> {
  const unreadable: string[] = [];
  const value = selectors.map(({ selector, attribute }) => {
    let elements: Element[] = [];
    try {
      elements = selectAll<ChildNode | Document, Element>(selector, page);
    } catch {
      unreadable.push(selector);
    }
    const values = elements.flatMap(({ attribs }) => attribs[attribute.toLowerCase()] ?? []);
    return { selector, attribute, values };
  });
  if (unreadable.length === 0) return { value };
  const list = unreadable.map((selector) => `\`${selector}\``).join(', ');
  return { value, warning: `\`attributes\` has no values for ${list}: not a CSS selector.` };
}
