import { openSync, readSync } from 'node:fs';

/** The sampling interval: shorter turns count together. */
const SAMPLE_INTERVAL_MS = 10;

/** Measures how long a turn of the event loop blocks this thread, and with it all requests. */
export interface EventLoopWatch {
  /** Milliseconds of the longest turn since the last call. */
  longest(): number;
}

/** Watches the turns of this thread, for as long as it lives. */
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
      const found = longest;
      longest = 0;
      return found;
    },
  };
}

/**
 * Milliseconds for which this thread has run, where the system tells them: on a machine that is busy with other things,
 * time passes while nothing is done. Elsewhere the time itself.
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
