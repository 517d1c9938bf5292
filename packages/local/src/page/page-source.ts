import type { ScrapeOptions } from '@trawl/client';
import type { Clock } from '../clock.js';
import { contractDefaults } from '../http/contract.js';
import type { CachedPage, PageCache } from './cache.js';
import { cacheRules } from './cache-rules.js';
import type { Fetch } from './fetched.js';
import { pageHeaders } from './page-headers.js';
import { allEnginesFailed } from './scrape-failure.js';

export interface PageRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly zeroDataRetention: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Throws for a URL that must not be visited. */
  admit(url: string): void;
}

/** A page, from the cache or from the web. */
export interface Page extends CachedPage {
  readonly isCopy: boolean;
  /** Puts the page into the cache, its body packed; undefined for what must not be kept. */
  readonly keep: ((packed: Uint8Array) => void) | undefined;
}

/** Throws a `FetchFailure`, or the refusal of a page that is not in the cache or has nothing in it. */
export type PageSource = (request: PageRequest) => Promise<Page>;

export interface PageSourceParts {
  readonly fetch: Fetch;
  readonly cache: PageCache;
  readonly clock: Clock;
}

export function createPageSource({ fetch, cache, clock }: PageSourceParts): PageSource {
  return async ({ url, options, zeroDataRetention, timeoutMs, signal, admit }) => {
    const rules = cacheRules(options, zeroDataRetention);
    const headers = pageHeaders(options);
    // Pages come in several languages; of other headers there are no copies.
    const key = [url.replace(/#.*/s, ''), headers['Accept-Language'] ?? ''].join('\n');
    const copy = rules.read && cache.get(key, rules.read);
    if (copy) {
      admit(url);
      admit(copy.url);
      return { ...copy, isCopy: true, keep: undefined };
    }
    if (rules.miss) throw rules.miss;

    const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
    const fetched = await fetch({ url, headers, timeoutMs, signal, skipTlsVerification, admit });
    const contentType = fetched.headers.get('content-type') ?? undefined;
    const { status, body } = fetched;
    const about = { url: fetched.url, status, contentType };
    const isOk = status >= 200 && status < 300;
    if (isOk && body.length === 0) throw allEnginesFailed('The page is empty.');
    const fetchedAt = clock.now();
    // A page that fails today may be there tomorrow: it is not kept.
    const keep =
      rules.write && isOk ? (packed: Uint8Array) => cache.set(key, { ...about, fetchedAt }, packed) : undefined;
    return { ...about, body, isCopy: false, fetchedAt, keep };
  };
}
