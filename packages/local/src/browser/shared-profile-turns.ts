import { randomUUID } from 'node:crypto';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { createBackground } from '../background.js';
import { sharedOf } from '../store/shared-stores.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import { createProfileTurns, inUse, type ProfileTurns, type ProfileUser } from './profile-turns.js';

export interface SharedTurnOptions {
  readonly stores: Stores;
  /** The id of this process among those of the service. */
  readonly process: string;
  readonly log: (line: string) => void;
}

/** How often a scrape looks whether that of another process has ended. */
const LOOK_MS = 200;

/** How long to wait before a turn is ended again, when the database was away. */
const RETRY_MS = 1000;

/** Turns over all processes of a service. Those of one process wait for each other in their order. */
export function createSharedProfileTurns({ stores, process, log }: SharedTurnOptions): ProfileTurns {
  const { profileTurns } = sharedOf(stores);
  const turnsHere = createProfileTurns();
  const background = createBackground(log);

  async function beginShared(profile: string, user: ProfileUser, signal: AbortSignal | undefined): Promise<string> {
    const id = randomUUID();
    for (;;) {
      const holder = await profileTurns.begin({ id, profile, process, user });
      if (holder === undefined) return id;
      if (holder === 'session' || user === 'session') throw inUse(holder);
      await setTimeout(LOOK_MS, undefined, { signal });
    }
  }

  async function endShared(id: string): Promise<void> {
    try {
      await profileTurns.end(id);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      startTimer(() => background.start('The end of the use of a profile', () => endShared(id)), RETRY_MS).unref();
    }
  }

  return {
    async take(profile, user, signal) {
      const turnHere = await turnsHere.take(profile, user, signal);
      try {
        const id = await beginShared(profile, user, signal);
        return {
          mayStore: (within) => sharedOf(within).profileTurns.holds(id),
          end: () => endShared(id).finally(turnHere.end),
        };
      } catch (error) {
        await turnHere.end();
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}
