import type { MonitorCreateRequest, MonitorTarget } from '@trawl/client';
import { invalidRequest } from '../contract/invalid.js';
import { refuseInvalidPaths } from '../crawl/path-rules.js';

/** Refuses what the schema of the contract allows, but makes every check of the target fail. */
export function refuseInvalidTargets(targets: readonly MonitorTarget[]): void {
  for (const [index, target] of targets.entries()) {
    if (target.type === 'crawl') refuseInvalidPaths(target.crawlOptions ?? {}, ['targets', index, 'crawlOptions']);
  }
}

/** What a monitor watches and how it is judged, in a request or as it is stored. */
interface JudgedTargets extends Pick<MonitorCreateRequest, 'goal' | 'judgeEnabled'> {
  readonly targets?: readonly { readonly type: string }[];
}

/** Refuses searches whose results nothing can be judged by, as servers of this API do. */
export function refuseMissingGoal({ targets = [], goal, judgeEnabled }: JudgedTargets): void {
  const needsGoal = judgeEnabled !== false && targets.some(({ type }) => type === 'search');
  if (!needsGoal || goal?.trim()) return;
  const message = 'A search target requires a non-empty goal';
  throw invalidRequest('createMonitor', [{ code: 'custom', path: ['goal'], message }]);
}
