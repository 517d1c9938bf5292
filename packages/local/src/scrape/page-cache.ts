import type { Clock } from '@trawl/base/clock';
import { unpack } from '../base/compression.js';
import type { CopyKey, StoredCopy } from '../store/cached-page-store.js';
import { sumOf } from '../store/fair-shares.js';
import type { Stores } from '../store/stores.js';
import { type Conversions, createConversions } from './conversions.js';

/** Limit of the compressed bytes; beyond it the oldest pages are evicted of the team that has most. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The share of the cache that one eviction frees, so that a full cache does not evict with each new page. */
const EVICTED_SHARE = 0.02;

/** The share of the limit that is added before the bytes of all pages are counted again. */
const UNCOUNTED_SHARE = 0.01;

/** A page as it was fetched. The options of each scrape decide how it is converted. */
export interface CachedPage {
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Decompresses the body, which takes time. */
  readBody(): Promise<Uint8Array>;
}

/** A page that was found in the cache. */
export interface FoundPage extends CachedPage {
  readonly key: string;
}

/** Copies of pages, and what they were converted to. Each team has its own. */
export interface PageCache {
  /** The copy of the page whose age in milliseconds lies between `minAge` and `maxAge`; that of the other key if it alone does. */
  get(
    copy: CopyKey,
    ages: { readonly minAge: number; readonly maxAge: number },
    otherKey?: string,
  ): Promise<FoundPage | undefined>;
  /** Stores a page; its body is compressed already. */
  set(stores: CacheStores, copy: CopyKey, page: StoredCopy): Promise<void>;
  /** A page that is replaced or evicted loses its conversions. */
  readonly conversions: Pick<Conversions, 'get' | 'add'>;
}

/** The stores that a page is written with, and what is done when it is stored. */
export type CacheStores = Pick<Stores, 'cachedPages' | 'afterCommit'>;

export interface PageCacheOptions {
  readonly maxBytes?: number | undefined;
  /** Is told whether a page was found. */
  readonly onLookup?: ((result: 'hit' | 'miss') => void) | undefined;
}

export function createPageCache(
  { cachedPages }: Pick<Stores, 'cachedPages'>,
  clock: Clock,
  { maxBytes = MAX_BYTES, onLookup }: PageCacheOptions = {},
): PageCache {
  const conversions = createConversions();
  // What an earlier process has added is counted with the first page.
  let uncountedBytes = Number.POSITIVE_INFINITY;

  async function evictOldest(stores: CacheStores): Promise<void> {
    const bytes = sumOf(await stores.cachedPages.sizes());
    if (bytes <= maxBytes) return;
    const evictedKeys = await stores.cachedPages.evict(bytes - maxBytes * (1 - EVICTED_SHARE));
    stores.afterCommit(() => evictedKeys.forEach(conversions.delete));
  }

  const find: PageCache['get'] = async (copy, { minAge, maxAge }, otherKey) => {
    const pages = await cachedPages.get(copy, otherKey);
    for (const key of [copy.key, otherKey ?? copy.key]) {
      const page = pages.get(key);
      if (!page) continue;
      const { body, ...about } = page;
      const age = clock.now() - page.fetchedAt;
      if (age >= minAge && age < maxAge) return { key, ...about, readBody: () => unpack(body) };
    }
    return undefined;
  };

  return {
    conversions,

    async get(copy, ages, otherKey) {
      const page = await find(copy, ages, otherKey);
      onLookup?.(page ? 'hit' : 'miss');
      return page;
    },

    async set(stores, copy, page) {
      await stores.cachedPages.set(copy, page);
      stores.afterCommit(() => conversions.delete(copy));
      uncountedBytes += page.body.length;
      if (uncountedBytes <= maxBytes * UNCOUNTED_SHARE) return;
      uncountedBytes = 0;
      await evictOldest(stores);
    },
  };
}
