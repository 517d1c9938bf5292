import { createVirtualClock } from '@trawl/base/clock';
import type { IndexEntry } from '../src/search/index-entry.js';
import type { SearchQuestion } from '../src/search/search-engine.js';
import { StoredSearchIndex } from '../src/search/search-index.js';
import type { TestDatabase } from './databases.js';
import { searchQuestion } from './search-question.js';

const TEAM = 'one';

export type TestIndex = Awaited<ReturnType<typeof openIndex>>;

/** A search index for one test, at noon of 21 November 2026. */
export async function openIndex(database: TestDatabase) {
  const clock = createVirtualClock(new Date('2026-11-21T12:00:00Z'));
  const { stores, reopened } = await database.emptyStores(clock);
  const index = new StoredSearchIndex(stores, clock);
  let seen = 0;

  function entryOf(url: string, text: string, more: Partial<IndexEntry> = {}): IndexEntry {
    const nothing = { title: '', description: '', links: '', isArticle: false, images: [] };
    return { ...nothing, url, text, contentType: 'text/html', seenAt: ++seen, ...more };
  }

  async function add(url: string, text: string, more: Partial<IndexEntry> = {}, team = TEAM): Promise<void> {
    await index.add(stores, team, entryOf(url, text, more));
  }

  /** Adds many pages in one transaction. */
  async function addAll(pages: Readonly<Record<string, string>>, team = TEAM): Promise<void> {
    await stores.transaction(async (together) => {
      for (const [url, text] of Object.entries(pages)) await index.add(together, team, entryOf(url, text));
    });
  }

  function search(query: string, more: Partial<SearchQuestion> = {}) {
    return index.search(searchQuestion(query, more), new AbortController().signal);
  }

  /** The URLs of the web results, without `https://`. */
  async function urlsOf(query: string, more: Partial<SearchQuestion> = {}): Promise<string[]> {
    return (await search(query, more)).web.map(({ url }) => url.replace(/^https:\/\//, ''));
  }

  return { stores, add, addAll, search, urlsOf, size: () => stores.search.size(), reopened: () => reopened().search };
}
