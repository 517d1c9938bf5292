/** The time source of the service. Tests and developers can replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the given milliseconds; rejects with the reason of the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that can be moved forward. */
export interface MovableClock extends Clock {
  /** Moves the time forward, and resolves in order the sleeps that end by then. */
  advance(ms: number): Promise<void>;
}

/** `setTimeout` fires at once for longer delays. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The time of this machine. */
export const systemClock: Clock = createMovableClock();

/** The time of this machine, plus the time that it was advanced by. */
export function createMovableClock(): MovableClock {
  return createClock({ start: () => Date.now(), monotonic: () => performance.now(), isRunning: true });
}

/** A clock for tests: time passes only by `advance`. */
export function createVirtualClock(start: number | Date = Date.UTC(2026, 0, 1)): MovableClock {
  const time = Number(start);
  return createClock({ start: () => time, monotonic: () => 0, isRunning: false });
}

interface PendingSleep {
  readonly until: number;
  wake(): void;
}

interface Time {
  /** The current time without the offset. */
  readonly start: () => number;
  /** Milliseconds of a monotonic clock, so that a change of the system time does not affect sleeps. */
  readonly monotonic: () => number;
  readonly isRunning: boolean;
}

function createClock({ start, monotonic, isRunning }: Time): MovableClock {
  let offset = 0;
  const sleepers = new Set<PendingSleep>();
  // The offset has fractions of a millisecond, and a storage file takes whole ones only.
  const now = () => Math.round(start() + offset);
  const elapsed = () => monotonic() + offset;

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let timer: NodeJS.Timeout | undefined;
      const cleanUp = () => {
        clearTimeout(timer);
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        cleanUp();
        reject(signal?.reason);
      };
      const sleeper: PendingSleep = {
        until: elapsed() + Math.max(0, ms),
        wake() {
          cleanUp();
          resolve();
        },
      };
      const wait = () => {
        const remainingMs = sleeper.until - elapsed();
        // Timers may fire a little early, and their delay is limited.
        if (remainingMs <= 0) sleeper.wake();
        else if (isRunning) timer = setTimeout(wait, Math.min(remainingMs, MAX_TIMEOUT_MS));
      };
      signal?.addEventListener('abort', abort, { once: true });
      sleepers.add(sleeper);
      wait();
    });
  }

  function wakeUntil(time: number): void {
    const awake = [...sleepers].filter(({ until }) => until <= time);
    for (const sleeper of awake.sort((a, b) => a.until - b.until)) sleeper.wake();
  }

  async function advance(ms: number): Promise<void> {
    const end = elapsed() + ms;
    await pendingWork();
    for (;;) {
      const next = Math.min(...[...sleepers].map(({ until }) => until));
      if (next > end) break;
      offset += Math.max(0, next - elapsed());
      wakeUntil(next);
      // Resolved work may sleep again before the end.
      await pendingWork();
    }
    offset += Math.max(0, end - elapsed());
  }

  return { now, sleep, advance };
}

/** Resolves when work that does not wait for the clock has run. */
function pendingWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
