import { randomUUID } from 'node:crypto';
import { type CallLimits, tooManyAtOnce, tooManyCalls, tooManyKeyless } from '../accounts/call-limits.js';
import { createEndWhenPossible } from '../store/end-when-possible.js';
import { sharedOf } from '../store/shared-stores.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';

/** The limits of calls over all nodes, as this process applies them. */
export interface SharedCallLimits extends CallLimits {
  /** Ends no more calls: the database is closed. */
  close(): Promise<void>;
}

/** A key without limits costs no statement; one with limits costs one, and a second when its calls at once are limited. */
export function createSharedCallLimits(stores: Stores, process: string, log: (line: string) => void): SharedCallLimits {
  const { calls } = sharedOf(stores);
  const callEnds = createEndWhenPossible('The end of a call', (id) => calls.end(id), log);

  return {
    async begin(key) {
      const { rate, concurrency } = key.limits;
      if (rate === undefined && concurrency === undefined) return undefined;
      const id = randomUUID();
      try {
        const { waitMs, isBusy } = await calls.begin({ id, key: key.id, process, rate, concurrency });
        if (waitMs > 0) throw tooManyCalls(key, waitMs);
        if (isBusy) throw tooManyAtOnce(key);
      } catch (error) {
        // The call may have begun although the answer was lost.
        if (error instanceof StorageUnavailable && concurrency !== undefined) callEnds.endLater(id);
        throw error;
      }
      return concurrency === undefined ? undefined : () => callEnds.end(id);
    },
    async countKeyless(perDay) {
      const waitMs = await calls.countKeyless(perDay);
      if (waitMs > 0) throw tooManyKeyless(perDay, waitMs);
    },
    close: () => callEnds.close(),
  };
}
