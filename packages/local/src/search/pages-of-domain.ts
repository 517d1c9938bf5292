import type { Database } from '../store/database.js';

export interface SeenPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** The maximum number of links in a map. */
const MAX_PAGES = 100_000;
/** Reads in batches, because one query for all pages would block other requests. */
const BATCH = 1_000;

/** The pages of a domain and its subdomains that a team has seen, in the order of their first visit. */
export function* pagesOfDomain(database: Database, team: string, domain: string): Generator<SeenPage> {
  const query = `select id, url, title, description from search_pages
    where team = ? and (host = ? or host like '%.' || ?) and id > ? order by id limit ?`;
  const subdomains = domain.replace(/[%_]/g, '');
  let last = 0;
  for (let offset = 0; offset < MAX_PAGES; offset += BATCH) {
    const pages = database.all<SeenPage & { id: number }>(query, team, domain, subdomains, last, BATCH);
    for (const { id, ...page } of pages) {
      yield page;
      last = id;
    }
    if (pages.length < BATCH) return;
  }
}
