import { quoteName } from './invalid-values.js';

/** Selects the names of all full-text indexes. */
export const WORD_INDEXES =
  "select name from sqlite_schema where type = 'table' and sql like 'create virtual table %using fts5%'";

/**
 * The statement that says from which share of deleted rows on, in percent, a part of an index is written anew. With 0 none is:
 * then an addition or a deletion never takes longer because of rows that were deleted before.
 */
export function deleteMerge(name: string, percent: number): string {
  return `insert into ${quoteName(name)} (${quoteName(name)}, rank) values ('deletemerge', ${percent})`;
}

/** The statement that merges parts of an index, until about so many pages are written. */
export function merge(name: string, pages: number): string {
  return `insert into ${quoteName(name)} (${quoteName(name)}, rank) values ('merge', ${pages})`;
}
