import type { Clock } from '@trawl/base/clock';
import type { Fetch } from '@trawl/web/fetch-types';
import type { Stores } from '../store/stores.js';
import { type SearchIndexOptions, StoredSearchIndex } from './search-index.js';
import { createSearxng } from './searxng.js';

export interface SearchNeeds extends SearchIndexOptions {
  readonly stores: Stores;
  readonly clock: Clock;
  /** The search engine that answers searches; undefined to search the pages seen. */
  readonly searchUrl: string | undefined;
  readonly fetch: Fetch;
}

/** Opens the index of the pages seen, and what answers searches. */
export function openSearch({ stores, clock, searchUrl, fetch, isLeftOut }: SearchNeeds) {
  const index = new StoredSearchIndex(stores, clock, { isLeftOut });
  return { index, engine: searchUrl === undefined ? index : createSearxng({ address: searchUrl, fetch, clock }) };
}
