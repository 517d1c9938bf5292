import { FairQueue } from '../workers/fair-queue.js';

/** Lets a fixed number of pages be open at once; groups take turns for the next one. */
export interface PageSlots {
  /** Whether a page waits for a slot. */
  readonly areAwaited: boolean;
  /** Resolves to the function that gives the slot back; rejects with the reason of the signal. */
  acquire(group: string, signal: AbortSignal): Promise<() => void>;
}

export function createPageSlots(count: number): PageSlots {
  let free = count;
  const waiting = new FairQueue<() => void>();

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return {
    get areAwaited() {
      return waiting.size > 0;
    },
    acquire: (group, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (free > 0) {
          free--;
          return resolve(release);
        }
        const giveUp = () => {
          waiting.remove(enter);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(group, enter);
      }),
  };
}
