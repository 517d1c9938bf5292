import { existsOne } from 'domutils';
import { isShowable, isShown, mayHide } from './content.js';
import {
  type ChildNode,
  type Document,
  type Element,
  elementList,
  hasInSource,
  isTag,
  type ParentNode,
} from './html.js';

/**
 * Shows the listings that a page hides beside one that it shows, as the same example in other languages: a reader chooses among them,
 * and all are content.
 */
export function showCodeVariants(page: Document): void {
  if (!mayHide(page) || !hasInSource(page, 'pre')) return;
  // Whether a parent shows a listing in an element of a name. Many may be hidden in one.
  const known = new Map<ParentNode, Map<string, boolean>>();
  const showsListing = (parent: ParentNode, name: string): boolean => {
    const byName = known.get(parent) ?? new Map<string, boolean>();
    known.set(parent, byName);
    const shows = byName.get(name) ?? parent.children.some((child) => isListing(child, name) && isShown(child));
    byName.set(name, shows);
    return shows;
  };
  for (const element of elementList(page)) {
    const { name, parent, attribs } = element;
    if (parent === null || isShown(element) || !isShowable(element) || !isListing(element, name)) continue;
    if (!showsListing(parent, name)) continue;
    delete attribs.hidden;
    delete attribs.style;
  }
}

/** Whether a node is an element of a name that is a listing or holds one. */
function isListing(node: ChildNode, name: string): node is Element {
  return isTag(node) && node.name === name && existsOne((inner) => inner.name === 'pre', [node]);
}
