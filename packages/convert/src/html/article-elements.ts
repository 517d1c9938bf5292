import { type ChildNode, type Document, type Element, isTag } from './html.js';

/** Elements that hold an item of a list or a cell of a table. */
export const PARTS_OF_LISTS = new Set(['li', 'td', 'th', 'dt', 'dd']);

/** Elements of which each part belongs to the others, however short it is. */
export const PARTS_OF_TEXT = new Set([
  'ul',
  'ol',
  'dl',
  'li',
  'table',
  'tbody',
  'tr',
  'td',
  'blockquote',
  'p',
  'pre',
  'figure',
]);

/** Elements that hold text of their own. */
export const TEXTS = new Set([
  'p',
  'ul',
  'ol',
  'dl',
  'table',
  'blockquote',
  'pre',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** Elements that are always parts of a text, whatever they contain. */
export const TEXT_BOXES = new Set(['figure', 'table', 'pre', 'blockquote']);

const FIGURES = new Set(['figure', 'img', 'iframe', 'video']);

export function isFigure({ name }: Element): boolean {
  return FIGURES.has(name);
}

/** Whether two elements have the same tag and classes, as the parts of one text have. */
export function isAlike(one: Element, other: ChildNode | Document): boolean {
  return isTag(other) && one.name === other.name && one.attribs.class === other.attribs.class;
}

/** An element and those around it, up to the root and without it. */
export function* ancestorsOf(node: Element | Document, root: Element | Document): Generator<Element> {
  for (let one: Element | Document | null = node; one !== null && one !== root; one = one.parent as Element | null) {
    if (isTag(one)) yield one;
  }
}

export function* elementsAfter(element: Element): Generator<Element> {
  for (let next = element.next; next !== null; next = next.next) if (isTag(next)) yield next;
}
