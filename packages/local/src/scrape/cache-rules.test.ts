import type { ScrapeOptions } from '@trawl/client';
import { describe, expect, test } from 'vitest';
import { cacheRules } from './cache-rules.js';

const DAY = 24 * 60 * 60 * 1000;

describe('copies are read', () => {
  test.each<[string, ScrapeOptions, object | undefined]>([
    ['of the last two days', {}, { minAge: 0, maxAge: 2 * DAY }],
    ['as old as asked for', { maxAge: 5 }, { minAge: 0, maxAge: 5 }],
    ['never, when none is new enough', { maxAge: 0 }, undefined],
    ['never, when the page may be personal', { headers: { Cookie: 'id=1' } }, undefined],
    ['never, when the changes of the page are tracked', { formats: ['markdown', 'changeTracking'] }, undefined],
    [
      'never, when changes are tracked, though old copies would do',
      { formats: ['markdown', { type: 'changeTracking' }], maxAge: DAY },
      undefined,
    ],
    [
      'when only the cache may be asked, though changes are tracked',
      { formats: ['markdown', 'changeTracking'], minAge: 1 },
      { minAge: 1, maxAge: Number.POSITIVE_INFINITY },
    ],
    ['though there could be headers, but are none', { headers: {} }, { minAge: 0, maxAge: 2 * DAY }],
    ['of any age from the least one on', { minAge: 1 }, { minAge: 1, maxAge: Number.POSITIVE_INFINITY }],
    ['between two ages', { minAge: 1, maxAge: 5 }, { minAge: 1, maxAge: 5 }],
    ['of the last two years in lockdown', { lockdown: true }, { minAge: 0, maxAge: 730 * DAY }],
    ['as asked for in lockdown', { lockdown: true, maxAge: 5 }, { minAge: 0, maxAge: 5 }],
  ])('%s', (_, options, read) => {
    expect(cacheRules(options).ageLimits).toEqual(read);
  });
});

test.each<[ScrapeOptions, string | undefined]>([
  [{}, undefined],
  [{ maxAge: 0 }, undefined],
  [{ minAge: 0 }, 'SCRAPE_NO_CACHED_DATA'],
  [{ lockdown: true }, 'SCRAPE_LOCKDOWN_CACHE_MISS'],
  [{ lockdown: true, minAge: 1 }, 'SCRAPE_LOCKDOWN_CACHE_MISS'],
])('a miss with %o is answered with %s', (options, code) => {
  expect(cacheRules(options).miss?.code).toBe(code);
});
