import type { MonitorTarget } from '@trawl/client';
import { refuseInvalidPaths } from '../crawl/path-rules.js';
import { startUrl } from '../site/start-url.js';

/** Refuses what the schema of the contract allows, but makes every check of the target fail. */
export function refuseInvalidTargets(targets: readonly MonitorTarget[]): void {
  for (const [index, target] of targets.entries()) {
    const path = ['targets', index];
    if (target.type === 'scrape') {
      for (const [position, url] of target.urls.entries()) startUrl(url, [...path, 'urls', position]);
    } else if (target.type === 'crawl') {
      startUrl(target.url, [...path, 'url']);
      refuseInvalidPaths(target.crawlOptions ?? {}, [...path, 'crawlOptions']);
    }
  }
}
