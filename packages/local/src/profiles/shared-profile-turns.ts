import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createEndWhenPossible } from '../store/end-when-possible.js';
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

/** Turns over all processes, as this one takes them. */
export interface SharedProfileTurns extends ProfileTurns {
  /** Ends no more turns: the database is closed. */
  close(): Promise<void>;
}

/** How often a scrape looks whether that of another process has ended. */
const LOOK_MS = 200;

/** Turns over all processes of a service. Those of one process wait for each other in their order. */
export function createSharedProfileTurns({ stores, process, log }: SharedTurnOptions): SharedProfileTurns {
  const { profileTurns } = sharedOf(stores);
  const turnsHere = createProfileTurns();
  const turnEnds = createEndWhenPossible('The end of the use of a profile', (id) => profileTurns.end(id), log);

  async function beginShared(
    id: string,
    profile: string,
    user: ProfileUser,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (;;) {
      const holder = await profileTurns.begin({ id, profile, process, user });
      if (holder === undefined) return;
      if (holder === 'session' || user === 'session') throw inUse(holder);
      await setTimeout(LOOK_MS, undefined, { signal });
    }
  }

  return {
    async take(profile, user, signal) {
      const turnHere = await turnsHere.take(profile, user, signal);
      const id = randomUUID();
      try {
        await beginShared(id, profile, user, signal);
        return {
          maySave: (within) => sharedOf(within).profileTurns.holds(id),
          end: () => turnEnds.end(id).finally(turnHere.end),
        };
      } catch (error) {
        // The turn may have begun although the answer was lost.
        if (error instanceof StorageUnavailable) turnEnds.endLater(id);
        await turnHere.end();
        throw signal?.aborted ? signal.reason : error;
      }
    },
    close: () => turnEnds.close(),
  };
}
