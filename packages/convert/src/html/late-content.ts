import { isShowable, isShown, mayHide } from './content.js';
import { bodyOf, type Document, type Element, isTag, isText, type ParentNode } from './html.js';

/** With less text, an element that is hidden is a message or a dialog. In characters, without white space around lines. */
const MIN_TEXT = 100;

/** How many times as much text is hidden as is shown. A page that shows some of its own may hide a part of it for good. */
const LEAD = 3;

/** Elements whose text is no reason to take a page for loaded: links, and what the pages of a site have in common. */
const AROUND_CONTENT = new Set(['a', 'nav', 'header', 'footer', 'aside']);

/**
 * Shows the content that the scripts of a page would show once it has loaded: an element that its own style or attribute
 * hides, with far more text than all that the page shows.
 */
export function showLateContent(page: Document): void {
  if (!mayHide(page)) return;
  const body = bodyOf(page);
  if (isTag(body) && !isShown(body)) show(body);
  const hidden: { readonly element: Element; readonly length: number }[] = [];
  const measure = (parent: ParentNode, isInHidden: boolean): number => {
    let length = 0;
    for (const child of parent.children) {
      if (isText(child)) length += child.data.trim().length;
      else if (!isTag(child) || AROUND_CONTENT.has(child.name)) continue;
      else if (isShown(child)) length += measure(child, isInHidden);
      else if (!isInHidden && isShowable(child)) hidden.push({ element: child, length: measure(child, true) });
    }
    return length;
  };
  const shown = measure(body, false);
  for (const { element, length } of hidden) if (length > Math.max(LEAD * shown, MIN_TEXT)) show(element);
}

function show(element: Element): void {
  delete element.attribs.hidden;
  delete element.attribs.style;
}
