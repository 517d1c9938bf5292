import type { ScrapeOptions } from '@trawl/client';
import type { Clock } from '../clock.js';
import { contractDefaults } from '../contract/contract.js';
import { type Fetch, type Fetched, FetchFailure } from '../web/fetch-types.js';
import { cacheRules } from './cache-rules.js';
import type { CachedPage, PageCache } from './page-cache.js';
import { pageHeaders } from './page-headers.js';
import { allEnginesFailed } from './scrape-failure.js';

const ANY_AGE = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

export interface PageRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  /** Whose copies will do. */
  readonly team: string;
  /** The teams that get a copy of what is fetched. */
  readonly keepFor: readonly string[];
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
  const copyOf = (page: CachedPage, admit: PageRequest['admit']): Page => {
    admit(page.url);
    return { ...page, isCopy: true, keep: undefined };
  };

  return async ({ url, options, team, keepFor, timeoutMs, signal, admit }) => {
    const rules = cacheRules(options);
    const headers = pageHeaders(options);
    const key = keyOf(url, headers);
    const copy = rules.read && (await cache.get(team, key, rules.read));
    if (copy) {
      admit(url);
      return copyOf(copy, admit);
    }
    if (rules.miss) throw rules.miss;

    const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
    let fetched: Fetched;
    try {
      fetched = await fetch({ url, team, headers, timeoutMs, signal, skipTlsVerification, admit });
    } catch (error) {
      const old =
        isOffline(error) && options.maxAge === undefined && rules.read
          ? await cache.get(team, key, ANY_AGE)
          : undefined;
      if (old) return copyOf(old, admit);
      throw error;
    }
    const contentType = fetched.headers.get('content-type') ?? undefined;
    const { status, body } = fetched;
    const about = { url: fetched.url, status, contentType };
    const isOk = status >= 200 && status < 300;
    if (isOk && body.length === 0) throw allEnginesFailed('The page is empty.');
    const fetchedAt = clock.now();
    // A page that fails today may be there tomorrow: it is not kept.
    const keep = (packed: Uint8Array) => {
      for (const one of keepFor) cache.set(one, key, { ...about, fetchedAt }, packed);
    };
    return { ...about, body, isCopy: false, fetchedAt, keep: isOk && keepFor.length > 0 ? keep : undefined };
  };
}

/** Pages come in several languages; where other headers are sent, nothing is kept. */
function keyOf(url: string, headers: Readonly<Record<string, string>>): string {
  const page = URL.canParse(url) ? new URL(url).href : url;
  return [page.replace(/#.*/s, ''), headers['Accept-Language'] ?? ''].join('\n');
}

/** Without a network an old copy is better than none, unless the caller says how old it may be. */
function isOffline(error: unknown): boolean {
  return error instanceof FetchFailure && error.reason === 'offline';
}
