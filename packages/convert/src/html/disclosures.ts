import { isShowable, isShown } from './content.js';
import {
  type Document,
  type Element,
  elementList,
  elementsOf,
  firstElements,
  hasAttributeInSource,
  hasLetters,
  isTag,
  isText,
  makeElement,
  plainText,
  setChildren,
} from './html.js';

/**
 * Shows the panels that a reader opens by a button, as those of `details`, each below the words of its button. A panel of nothing
 * but links is a menu.
 */
export function showPanels(page: Document): void {
  if (!hasAttributeInSource(page, 'aria-expanded')) return;
  const elements = elementList(page);
  const buttons = elements.filter(opensPanel);
  if (buttons.length === 0) return;
  const byId = new Map(elements.map((element) => [element.attribs.id, element]));
  // Many buttons may name one panel.
  const panels = new Map<Element, boolean>();
  for (const button of buttons) {
    const controlled = button.attribs['aria-controls'];
    const panel = (controlled ? byId.get(controlled) : undefined) ?? elementBehind(button);
    if (panel === undefined) continue;
    const isPanel = panels.get(panel) ?? isTextPanel(panel);
    panels.set(panel, isPanel);
    if (!isPanel) continue;
    if (!isShown(panel)) {
      delete panel.attribs.hidden;
      delete panel.attribs.style;
    }
    // In a heading or a paragraph it is text already.
    if (isShown(button)) continue;
    setChildren(button, [makeElement('strong', {}, button.children)]);
    button.name = 'p';
  }
}

/** Roles of ARIA for what opens over a page. */
const OVERLAYS = new Set(['menu', 'listbox', 'tree', 'grid', 'dialog', 'alertdialog', 'tooltip']);

/** Elements and roles of what the pages of a site have in common. */
const FRAMES = new Set(['nav', 'form', 'navigation', 'banner', 'contentinfo', 'search', 'dialog']);

/** Whether an element with words says that it opens and closes a part of the text. */
function opensPanel(element: Element): boolean {
  const { name, attribs } = element;
  if (attribs['aria-expanded'] === undefined || (attribs['aria-haspopup'] ?? 'false') !== 'false') return false;
  if ((name === 'button' ? 'button' : attribs.role) !== 'button' || !hasLetters(element)) return false;
  for (let node = element.parent; node !== null && isTag(node); node = node.parent)
    if (FRAMES.has(node.name) || FRAMES.has(node.attribs.role ?? '')) return false;
  return true;
}

/** The element behind a button, or behind a box around it alone. */
function elementBehind(button: Element): Element | undefined {
  for (let node = button; ; ) {
    let next = node.next;
    while (next !== null && !isTag(next) && !(isText(next) && next.data.trim() !== '')) next = next.next;
    if (next !== null) return isTag(next) ? next : undefined;
    const { parent } = node;
    if (parent === null || !isTag(parent) || firstElements(parent, 2).length > 1) return undefined;
    node = parent;
  }
}

/** Whether an element stands in the page rather than over it, and has more text outside of links than in them. */
function isTextPanel(element: Element): boolean {
  if (!isShowable(element) || OVERLAYS.has(element.attribs.role ?? '')) return false;
  const links = [...elementsOf(element)].filter(({ name }) => name === 'a');
  const linked = links.reduce((sum, link) => sum + plainText(link).length, 0);
  return plainText(element).length > 2 * linked;
}
