import { FairQueue } from '@trawl/convert/workers';

/** Lets a fixed number of pages be open at once; groups take turns for the next one. */
export interface PageSlots {
  /** Pages that have a slot. */
  readonly openCount: number;
  /** Pages that wait for a slot. */
  readonly waitingCount: number;
  /** Whether the next page has to wait. */
  readonly isFull: boolean;
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
    get openCount() {
      return count - free;
    },
    get waitingCount() {
      return waiting.size;
    },
    get isFull() {
      return free === 0;
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
