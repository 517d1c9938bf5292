import type { ScrapeOptions } from '@trawl/client';
import { CONTRACT, contractDefaults, propertiesOf } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';

/** How a scrape uses the cache. */
export interface CacheRules {
  /** Ages in milliseconds that a copy may have; undefined when no copy will do. */
  readonly read: { readonly minAge: number; readonly maxAge: number } | undefined;
  /** What a miss is answered with; undefined when the page is then fetched. */
  readonly miss: Refusal | undefined;
}

export function cacheRules(options: ScrapeOptions): CacheRules {
  const { lockdown = false, minAge } = options;
  const isCacheOnly = lockdown || minAge !== undefined;
  const maxAge = options.maxAge ?? defaultMaxAge(lockdown, minAge);
  return {
    read: isCacheOnly || (maxAge > 0 && !isPersonal(options)) ? { minAge: minAge ?? 0, maxAge } : undefined,
    miss: missOf(options),
  };
}

/** Whether the page may look different to whoever sends other headers or does something else on it. */
export function isPersonal({ headers = {}, actions = [], profile }: ScrapeOptions): boolean {
  return Object.keys(headers).length > 0 || actions.length > 0 || profile !== undefined;
}

function missOf({ lockdown, minAge }: ScrapeOptions): Refusal | undefined {
  if (lockdown) {
    return new Refusal(404, {
      code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
      error:
        'No cached data is available for this request in lockdown mode. Only what is in the cache is served. ' +
        'Scrape the page without `lockdown` first, or allow older copies by `maxAge`.',
    });
  }
  if (minAge === undefined) return undefined;
  return new Refusal(404, {
    code: 'SCRAPE_NO_CACHED_DATA',
    error:
      `No cached data is available for this request that is at least ${minAge} ms old. ` +
      'Leave `minAge` out to have the page fetched.',
  });
}

function defaultMaxAge(lockdown: boolean, minAge: number | undefined): number {
  if (lockdown) return maxAgeInLockdown();
  // Who asks for a copy of a certain age or older sets no other bound.
  return minAge === undefined ? (contractDefaults('ScrapeOptions').maxAge ?? 0) : Number.POSITIVE_INFINITY;
}

function maxAgeInLockdown(): number {
  const { maxAge } = propertiesOf({ $ref: `${CONTRACT}#/components/schemas/ScrapeOptions` });
  return Number(typeof maxAge === 'object' && maxAge['x-default-in-lockdown']);
}
