import type { Database } from '../database.js';

/** Notes which process has made a scrape, as a service of several processes does. */
export function addScrapePlaces(database: Database): void {
  database.execute('alter table finished_scrapes add column process text');
}
