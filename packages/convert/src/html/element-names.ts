import type { Element } from './html.js';

/** Names of elements that several parts of a conversion ask for. */
export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Lists whose items have a mark or a number. */
export const ITEM_LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

/** Lists that a writer chooses; menus and directories are controls. */
export const TEXT_LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

export const TABLE_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);

export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Code that stands in a line. */
export const INLINE_CODE: ReadonlySet<string> = new Set(['code', 'samp', 'kbd', 'tt']);

export function isHeading({ name }: Element): boolean {
  return HEADINGS.has(name);
}
