import { AbortedError } from '../errors/errors.js';
import { noop } from './noop.js';

/** The time and the random numbers of the SDK. A test can supply its own. */
export interface Clock {
  /** Milliseconds since the epoch: `Retry-After` may be a date. */
  now(): number;
  /**
   * Milliseconds since any moment, for durations. Default: `now()`. A framework that renders a page in advance refuses to tell
   * the time, so a call that succeeds at once asks only for this.
   */
  readonly elapsed?: (() => number) | undefined;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Runs `run` once, after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** A longer timer would overflow and fire at once, so no timer is set. */
const MAX_TIMER_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = ms > MAX_TIMER_MS ? undefined : setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The time on a clock, for durations only. */
export const timeOn = (clock: Clock): number => clock.elapsed?.() ?? clock.now();

/** All callbacks for one signal, as one listener: platforms warn of a leak at more than ten. */
class Watchers extends Set<() => void> {
  handleEvent(): void {
    for (const run of this) run();
  }
}

const watchersOf = new WeakMap<AbortSignal, Watchers>();

function listenForAbort(signal: AbortSignal, run: () => void): () => void {
  const watchers = (watchersOf.get(signal) ?? new Watchers()).add(run);
  watchersOf.set(signal, watchers);
  // A listener that is there already is not added again.
  signal.addEventListener('abort', watchers);
  return () => {
    watchers.delete(run);
    if (!watchers.size) signal.removeEventListener('abort', watchers);
  };
}

interface Watch {
  /** The time in milliseconds. Default: it never expires. */
  readonly ms?: number;
  readonly signal: AbortSignal | undefined;
  readonly onExpired?: () => void;
  readonly onAbort: (reason: unknown) => void;
}

/**
 * Calls `onExpired` after `ms` milliseconds, or `onAbort` when the signal aborts, whichever comes first. Returns a function
 * that cancels both. It does not use `AbortSignal.any`, which leaks memory on a signal that lives long.
 */
export function watch(clock: Clock, { ms = Infinity, signal, onExpired = noop, onAbort }: Watch): () => void {
  let unlisten = noop;
  const close = (): void => {
    cancelTimer();
    unlisten();
  };
  const abort = (): void => {
    close();
    onAbort(signal?.reason);
  };
  const cancelTimer = clock.after(ms, () => {
    close();
    onExpired();
  });
  if (signal?.aborted) abort();
  else if (signal) unlisten = listenForAbort(signal, abort);
  return close;
}

/** Waits for `ms` milliseconds. An abort ends the wait at once. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    watch(clock, {
      ms,
      signal,
      onExpired: resolve,
      onAbort: (cause) => reject(new AbortedError('The wait was aborted by its signal.', { cause })),
    });
  });
}
