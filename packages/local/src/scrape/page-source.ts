import type { ScrapeOptions } from '@trawl/client';
import type { Clock } from '../clock.js';
import { contractDefaults } from '../contract/contract.js';
import type { ConversionOptions } from '../page/conversion-options.js';
import { type Fetch, FetchFailure, type FetchResult } from '../web/fetch-types.js';
import { cacheRules } from './cache-rules.js';
import type { Conversion } from './conversions.js';
import type { CachedPage, PageCache } from './page-cache.js';
import { pageHeaders } from './page-headers.js';
import { allEnginesFailed } from './scrape-failure.js';

const ANY_AGE = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

export interface PageRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  /** The team whose copies may be used. */
  readonly team: string;
  /** The teams that get a cached copy of a fetched page. */
  readonly cacheFor: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Throws for a URL that must not be visited. */
  admit(url: string): void;
}

/** A page, from the cache or from the web. */
export interface Page extends CachedPage {
  readonly isCached: boolean;
  /** Stores the page with its compressed body in the cache; undefined for pages that must not be stored. */
  readonly store: ((packed: Uint8Array) => void) | undefined;
  /** What a cached page was converted to with these options. */
  conversion(options: ConversionOptions): Conversion | undefined;
  /** Stores a conversion beside the cached page, if it may be stored. */
  storeConversion(options: ConversionOptions, conversion: Conversion): void;
}

/** Throws a `FetchFailure`, or the refusal of a page that is empty or missing in the cache. */
export type PageSource = (request: PageRequest) => Promise<Page>;

export interface PageSourceDependencies {
  readonly fetch: Fetch;
  readonly cache: PageCache;
  readonly clock: Clock;
}

export function createPageSource({ fetch, cache, clock }: PageSourceDependencies): PageSource {
  return async ({ url, options, team, cacheFor, timeoutMs, signal, admit }) => {
    const rules = cacheRules(options);
    const headers = pageHeaders(options);
    const key = cacheKey(url, headers, options.mobile);
    const storeConversionOf =
      (fetchedAt: number, owners: readonly string[]): Page['storeConversion'] =>
      (conversionOptions, conversion) => {
        for (const owner of owners)
          cache.conversions.add({ team: owner, key, fetchedAt }, conversionOptions, conversion);
      };
    const cachedPage = (page: CachedPage): Page => {
      admit(page.url);
      const copy = { team, key, fetchedAt: page.fetchedAt };
      return {
        ...page,
        isCached: true,
        store: undefined,
        conversion: (conversionOptions) => cache.conversions.get(copy, conversionOptions),
        storeConversion: storeConversionOf(page.fetchedAt, cacheFor),
      };
    };
    const copy = rules.read && cache.get(team, key, rules.read);
    if (copy) {
      admit(url);
      return cachedPage(copy);
    }
    if (rules.miss) throw rules.miss;

    const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
    let fetched: FetchResult;
    try {
      fetched = await fetch({ url, team, headers, timeoutMs, signal, skipTlsVerification, admit });
    } catch (error) {
      const staleCopy =
        isOffline(error) && options.maxAge === undefined && rules.read ? cache.get(team, key, ANY_AGE) : undefined;
      if (staleCopy) return cachedPage(staleCopy);
      throw error;
    }
    const contentType = fetched.headers.get('content-type') ?? undefined;
    const { status, body } = fetched;
    const response = { url: fetched.url, status, contentType };
    const isOk = status >= 200 && status < 300;
    if (isOk && body.length === 0) throw allEnginesFailed('The page is empty.');
    const fetchedAt = clock.now();
    // Errors are not stored: a page that fails today may work tomorrow.
    const owners = isOk ? cacheFor : [];
    const store = (packed: Uint8Array) => {
      for (const owner of owners) cache.set(owner, key, { ...response, fetchedAt }, packed);
    };
    return {
      ...response,
      fetchedAt,
      readBody: async () => body,
      isCached: false,
      store: owners.length > 0 ? store : undefined,
      conversion: () => undefined,
      storeConversion: storeConversionOf(fetchedAt, owners),
    };
  };
}

/** The key has the language and the device, because pages come for several. Requests with other headers are not cached. */
function cacheKey(url: string, headers: Readonly<Record<string, string>>, mobile = false): string {
  const page = URL.canParse(url) ? new URL(url).href : url;
  return [page.replace(/#.*/s, ''), headers['Accept-Language'] ?? '', ...(mobile ? ['mobile'] : [])].join('\n');
}

/** An offline server may return an old copy, unless the caller limits its age. */
function isOffline(error: unknown): boolean {
  return error instanceof FetchFailure && error.reason === 'offline';
}
