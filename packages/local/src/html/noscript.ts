import { shownChildren, shownElements } from './content.js';
import { type ChildNode, type Document, elementsOf, findElement, isText } from './html.js';

/**
 * Pages that scripts would fill show nothing here, but some have words for those without scripts. They become parts of
 * the page like any other, where there is nothing else.
 */
export function showNoscript(document: Document): void {
  const body = findElement(document, ({ name }) => name === 'body') ?? document;
  const content = { roots: [body], dropped: new Set<ChildNode>() };
  const isWords = (node: ChildNode) => isText(node) && node.data.trim() !== '';
  if (shownChildren(body, content).some(isWords)) return;
  for (const element of shownElements(content)) if (shownChildren(element, content).some(isWords)) return;
  for (const element of elementsOf(body)) if (element.name === 'noscript') element.name = 'div';
}
