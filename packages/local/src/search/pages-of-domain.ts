import type { Database } from '../store/database.js';

export interface SeenPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** As many links as a map may have. */
const MOST = 100_000;

/** The pages that a team has seen of a host and of those below it, in the order in which they were first seen. */
export function pagesOfDomain(database: Database, team: string, domain: string): SeenPage[] {
  return database.all<SeenPage>(
    `select url, title, description from search_pages
     where team = ? and (host = ? or host like '%.' || ?) order by id limit ?`,
    team,
    domain,
    domain.replace(/[%_]/g, ''),
    MOST,
  );
}
