import type { StoredLink } from '../store/search-store.js';
import type { Stores } from '../store/stores.js';

/** Reads in batches, because one query for all pages would block other requests. */
const BATCH = 1_000;

/** The pages of a domain and its subdomains that a team has seen, in the order of their first visit, some at a time. */
export async function* pagesOfDomain(
  { search }: Pick<Stores, 'search'>,
  team: string,
  domain: string,
): AsyncGenerator<readonly Omit<StoredLink, 'id'>[]> {
  for (let last = 0; ; ) {
    const pages = await search.linksOfDomain(team, domain, last, BATCH);
    yield pages.map(({ id: _id, ...page }) => page);
    if (pages.length < BATCH) return;
    last = pages.at(-1)?.id ?? last;
  }
}
