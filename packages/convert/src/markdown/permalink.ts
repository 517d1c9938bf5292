import { type Element, plainText } from '../html/html.js';

const CLASS =
  /(?:^|\s)(?:headerlink|header-anchor|heading-anchor|anchor-link|anchorjs-link|hash-link|permalink|octicon-link)(?:\s|$)/;
const SIGNS = new Set(['', '¶', '#', '§', '🔗', '⚓', '¶︎']);

/** Whether a link only leads to the heading around it. */
export function isPermalink(element: Element): boolean {
  if (element.name !== 'a' || !(element.attribs.href ?? '').includes('#')) return false;
  return (
    CLASS.test(element.attribs.class ?? '') ||
    (SIGNS.has(plainText(element)) && element.children.every((child) => child.type === 'text'))
  );
}
