const FIRST_MS = 2_000;
const MAX_MS = 30_000;
const GROWTH = 1.5;
/** Twice nothing is nothing. */
const MIN_DOUBLED_MS = 250;

/**
 * The pause before the next poll: two seconds at first, growing to half a minute, a quarter more or less by chance.
 * A fixed pause that the caller asks for stays fixed as long as the server answers, and doubles with each failure.
 */
export function pollPause(polls: number, failures: number, random: number, fixedMs?: number): number {
  if (fixedMs === undefined) return Math.min(MAX_MS, FIRST_MS * GROWTH ** polls) * (0.75 + random / 2);
  const base = failures ? Math.max(MIN_DOUBLED_MS, fixedMs) : fixedMs;
  return Math.min(Math.max(MAX_MS, fixedMs), base * 2 ** failures);
}

const MAX_FAILURES = 10;
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Whether a wait survives a failed poll. A job runs for minutes or hours; that the server is busy or away for a while
 * is not its end, whatever `maxRetries` is. `failures` are those in a row, this one included.
 */
export function toleratesFailure(error: { retryable?: boolean; retryAfterMs?: number }, failures: number): boolean {
  const { retryable, retryAfterMs = 0 } = error;
  return retryable === true && failures < MAX_FAILURES && retryAfterMs <= MAX_RETRY_AFTER_MS;
}
