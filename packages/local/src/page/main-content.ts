import type { Content } from './content.js';
import { type ChildNode, type Document, type Element, elementsOf, findElement } from './html.js';

const BOILERPLATE = new Set(['nav', 'aside', 'header', 'footer']);
const BOILERPLATE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary']);

/** What of a page is its own, without the navigation and the rest that all pages of a site share. */
export function mainContent(document: Document): Content {
  const root =
    findElement(document, (element) => element.name === 'main' || element.attribs.role === 'main') ??
    findElement(document, (element) => element.name === 'body') ??
    document;
  const dropped = new Set<ChildNode>();
  for (const element of elementsOf(root)) if (isBoilerplate(element)) dropped.add(element);
  return { roots: [root], dropped };
}

function isBoilerplate(element: Element): boolean {
  return BOILERPLATE.has(element.name) || BOILERPLATE_ROLES.has(element.attribs.role ?? '');
}
