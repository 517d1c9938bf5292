import { Refusal } from '../contract/refusal.js';
import type { Stores } from '../store/stores.js';

/** A scrape holds a profile for seconds, so another scrape waits for it; a session may hold it for an hour. */
export type ProfileUser = 'scrape' | 'session';

/** The right to save changes to a profile. */
export interface ProfileTurn {
  /**
   * Whether this use still has the right: it loses it when the other processes take this one for dead. Call it in the
   * transaction that saves.
   */
  maySave(stores: Stores): Promise<boolean>;
  end(): void | Promise<void>;
}

/** Lets one user at a time save changes to a profile. */
export interface ProfileTurns {
  /** Resolves when the turn begins; refuses a profile that cannot be waited for. */
  take(profile: string, user: ProfileUser, signal: AbortSignal | undefined): Promise<ProfileTurn>;
}

interface Turn {
  readonly user: ProfileUser;
  readonly waiting: Set<() => void>;
}

/** Turns of one process. */
export function createProfileTurns(): ProfileTurns {
  const turns = new Map<string, Turn>();

  function begin(key: string, user: ProfileUser, waiting: Turn['waiting'] = new Set()): ProfileTurn {
    const turn = { user, waiting };
    turns.set(key, turn);
    return {
      maySave: async () => true,
      end() {
        if (turns.get(key) !== turn) return;
        turns.delete(key);
        const [next] = waiting;
        next?.();
      },
    };
  }

  return {
    async take(key, user, signal) {
      signal?.throwIfAborted();
      const current = turns.get(key);
      if (!current) return begin(key, user);
      if (current.user === 'session' || user === 'session') throw inUse(current.user);
      const { waiting } = current;
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(enter);
          reject(signal?.reason);
        };
        const enter = () => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', giveUp);
          resolve(begin(key, user, waiting));
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(enter);
      });
    },
  };
}

/** Refuses what would have to wait for another user. */
export function inUse(user: string): Refusal {
  return new Refusal(
    'conflict',
    `Another ${user} saves its changes to this profile. ` +
      'Wait until it has ended, or send `profile.saveChanges: false` to use the profile without saving.',
  );
}
