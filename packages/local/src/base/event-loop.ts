import { performance } from 'node:perf_hooks';
import { setImmediate as onNextTurn } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop. */
const MAX_BLOCKING_MS = 20;

/** Yields to the event loop; rejects with the reason of the signal when it is aborted. */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** The share of the time that a busy event loop works. */
const BUSY_SHARE = 0.5;

/** Returns a function that says whether the event loop was busy since it was asked last. */
export function busyWatch(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY_SHARE;
  };
}

/** Does work for each item, one after the other, and yields to the event loop at intervals. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    const result = work(item);
    if (result instanceof Promise) await result;
    if (performance.now() - since < MAX_BLOCKING_MS) continue;
    await nextTurn(signal);
    since = performance.now();
  }
}

/** How much the first slice of work is. */
const FIRST_SLICE = 64;

/** The largest slice of work. */
const LARGEST_SLICE = 4096;

/**
 * Does work in slices that block the event loop only for a moment, until none is left or the signal is aborted.
 *
 * @param slice does a part of the work of the given size, and returns how much it has done: less than the size when nothing is left.
 */
export async function inSlices(slice: (size: number) => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (let size = FIRST_SLICE; !signal?.aborted; ) {
    const begunAt = performance.now();
    if ((await slice(size)) < size) return;
    const ms = performance.now() - begunAt;
    // Doubled and halved, so that few different sizes occur: each may be a statement of its own.
    if (ms > MAX_BLOCKING_MS) size = Math.max(1, size / 2);
    else if (ms < MAX_BLOCKING_MS / 4) size = Math.min(LARGEST_SLICE, size * 2);
    await nextTurn();
  }
}

/**
 * Lets work begin for some milliseconds of each turn of the event loop. The rest begins in later turns, in the order in which
 * it came.
 */
export class TurnBudget {
  readonly #milliseconds: number;
  #begunAt: number | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Resolves as soon as work may begin. */
  async wait(): Promise<void> {
    while (this.#isSpent()) await setImmediate();
  }

  #isSpent(): boolean {
    const now = performance.now();
    if (this.#begunAt === undefined) {
      this.#begunAt = now;
      // This runs before the work that waits for the next turn, because it was asked for before.
      onNextTurn(() => {
        this.#begunAt = undefined;
      });
    }
    return now - this.#begunAt > this.#milliseconds;
  }
}
