import type { WatchedTarget } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';

/** The estimated cost of one check: one credit for each page and each search. */
export function checkCost(targets: readonly WatchedTarget[]): number {
  return targets.reduce((total, target) => total + targetCost(target), 0);
}

function targetCost({ type, urls, queries, crawlOptions }: WatchedTarget): number {
  if (type === 'scrape') return urls?.length ?? 0;
  if (type === 'search') return queries?.length ?? 0;
  const limit = Number(crawlOptions?.limit ?? contractDefaults('CrawlOptions').limit);
  return Math.max(0, Math.ceil(limit));
}
