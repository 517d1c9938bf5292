/** Whether crawls heed robots.txt: `always`, `never`, or as `callers` say with `ignoreRobotsTxt`. */
export const ROBOTS_POLICIES = ['callers', 'always', 'never'] as const;

export type RobotsPolicy = (typeof ROBOTS_POLICIES)[number];

/** Whether a crawl whose caller wants to ignore robots.txt or not has to heed it. */
export function heedsRobots(policy: RobotsPolicy, ignoreRobotsTxt = false): boolean {
  return policy === 'always' || (policy === 'callers' && !ignoreRobotsTxt);
}
