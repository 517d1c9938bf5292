import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type CallLimits, tooManyAtOnce, tooManyCalls, tooManyKeyless } from '../accounts/call-limits.js';
import { createBackground } from '../background.js';
import { sharedOf } from '../store/shared-stores.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';

/** How long to wait before a call is ended again, when the database was away. */
const RETRY_MS = 1000;

/** The limits of calls over all nodes, as this process applies them. */
export interface SharedCallLimits extends CallLimits {
  /** Ends no more calls: the database is closed. */
  close(): Promise<void>;
}

/** A key without limits costs no statement; one with limits costs one, and a second when its calls at once are limited. */
export function createSharedCallLimits(stores: Stores, process: string, log: (line: string) => void): SharedCallLimits {
  const { calls } = sharedOf(stores);
  const background = createBackground(log);
  const closing = new AbortController();

  /** Ends a call when the database is back. Whoever waited for it would wait for the database. */
  function endLater(id: string): void {
    background.start('The end of a call', async () => {
      await setTimeout(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (!closing.signal.aborted) await end(id);
    });
  }

  async function end(id: string): Promise<void> {
    try {
      await calls.end(id);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      endLater(id);
    }
  }

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
        if (error instanceof StorageUnavailable && concurrency !== undefined) endLater(id);
        throw error;
      }
      return concurrency === undefined ? undefined : () => end(id);
    },
    async countKeyless(perDay) {
      const waitMs = await calls.countKeyless(perDay);
      if (waitMs > 0) throw tooManyKeyless(perDay, waitMs);
    },
    async close() {
      closing.abort();
      await background.idle();
    },
  };
}
