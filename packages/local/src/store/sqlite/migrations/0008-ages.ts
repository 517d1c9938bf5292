import type { Database } from '../database.js';

/** Finds the oldest pages without reading all of them. */
export function indexAges(database: Database): void {
  database.execute(`
    create index search_pages_by_age on search_pages (seen);
    create index tracked_pages_by_age on tracked_pages (seen);
    create index ledger_by_age on ledger (at);
  `);
}
