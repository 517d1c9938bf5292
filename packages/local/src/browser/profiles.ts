import type { BrowserContext } from 'playwright-core';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import { followState, type StorageState } from './profile-state.js';
import { createProfileTurns, type ProfileUser } from './profile-turns.js';

const TABLE = `
  create table if not exists profiles (
    team text not null,
    name text not null,
    state json text not null,
    used_at integer not null,
    primary key (team, name)
  );
`;

/** Bytes of all profiles of a team; beyond it those are deleted that were not used for the longest time. */
const MAX_TEAM_BYTES = 64 * 1024 * 1024;

export interface ProfileRequest {
  readonly team: string;
  readonly name: string;
  /** It is also false for callers whose data is not stored. */
  readonly saveChanges: boolean;
  readonly user: ProfileUser;
  /** Ends the wait for another scrape. */
  readonly signal?: AbortSignal | undefined;
}

/** A profile that is in use until it is closed. */
export interface OpenProfile {
  /** What a new context starts with; undefined for a profile that is new. */
  readonly state: StorageState | undefined;
  /**
   * Follows a context that was made with the state, from before its first page. It returns what stores the state of the
   * context while its pages are open, unless the profile was opened without saving; that returns why nothing was stored.
   */
  follow(context: BrowserContext): () => Promise<string | undefined>;
  /** Lets another session save. What this one saves later is not stored. */
  close(): void;
}

/** Cookies, local storage and IndexedDB by team and name, for the next page that uses the name. */
export interface Profiles {
  /** Throws a refusal (409) when another session saves to the profile. */
  open(request: ProfileRequest): Promise<OpenProfile>;
}

export function createProfiles(database: Database, clock: Clock, maxTeamBytes: number = MAX_TEAM_BYTES): Profiles {
  database.execute(TABLE);
  const turns = createProfileTurns();

  function load(team: string, name: string): string | undefined {
    database.run('update profiles set used_at = ? where team = ? and name = ?', clock.now(), team, name);
    const query = 'select state from profiles where team = ? and name = ?';
    return database.get<{ state: string }>(query, team, name)?.state;
  }

  function store(team: string, name: string, state: string): void {
    database.transaction(() => {
      database.run('insert or replace into profiles values (?, ?, ?, ?)', team, name, state, clock.now());
      deleteUnused(team);
    });
  }

  function deleteUnused(team: string): void {
    const sizes = 'select name, length(state) as size from profiles where team = ? order by used_at desc, rowid desc';
    let bytes = 0;
    for (const { name, size } of database.all<{ name: string; size: number }>(sizes, team)) {
      bytes += size;
      if (bytes > maxTeamBytes) database.run('delete from profiles where team = ? and name = ?', team, name);
    }
  }

  return {
    async open({ team, name, saveChanges, user, signal }) {
      const end = saveChanges ? await turns.take(JSON.stringify([team, name]), user, signal) : () => {};
      let isOpen = true;
      try {
        // Read when the turn begins: the one before may have saved.
        const stored = load(team, name);
        const before: StorageState | undefined = stored === undefined ? undefined : JSON.parse(stored);
        return {
          state: before,
          follow(context) {
            if (!saveChanges) return async () => undefined;
            const stateNow = followState(context, before);
            return async () => {
              const { state, refusal } = await stateNow();
              if (state !== undefined && isOpen) store(team, name, state);
              return refusal;
            };
          },
          close() {
            isOpen = false;
            end();
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
