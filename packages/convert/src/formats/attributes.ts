import { selectAll } from 'css-select';
import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import type { ChildNode, Document, Element } from '../html/html.js';
import { resolveUrl } from '../html/urls.js';
import type { AttributeValues } from '../page/data.js';
import type { AttributeSelector, AttributesFormat } from '../page/formats.js';
import type { FormatDefinition } from './format-definition.js';

export const attributes: FormatDefinition<AttributesFormat> = {
  field: 'attributes',
  make: (page, { selectors }) => makeAttributes(page, selectors),
};

/** Attributes that hold one URL. */
const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'cite', 'data', 'longdesc', 'poster']);

/** Reads the values of attributes from the whole page: URLs made absolute, and all others exactly as they are written. */
function makeAttributes(
  { page, baseUrl }: PageFacts,
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
    const name = attribute.toLowerCase();
    const values = elements
      .flatMap(({ attribs }) => attribs[name] ?? [])
      .map((value) => (URL_ATTRIBUTES.has(name) ? (resolveUrl(value, baseUrl) ?? value) : value));
    return { selector, attribute, values };
  });
  if (unreadable.length === 0) return { value };
  const list = unreadable.map((selector) => `\`${selector}\``).join(', ');
  const message = `\`attributes\` has no values for ${list}: not a CSS selector.`;
  return { value, warning: { code: 'invalid selector', message } };
}
