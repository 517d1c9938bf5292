const FIRST_MS = 2_000;
const MAX_MS = 30_000;
const GROWTH = 1.5;
/** The least to start doubling from: a pause of 0 would stay 0. */
const MIN_DOUBLED_MS = 250;

/**
 * The pause before the next poll. It grows from 2 to 30 seconds, with a jitter of 25 %. A fixed pause stays the same while
 * the server answers, and doubles with each failure.
 */
export function pollPause(polls: number, failures: number, random: number, fixedMs?: number): number {
  if (fixedMs === undefined) return Math.min(MAX_MS, FIRST_MS * GROWTH ** polls) * (0.75 + random / 2);
  const base = failures ? Math.max(MIN_DOUBLED_MS, fixedMs) : fixedMs;
  return Math.min(Math.max(MAX_MS, fixedMs), base * 2 ** failures);
}

const MAX_FAILURES = 10;
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Whether to go on polling after a failed poll. A job runs for minutes or hours, so it outlasts a server that is down for a
 * while, whatever `maxRetries` is. `failures` is the number of failures in a row, this one included.
 */
export function toleratesFailure(error: { retryable?: boolean; retryAfterMs?: number }, failures: number): boolean {
  const { retryable, retryAfterMs = 0 } = error;
  return retryable === true && failures < MAX_FAILURES && retryAfterMs <= MAX_RETRY_AFTER_MS;
}
