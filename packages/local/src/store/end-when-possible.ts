import { setTimeout } from 'node:timers/promises';
import { createBackground } from '../base/background.js';
import { StorageUnavailable } from './storage-unavailable.js';

/** How long to wait before something is ended again, when the database was away. */
const RETRY_MS = 1000;

export interface EndWhenPossible {
  /** Ends it now, or as soon as the database is back: whoever used it does not wait for the database. */
  end(id: string): Promise<void>;
  /** Ends it later: it may have begun although the answer of the database was lost. */
  endLater(id: string): void;
  /** Ends nothing more. Call it before the database is closed. */
  close(): Promise<void>;
}

/** Ends what has begun in the database, however long the database is away. `name` says in the log what could not be ended. */
export function createEndWhenPossible(
  name: string,
  endStored: (id: string) => Promise<void>,
  log: (line: string) => void,
): EndWhenPossible {
  const background = createBackground(log);
  const closing = new AbortController();

  function endLater(id: string): void {
    background.start(name, async () => {
      await setTimeout(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      await end(id);
    });
  }

  async function end(id: string): Promise<void> {
    // What a process leaves in the database ends with its process.
    if (closing.signal.aborted) return;
    try {
      await endStored(id);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (!(error instanceof StorageUnavailable)) throw error;
      endLater(id);
    }
  }

  return {
    end,
    endLater,
    async close() {
      closing.abort();
      await background.idle();
    },
  };
}
