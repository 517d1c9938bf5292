/**
 * What can be estimated, as the compiler sees it. `npm run typecheck` compiles this file, and fails on a
 * `@ts-expect-error` that expects nothing; nothing here is run.
 */
import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { CrawlInput } from '../formats/requests.js';
import { type CreditEstimate, estimateCredits } from './estimate.js';

const price = { type: 'json', schema: z.object({ price: z.number() }) } as const;

it('is the request of the method of the same name', () => {
  expectTypeOf(estimateCredits('search', { limit: 5, sources: ['web', 'news'] })).toEqualTypeOf<CreditEstimate>();
  estimateCredits('search', { query: 'a', scrapeOptions: { formats: [price] } });
  estimateCredits('scrape', { url: 'https://example.com', formats: ['markdown', price] });
  estimateCredits('parse', { filename: 'a.pdf', parsers: [{ type: 'pdf', maxPages: 3 }], formats: [price] });
  const crawl: CrawlInput<['markdown', typeof price]> = { limit: 5, scrapeOptions: { formats: ['markdown', price] } };
  estimateCredits('crawl', crawl);
  estimateCredits('batchScrape', { urls: ['https://example.com'] });
});

it('is nothing that the method would not take', () => {
  // @ts-expect-error There is no such call.
  estimateCredits('agent', {});
  // @ts-expect-error There is no such proxy.
  estimateCredits('scrape', { proxy: 'fast' });
  // @ts-expect-error A scrape is no search.
  estimateCredits('scrape', { enterprise: ['zdr'] });
  // @ts-expect-error Without its URLs a batch has no size.
  estimateCredits('batchScrape', { formats: ['markdown'] });
});
