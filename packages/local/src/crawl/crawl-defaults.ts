import type { CrawlOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';

export type CrawlDefaults = Required<Pick<CrawlOptions, 'limit' | 'sitemap' | 'deduplicateSimilarURLs'>>;

/** The defaults of the contract for the options of a crawl whose default is not off. */
export function crawlDefaults(): CrawlDefaults {
  const { limit, sitemap, deduplicateSimilarURLs } = contractDefaults('CrawlOptions');
  if (limit === undefined || sitemap === undefined || deduplicateSimilarURLs === undefined) {
    throw new Error('The contract has no defaults for limit, sitemap and deduplicateSimilarURLs of CrawlOptions.');
  }
  return { limit, sitemap, deduplicateSimilarURLs };
}
