import { digestOf } from '../secret.js';

/** The team of a server without keys. */
export const OPEN_TEAM = 'local';

/** All who call without a key where there are keys. */
export const KEYLESS_TEAM = 'keyless';

/** The same key is the same team after a restart. */
export function teamNameOf(key: string): string {
  return `team-${digestOf(key).toString('hex').slice(0, 16)}`;
}

/** Whoever may call a server with these keys. */
export function teamsOf(apiKeys: readonly string[]): string[] {
  return apiKeys.length === 0 ? [OPEN_TEAM] : [...new Set(apiKeys.map(teamNameOf)), KEYLESS_TEAM];
}

/** Callers without a key are strangers to each other: what one of them fetched is not for the next. */
export function isAnonymous(team: string): boolean {
  return team === KEYLESS_TEAM;
}
