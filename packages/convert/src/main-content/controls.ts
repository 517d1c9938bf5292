import { existsOne } from 'domutils';
import { isBlock } from '../html/content.js';
import { HEADINGS } from '../html/element-names.js';
import { type ChildNode, type Element, elementsOf, hasAttributes, isTag, isText } from '../html/html.js';
import type { Removals } from './removals.js';

/** A link to the editor of a wiki. One to a page that nobody has written yet is a word of the text. */
const EDITOR = /[?&](?:ve)?action=edit\b(?!.*\bredlink=1\b)/;

/** What the style sheet of MediaWiki hides. */
const HIDDEN_BY_MEDIAWIKI = /(?:^|\s)(?:mw-hidden-cats-hidden|mw-jump-link)(?:\s|$)/;

/** More letters beside the links say more than what they are. */
const MAX_LABEL = 30;

/** Removes what works on the page as a whole: controls, links to its editor, and lists of its languages. */
export function removeControls(elements: readonly Element[], removals: Removals): void {
  const lists = new Set<Element>();
  for (const element of elements) {
    if (!hasAttributes(element)) continue;
    const { name, attribs } = element;
    if (name === 'a' && attribs.hreflang !== undefined) {
      const list = listAround(element);
      if (list !== undefined) lists.add(list);
    }
    if (name === 'a' && EDITOR.test(attribs.href ?? '')) removals.set(boxOf(element, isEditor, 0), 'edits the page');
    else if (CONTROLS.has(attribs.role ?? '') || isScriptAlone(element)) removals.set(element, 'controls the page');
    else if (HIDDEN_BY_MEDIAWIKI.test(attribs.class ?? '')) removals.set(element, 'named beside the text');
  }
  for (const list of lists) {
    if (!isListOfLanguages(list)) continue;
    removals.set(
      boxOf(list, ({ attribs }) => attribs.hreflang !== undefined, MAX_LABEL),
      'other languages',
    );
  }
}

/** The nearest list around a link. */
function listAround({ parent }: Element): Element | undefined {
  for (let node = parent; node !== null && isTag(node); node = node.parent) {
    if (node.name === 'ul' || node.name === 'ol') return node;
  }
  return undefined;
}

/** Roles of ARIA for parts that a reader operates: they hold no text of a page. */
const CONTROLS = new Set([
  'menu',
  'menubar',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'toolbar',
  'slider',
  'progressbar',
  'scrollbar',
  'spinbutton',
  'switch',
]);

/** Whether an element is a link that only runs a script, and that has its box for itself. */
function isScriptAlone({ name, attribs, parent, children }: Element): boolean {
  if (name !== 'a' || !/^\s*javascript:/i.test(attribs.href ?? '')) return false;
  if (parent === null || !isTag(parent) || !BOXES.has(parent.name) || existsOne(isBlock, children)) return false;
  return parent.children.every((child) =>
    isTag(child) ? child.name === 'a' || child.children.length === 0 : !isText(child) || child.data.trim() === '',
  );
}

const BOXES = new Set(['div', 'span', 'li']);

function isEditor({ name, attribs }: Element): boolean {
  return name === 'a' && EDITOR.test(attribs.href ?? '');
}

function isListOfLanguages(list: Element): boolean {
  const links = [...elementsOf(list)].filter(({ name }) => name === 'a');
  return links.length > 1 && links.every(({ attribs }) => attribs.hreflang !== undefined && attribs.lang !== undefined);
}

/** The largest element around some links that holds no text of the page, and beside them no more than a label. */
function boxOf(element: Element, isLink: (link: Element) => boolean, maxLabel: number): Element {
  let box = element;
  for (let node = element.parent; node !== null && isTag(node) && !TEXTS.has(node.name); node = node.parent) {
    if (existsOne(({ name }) => TEXTS.has(name) && name !== 'li', node.children)) break;
    if (wordsBeside(node, isLink).length > maxLabel) break;
    box = node;
  }
  return box;
}

const TEXTS = new Set(['p', ...HEADINGS, 'li', 'td', 'dd', 'main', 'article', 'body', 'section']);

/** The letters and digits of an element outside of some links. */
function wordsBeside(element: Element, isLink: (link: Element) => boolean): string {
  const textOf = (node: ChildNode): string =>
    isText(node) ? node.data : isTag(node) && !isLink(node) ? node.children.map(textOf).join('') : '';
  return textOf(element).replace(/[^\p{L}\p{N}]/gu, '');
}
