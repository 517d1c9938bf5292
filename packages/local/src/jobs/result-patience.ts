import type { Patience } from './in-groups.js';

/** The share of the tasks in hand whose results are enough for a transaction, and of the time of a task that its result may wait. */
const SHARE = 1 / 2;

/** Results that are enough in any case: storing them keeps the event loop for about 20 ms. */
const ENOUGH = 20;

/** The longest that a result waits for others. */
const MOST_MS = 250;

interface ResultState {
  /** The number of tasks of the job that are being done here, or whose results wait. */
  readonly inHand: number;
  /** How long the task took. */
  readonly tookMs: number;
  /** Whether this process has no time to spare. */
  readonly isBusy: boolean;
}

/**
 * How long a result waits for others. Ten results in one transaction write a third of what they write one by one, and take half
 * the time. In a process with time to spare none waits: the next task would begin later for nothing.
 */
export function resultPatience({ inHand, tookMs, isBusy }: ResultState): Patience {
  return {
    enough: Math.max(1, Math.min(Math.floor(inHand * SHARE), ENOUGH)),
    milliseconds: isBusy ? Math.min(tookMs * SHARE, MOST_MS) : 0,
  };
}
