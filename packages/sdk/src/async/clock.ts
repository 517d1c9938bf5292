import { AbortedError } from '../errors/errors.js';
import { noop } from './noop.js';

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
const LONGEST_TIMER_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = ms > LONGEST_TIMER_MS ? undefined : setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** What waits for one signal, as its one listener: platforms warn of a leak when there are more than ten. */
class Watchers extends Set<() => void> {
  handleEvent(): void {
    for (const run of this) run();
  }
}

const watchersOf = new WeakMap<AbortSignal, Watchers>();

function onAbort(signal: AbortSignal, run: () => void): () => void {
  const watchers = (watchersOf.get(signal) ?? new Watchers()).add(run);
  watchersOf.set(signal, watchers);
  // To add what is there already does nothing.
  signal.addEventListener('abort', watchers);
  return () => {
    watchers.delete(run);
    if (!watchers.size) signal.removeEventListener('abort', watchers);
  };
}

/**
 * Calls one of the two, whichever comes first: the end of the time, or the abort of the signal. The function that comes
 * back calls both off. Listeners are added and removed by hand: `AbortSignal.any` leaks on a signal that lives long.
 */
export function watch(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  expired: () => void,
  aborted: (reason: unknown) => void,
): () => void {
  let unlisten = noop;
  const close = (): void => {
    cancelTimer();
    unlisten();
  };
  const abort = (): void => {
    close();
    aborted(signal?.reason);
  };
  const cancelTimer = clock.after(ms, () => {
    close();
    expired();
  });
  if (signal?.aborted) abort();
  else if (signal) unlisten = onAbort(signal, abort);
  return close;
}

/** Waits; an abort ends the wait at once. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    watch(clock, ms, signal, resolve, (cause) =>
      reject(new AbortedError('The wait was aborted by its signal.', { cause })),
    );
  });
}
