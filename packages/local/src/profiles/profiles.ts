import { followState, type PageProfile, type StorageState } from '@trawl/browser/profile-state';
import type { Stores } from '../store/stores.js';
import { createProfileTurns, type ProfileTurns, type ProfileUser } from './profile-turns.js';

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
export interface OpenProfile extends PageProfile {
  /** Lets another session save. What this one saves later is not stored. */
  close(): Promise<void>;
}

/** Cookies, local storage and IndexedDB by team and name, for the next page that uses the name. */
export interface Profiles {
  /** Throws a refusal (409) when another session saves to the profile. */
  open(request: ProfileRequest): Promise<OpenProfile>;
}

export interface ProfilesOptions {
  /** Whose turn it is to save; by default among those of this process. */
  readonly turns?: ProfileTurns | undefined;
  readonly maxTeamBytes?: number;
}

export function createProfiles(
  stores: Pick<Stores, 'profiles' | 'transaction'>,
  { turns = createProfileTurns(), maxTeamBytes = MAX_TEAM_BYTES }: ProfilesOptions = {},
): Profiles {
  return {
    async open({ team, name, saveChanges, user, signal }) {
      const turn = saveChanges ? await turns.take(JSON.stringify([team, name]), user, signal) : undefined;
      let isOpen = true;
      try {
        // Read when the turn begins: the one before may have saved.
        const stored = await stores.profiles.use(team, name);
        const before: StorageState | undefined = stored === undefined ? undefined : JSON.parse(stored);
        return {
          state: before,
          follow(context) {
            if (!turn) return async () => undefined;
            const stateNow = followState(context, before);
            return async () => {
              const { state, refusal } = await stateNow();
              if (state === undefined || !isOpen) return refusal;
              return stores.transaction(async (within) => {
                if (!(await turn.maySave(within))) return TURN_LOST;
                await within.profiles.save({ team, name, state }, maxTeamBytes);
                return refusal;
              });
            };
          },
          async close() {
            isOpen = false;
            await turn?.end();
          },
        };
      } catch (error) {
        await turn?.end();
        throw error;
      }
    },
  };
}

/** Why nothing was stored by a process that the others have taken for dead. */
const TURN_LOST =
  'The profile was not saved: the service considered this server dead, and another one may have saved to it.';
