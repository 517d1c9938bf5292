import type { Database } from '../database.js';

/** Adds the sizes of cached pages to the index of their ages, so that counting their bytes reads no page. */
export function indexSizes(database: Database): void {
  database.execute(`
    drop index cached_pages_by_age;
    create index cached_pages_by_age on cached_pages (fetched_at, octet_length(body));
  `);
}
