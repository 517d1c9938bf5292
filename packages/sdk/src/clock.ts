import { AbortedError } from './errors/aborted-error.js';

/** Time and chance as the SDK sees them, so that a test can supply both. */
export interface Clock {
  /** Milliseconds since the epoch: `Retry-After` may be a date. */
  now(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Runs `run` once, in `ms` milliseconds; the function that comes back calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** A longer timer overflows and fires at once, so it is never set: 24.8 days are as good as for ever. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = ms > LONGEST_TIMER_MS ? undefined : setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits; an abort ends the wait at once, and no listener is left behind. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      close();
      reject(new AbortedError('The wait for the next try was aborted by the signal.', { cause: signal?.reason }));
    };
    const cancelTimer = clock.after(ms, () => {
      close();
      resolve();
    });
    const close = (): void => {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
