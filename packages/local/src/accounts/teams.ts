import { digestOf } from '../secret.js';

/** The team of a server without keys. */
export const OPEN_TEAM = 'local';

/** The team of all callers without a key, on a server with keys. */
export const KEYLESS_TEAM = 'keyless';

/** Derived from the key, so that it is the same after a restart. */
export function teamNameOf(key: string): string {
  return `team-${digestOf(key).toString('hex').slice(0, 16)}`;
}

/** All teams of a server with these keys. */
export function teamsOf(apiKeys: readonly string[]): string[] {
  return apiKeys.length === 0 ? [OPEN_TEAM] : [...new Set(apiKeys.map(teamNameOf)), KEYLESS_TEAM];
}

/** Whether the callers of this team may be strangers, so that none may see the data of another. */
export function isAnonymous(team: string): boolean {
  return team === KEYLESS_TEAM;
}
