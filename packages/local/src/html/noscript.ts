import { shownChildren, shownElements } from './content.js';
import { type ChildNode, type Document, elementsOf, findElement, isText } from './html.js';

/**
 * Shows the content of `<noscript>` if the page has no other text. Pages that are rendered by scripts are empty here,
 * and some have a text for clients without scripts.
 */
export function showNoscript(document: Document): void {
  const body = findElement(document, ({ name }) => name === 'body') ?? document;
  const content = { roots: [body], dropped: new Set<ChildNode>() };
  const isVisibleText = (node: ChildNode) => isText(node) && node.data.trim() !== '';
  if (shownChildren(body, content).some(isVisibleText)) return;
  for (const element of shownElements(content)) if (shownChildren(element, content).some(isVisibleText)) return;
  for (const element of elementsOf(body)) if (element.name === 'noscript') element.name = 'div';
}
