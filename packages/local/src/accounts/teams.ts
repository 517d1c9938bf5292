import { digestOf } from '../base/secret.js';

/** The team of a server without keys. */
export const OPEN_TEAM = 'local';

/** The team of all callers without a key, on a server with keys. */
export const KEYLESS_TEAM = 'keyless';

/** The team of a key that is an option. It is derived from the key, so that it is the same after a restart. */
export function teamNameOf(key: string): string {
  return `team-${digestOf(key).toString('hex').slice(0, 16)}`;
}

/** The options that say who may call a server. */
export interface AccessOptions {
  readonly apiKeys: readonly string[];
  readonly adminKey: string | undefined;
}

/** Whether all who reach a server with these options may do everything. */
export function isOpen({ apiKeys, adminKey }: AccessOptions): boolean {
  return apiKeys.length === 0 && adminKey === undefined;
}

/** The teams that a server has by its options. Those of the keys in its database come on top. */
export function teamsOf(options: AccessOptions): string[] {
  return isOpen(options) ? [OPEN_TEAM] : [...new Set(options.apiKeys.map(teamNameOf)), KEYLESS_TEAM];
}

/** Whether the callers of this team may be strangers, so that none may see the data of another. */
export function isAnonymous(team: string): boolean {
  return team === KEYLESS_TEAM;
}

/**
 * What stands for a team in the key of a recording; undefined for strangers, for whom nothing is recorded. For the team of
 * a server without keys it is nothing, so that older recordings stay valid.
 */
export function recordingOwner(team: string): readonly string[] | undefined {
  if (isAnonymous(team)) return undefined;
  return team === OPEN_TEAM ? [] : [team];
}
