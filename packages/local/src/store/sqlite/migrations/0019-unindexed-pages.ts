import type { Database } from '../database.js';

/** Lists the pages whose words are not in the full-text index of their team yet: those of several pages are added together. */
export function addUnindexedPages(database: Database): void {
  database.execute(`
    create table unindexed_pages (
      team text not null, page integer not null, size integer not null, primary key (team, page)
    ) without rowid;
  `);
}
