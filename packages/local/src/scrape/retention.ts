import { isAnonymous } from '../accounts/teams.js';
import { isPersonalized } from '../options/scrape-options.js';
import type { ScrapeTask } from './scrape-task.js';

/** What is stored of a scrape, and for which teams. No team ever sees what is stored for another. */
export interface Retention {
  /** The teams whose cache and index get the page. */
  readonly cacheFor: readonly string[];
  /** Whether the text is stored for the next time that the team tracks changes. */
  readonly version: boolean;
}

export function retentionOf(task: Omit<ScrapeTask, 'url'>): Retention {
  const { team, options, zeroDataRetention = false, seededFor } = task;
  const { lockdown = false, storeInCache = true } = options;
  const version = !zeroDataRetention && !lockdown && !isAnonymous(team);
  // A page fetched with personal headers must not answer other members of the team.
  const isCacheable = version && storeInCache && !isPersonalized(options);
  return { cacheFor: seededFor ?? (isCacheable ? [team] : []), version };
}
