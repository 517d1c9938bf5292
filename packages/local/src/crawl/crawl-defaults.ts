import type { CrawlOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';

export type CrawlDefaults = {
  readonly [Field in 'limit' | 'sitemap' | 'deduplicateSimilarURLs']: NonNullable<CrawlOptions[Field]>;
};

/** The defaults of the contract for the options of a crawl whose default is not off. */
export function crawlDefaults(): CrawlDefaults {
  const { limit, sitemap, deduplicateSimilarURLs } = contractDefaults('CrawlOptions');
  if (limit === undefined || sitemap === undefined || deduplicateSimilarURLs === undefined) {
    throw new Error('The contract has no defaults for limit, sitemap and deduplicateSimilarURLs of CrawlOptions.');
  }
  return { limit, sitemap, deduplicateSimilarURLs };
}
