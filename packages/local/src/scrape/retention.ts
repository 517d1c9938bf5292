import { areStrangers } from '../team/teams.js';
import { isPersonal } from './cache-rules.js';
import type { ScrapeTask } from './scrape-task.js';

/** What is kept of a scrape, and for whom. No team is ever shown what is kept for another. */
export interface Retention {
  /** The teams that have the page in their cache and in their index from now on. */
  readonly pageFor: readonly string[];
  /** Whether its text is kept for the team that asked, for the next time that it tracks changes. */
  readonly version: boolean;
}

export function retentionOf(task: Omit<ScrapeTask, 'url'>): Retention {
  const { team, options, zeroDataRetention = false, seededFor } = task;
  const { lockdown = false, storeInCache = true } = options;
  const version = !zeroDataRetention && !lockdown && !areStrangers(team);
  // What somebody sees by a header of theirs is nothing to answer others of the same team with.
  const isTeams = version && storeInCache && !isPersonal(options);
  return { pageFor: seededFor ?? (isTeams ? [team] : []), version };
}
