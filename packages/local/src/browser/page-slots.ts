import { FairQueue } from '@trawl/convert/workers';

/** Lets a fixed number of pages be open at once; groups take turns for the next one. */
export interface PageSlots {
  readonly areTaken: boolean;
  readonly taken: number;
  /** Pages that wait for a slot. */
  readonly awaited: number;
  /** Whether a page waits for a slot. */
  readonly areAwaited: boolean;
  /**
   * Resolves to the function that gives the slot back, once, however often it is called; rejects with the reason of the
   * signal.
   */
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

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  }

  return {
    get areTaken() {
      return free === 0;
    },
    get taken() {
      return count - free;
    },
    get awaited() {
      return waiting.size;
    },
    get areAwaited() {
      return waiting.size > 0;
    },
    acquire: (group, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (free > 0) {
          free--;
          return resolve(releaseOnce());
        }
        const giveUp = () => {
          waiting.remove(enter);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(releaseOnce());
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(group, enter);
      }),
  };
}
