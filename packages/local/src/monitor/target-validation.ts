import type { MonitorTarget } from '@trawl/client';
import { refuseInvalidPaths } from '../crawl/path-rules.js';

/** Refuses what the schema of the contract allows, but makes every check of the target fail. */
export function refuseInvalidTargets(targets: readonly MonitorTarget[]): void {
  for (const [index, target] of targets.entries()) {
    if (target.type === 'crawl') refuseInvalidPaths(target.crawlOptions ?? {}, ['targets', index, 'crawlOptions']);
  }
}
