import type { Database } from '../store/database.js';

export interface SeenPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** As many links as a map may have. */
const MOST = 100_000;
/** So many at a time: all of them at once would keep every other request waiting. */
const AT_ONCE = 1_000;

/** The pages that a team has seen of a host and of those below it, in the order in which they were first seen. */
export function* pagesOfDomain(database: Database, team: string, domain: string): Generator<SeenPage> {
  const query = `select id, url, title, description from search_pages
    where team = ? and (host = ? or host like '%.' || ?) and id > ? order by id limit ?`;
  const subdomains = domain.replace(/[%_]/g, '');
  let last = 0;
  for (let given = 0; given < MOST; given += AT_ONCE) {
    const pages = database.all<SeenPage & { id: number }>(query, team, domain, subdomains, last, AT_ONCE);
    for (const { id, ...page } of pages) {
      yield page;
      last = id;
    }
    if (pages.length < AT_ONCE) return;
  }
}
