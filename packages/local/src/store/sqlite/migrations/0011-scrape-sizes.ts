import type { Database } from '../database.js';

/** Indexes the sizes of scrapes, so that counting their bytes reads none of them. */
export function indexScrapeSizes(database: Database): void {
  database.execute('create index finished_scrapes_by_size on finished_scrapes (octet_length(document))');
}
