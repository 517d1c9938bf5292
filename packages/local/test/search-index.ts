import { createVirtualClock } from '../src/clock.js';
import type { IndexEntry } from '../src/search/index-entry.js';
import type { SearchQuestion } from '../src/search/search-engine.js';
import { createSearchIndex } from '../src/search/search-index.js';
import type { TestDatabase } from './databases.js';
import { searchQuestion } from './search-question.js';

const TEAM = 'one';

export type TestIndex = Awaited<ReturnType<typeof openIndex>>;

/** A search index for one test, at noon of 21 November 2026. */
export async function openIndex(database: TestDatabase) {
  const clock = createVirtualClock(new Date('2026-11-21T12:00:00Z'));
  const { stores, reopened } = await database.emptyStores(clock);
  const index = createSearchIndex(stores, clock);
  let seen = 0;

  async function add(url: string, text: string, more: Partial<IndexEntry> = {}, team = TEAM): Promise<void> {
    const nothing = { title: '', description: '', isArticle: false, images: [] };
    await index.add(stores, team, { ...nothing, url, text, contentType: 'text/html', seenAt: ++seen, ...more });
  }

  function search(query: string, more: Partial<SearchQuestion> = {}) {
    return index.search(searchQuestion(query, more), new AbortController().signal);
  }

  /** The URLs of the web results, without `https://`. */
  async function urlsOf(query: string, more: Partial<SearchQuestion> = {}): Promise<string[]> {
    return (await search(query, more)).web.map(({ url }) => url.replace(/^https:\/\//, ''));
  }

  return { add, search, urlsOf, size: () => stores.search.size(), reopened: () => reopened().search };
}
