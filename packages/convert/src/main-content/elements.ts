import { existsOne } from 'domutils';
import type { Dropped } from '../html/content.js';
import { CELLS, TEXT_LISTS } from '../html/element-names.js';
import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from '../html/html.js';
import { isDataTable, rowsOf } from '../html/table-rows.js';

/** Elements that hold an item of a list or a cell of a table. */
export const PARTS_OF_LISTS = new Set([...CELLS, 'li', 'dt', 'dd']);

/** Elements of which each part belongs to the others, however short it is. */
export const PARTS_OF_TEXT = new Set([
  ...TEXT_LISTS,
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
  ...TEXT_LISTS,
  'table',
  'blockquote',
  'pre',
  'figure',
  'details',
  'fieldset',
  'address',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** Elements that are always parts of a text, whatever they contain. */
export const TEXT_BOXES = new Set(['figure', 'table', 'pre', 'blockquote', 'details', 'dl']);

const FIGURES = new Set(['figure', 'img', 'iframe', 'video']);

export function isFigure({ name }: Element): boolean {
  return FIGURES.has(name);
}

/** Whether two elements have the same tag and classes, as the parts of one text have. */
export function isAlike(one: Element, other: ChildNode | Document): boolean {
  return isTag(other) && one.name === other.name && one.attribs.class === other.attribs.class;
}

/** An element and those around it, up to the root and without it. */
export function* ancestorsOf(node: ChildNode | Document, root: ParentNode): Generator<Element> {
  for (let one: ChildNode | Document | null = node; one !== null && one !== root; one = one.parent as Element | null) {
    if (isTag(one)) yield one;
  }
}

/** Whether a node or one of those around it is in a set. */
export function isInAny(node: ChildNode | Document, set: Dropped): boolean {
  for (let one: ChildNode | Document | null = node; one !== null; one = one.parent as Element | null) {
    if (set.has(one as ChildNode)) return true;
  }
  return false;
}

/** The text of an element without that of its links. */
export function textOutsideLinks(parent: Element): string {
  return parent.children
    .map((child) => (isText(child) ? child.data : isTag(child) && child.name !== 'a' ? textOutsideLinks(child) : ''))
    .join('');
}

/** Whether an element is a table that names its columns or rows: it shows data, even if its cells are links. */
export function isTableWithHeader({ name, children }: Element): boolean {
  return name === 'table' && existsOne(({ name }) => name === 'th', children);
}

/** Whether an element is a table of data. Layout tables do not count: old pages have their content in a cell. */
export function isDataElement(element: Element): boolean {
  if (element.name !== 'table') return false;
  const known = dataTables.get(element);
  if (known !== undefined) return known;
  const isData = isDataTable(element, rowsOf(element, { roots: [], dropped: NONE }));
  dataTables.set(element, isData);
  return isData;
}

/** The search for the content asks for each table at each level around it, and the elements of a page stay the same. */
const dataTables = new WeakMap<Element, boolean>();

const NONE: ReadonlySet<ChildNode> = new Set();
