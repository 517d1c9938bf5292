import { isBlock } from '../html/content.js';
import { type Element, isTag, plainText } from '../html/html.js';

const CLASS =
  /(?:^|\s)(?:headerlink|header-anchor|heading-anchor|anchor-link|anchorjs-link|hash-link|permalink|octicon-link)(?:\s|$)/;
const SIGNS = new Set(['', '¶', '#', '§', '🔗', '⚓', '¶︎']);

/** Whether a link is only a sign that leads to the heading around it. */
export function isPermalink(element: Element): boolean {
  if (element.name !== 'a' || !(element.attribs.href ?? '').includes('#')) return false;
  const text = plainText(element);
  if (SIGNS.has(text)) return isNamed(element) || element.children.every((child) => child.type === 'text');
  return isNamed(element) && !isTextOfHeading(element, text);
}

/** Whether a link to its own heading is the text of that heading. */
export function isHeadingInLink(element: Element): boolean {
  if (element.name !== 'a' || !isNamed(element)) return false;
  const text = plainText(element);
  return !SIGNS.has(text) && isTextOfHeading(element, text);
}

function isNamed({ attribs }: Element): boolean {
  return CLASS.test(attribs.class ?? '');
}

/** A link beside the text of its heading has fewer words than that, or repeats it: `Permalink to “Use”`. */
function isTextOfHeading(element: Element, text: string): boolean {
  let heading = element.parent;
  while (heading !== null && isTag(heading) && !isBlock(heading)) heading = heading.parent;
  if (heading === null) return true;
  const other = plainText(heading).replace(text, '').trim();
  return !/[\p{L}\p{N}]/u.test(other) || (text.length > other.length && !text.includes(other));
}
