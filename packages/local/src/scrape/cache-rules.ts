import type { ScrapeOptions } from '@trawl/client';
import { CONTRACT, contractDefaults, propertiesOf } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { definitionOf, requestedFormats } from '../formats/format-table.js';
import { isPersonalized } from '../options/scrape-options.js';

/** How a scrape uses the cache. */
export interface CacheRules {
  /** The allowed age of a copy in milliseconds; undefined when the cache is not read. */
  readonly ageLimits: { readonly minAge: number; readonly maxAge: number } | undefined;
  /** The refusal of a miss; undefined when a miss fetches the page. */
  readonly miss: Refusal | undefined;
}

export function cacheRules(options: ScrapeOptions): CacheRules {
  const { lockdown = false, minAge } = options;
  const isCacheOnly = lockdown || minAge !== undefined;
  const maxAge = options.maxAge ?? defaultMaxAge(lockdown, minAge);
  const needsFreshPage = requestedFormats(options).some((format) => definitionOf(format).needsFreshPage);
  const readsCopies = maxAge > 0 && !isPersonalized(options) && !needsFreshPage;
  return {
    ageLimits: isCacheOnly || readsCopies ? { minAge: minAge ?? 0, maxAge } : undefined,
    miss: missRefusal(options),
  };
}

function missRefusal({ lockdown, minAge }: ScrapeOptions): Refusal | undefined {
  if (lockdown) {
    return new Refusal(
      'SCRAPE_LOCKDOWN_CACHE_MISS',
      'No cached data is available for this request in lockdown mode. Only what is in the cache is served. ' +
        'Scrape the page without `lockdown` first, or allow older copies by `maxAge`.',
    );
  }
  if (minAge === undefined) return undefined;
  return new Refusal(
    'SCRAPE_NO_CACHED_DATA',
    `No cached data is available for this request that is at least ${minAge} ms old. ` +
      'Leave `minAge` out to have the page fetched.',
  );
}

function defaultMaxAge(lockdown: boolean, minAge: number | undefined): number {
  if (lockdown) return maxAgeInLockdown();
  // A caller that sets `minAge` alone sets no upper bound.
  return minAge === undefined ? (contractDefaults('ScrapeOptions').maxAge ?? 0) : Number.POSITIVE_INFINITY;
}

function maxAgeInLockdown(): number {
  const { maxAge } = propertiesOf({ $ref: `${CONTRACT}#/components/schemas/ScrapeOptions` });
  return Number(typeof maxAge === 'object' && maxAge['x-default-in-lockdown']);
}
