/** Where this service gets the time from, so that a test or a developer can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the given milliseconds; rejects with the reason of the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that stands still between calls of `advance`, or runs on from where it was moved to. */
export interface VirtualClock extends Clock {
  /** Moves the time forward, and wakes in their order all who sleep until then. */
  advance(ms: number): Promise<void>;
}

/** `setTimeout` ends at once when asked to wait longer. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; left >= 0; left -= LONGEST_TIMEOUT) await timeout(Math.min(left, LONGEST_TIMEOUT), signal);
  },
};

function timeout(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** A clock for tests: time passes only by `advance`. */
export function createVirtualClock(start: number | Date = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = Number(start);
  let sleepers: Sleeper[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          until: now + Math.max(0, ms),
          wake() {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        sleepers.push(sleeper);
        // Nobody has to move the clock for a sleep that is over as it begins.
        if (ms <= 0) wakeUntil(now);
      }),
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const next = sleepers.reduce((least, { until }) => Math.min(least, until), Number.POSITIVE_INFINITY);
        if (next > end) break;
        now = Math.max(now, next);
        wakeUntil(now);
        // Those who woke may go to sleep again, before the end.
        await settled();
      }
      now = end;
    },
  };

  function wakeUntil(time: number): void {
    const awake = sleepers.filter(({ until }) => until <= time);
    sleepers = sleepers.filter(({ until }) => until > time);
    for (const sleeper of awake.sort((a, b) => a.until - b.until)) sleeper.wake();
  }
}

/** Lets what can go on without the clock go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
