/**
 * Keeps the copies of pages out of the write-ahead log: they may be lost, since a page without a copy is fetched again. What is
 * stored compressed is not compressed once more.
 */
export const UNLOGGED_COPIES = `
  alter table cached_pages alter column body set storage external;
  alter table search_texts alter column text set storage external;
  alter table cached_pages set unlogged;
`;
