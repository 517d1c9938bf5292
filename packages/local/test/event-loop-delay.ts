import { openSync, readSync } from 'node:fs';

/** Turns that are shorter than this count as one. */
const SAMPLE_INTERVAL_MS = 10;

/** Measures how long a turn of the event loop blocks this thread, and with it all requests. */
export interface EventLoopWatch {
  /** Milliseconds of the longest turn since the last call. */
  longest(): number;
}

/** Measures the turns of this thread until it ends. */
export function watchEventLoop(): EventLoopWatch {
  const clock = threadClock();
  let last = clock();
  let longest = 0;
  const sample = () => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(sample, SAMPLE_INTERVAL_MS).unref();
  return {
    longest() {
      sample();
      const result = longest;
      longest = 0;
      return result;
    },
  };
}

/**
 * Milliseconds of CPU time of this thread, where the system reports them: on a busy machine, time passes while the
 * thread does not run. Wall-clock time elsewhere.
 */
function threadClock(): () => number {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return () => performance.now();
  }
  const bytes = Buffer.alloc(64);
  return () => {
    const [nanoseconds] = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ');
    return Number(nanoseconds) / 1e6;
  };
}
