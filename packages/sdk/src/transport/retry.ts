import { backoff } from './wait.js';

/** A call fails instead of waiting longer than this; `retryAfterMs` lets the caller decide. */
const MAX_WAIT_MS = 60_000;

/** Keeps a server that always says "at once" from being asked in a tight loop. */
const MIN_PAUSE_MS = 500;

/** Whether the same request may succeed after this status. */
export const isRetryable = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** Whether the server may have started its work despite this status. With any other status it refused the request. */
export const mayHaveStarted = (status: number): boolean => status === 408 || (status >= 500 && status !== 503);

/** The fields of the error of an attempt that the decision needs. */
export interface Failure {
  readonly status?: number;
  readonly retryable?: boolean;
  /** The call changes something, and may have been carried out. Never true for a call that is safe to repeat. */
  readonly possiblyStarted?: boolean;
  readonly retryAfterMs?: number;
  readonly details?: unknown;
}

export interface RetryState {
  /** The number of retries so far. */
  readonly retries: number;
  readonly maxRetries: number;
  /** The time that is left of `totalTimeoutMs`. */
  readonly remainingMs: number;
  /** Whether the retry budget has enough for one more. */
  readonly affordable: boolean;
  readonly random: number;
}

export interface Retry {
  readonly waitMs: number;
  /** Whether it counts as a retry. */
  readonly counts: boolean;
}

/** Decides whether a failed attempt is retried, and after what wait. Returns undefined if it is not retried. */
export function decideRetry(failure: Failure, state: RetryState): Retry | undefined {
  if (!failure.retryable || failure.possiblyStarted) return undefined;
  // A scrape that goes on has not failed: asking again costs no retry and no budget, and may have to wait long.
  const counts = failure.status !== 408 || Object(failure.details).state !== 'processing_continues';
  const waitMs = failure.retryAfterMs ?? backoff(state.retries, state.random);
  const mayRetry = state.retries < state.maxRetries && state.affordable && waitMs <= MAX_WAIT_MS;
  const retry = { waitMs: counts ? waitMs : Math.max(waitMs, MIN_PAUSE_MS), counts };
  return retry.waitMs < state.remainingMs && (mayRetry || !counts) ? retry : undefined;
}
