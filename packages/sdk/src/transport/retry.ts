import { backoff } from './wait.js';

/** A longer wait is not ours to decide on: the caller gets the error and `retryAfterMs`. */
const LONGEST_WAIT_MS = 60_000;

/** A server that says "go on at once" for ever must not be asked in a tight loop. */
const SHORTEST_PAUSE_MS = 500;

/** Statuses after which the same request may well succeed. */
export const isRetryable = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** Statuses that leave open whether the server began: all others say that it turned the request away. */
export const mayHaveStarted = (status: number): boolean => status === 408 || (status >= 500 && status !== 503);

/** What the decision needs to know of the error that ended an attempt. */
export interface Failure {
  readonly status?: number;
  readonly retryable?: boolean;
  /** It changes something and may have been carried out; never true of a call that is safe to repeat. */
  readonly possiblyStarted?: boolean;
  readonly retryAfterMs?: number;
  readonly details?: unknown;
}

export interface RetryState {
  /** Retries made so far, and how many there may be. */
  readonly retries: number;
  readonly maxRetries: number;
  /** What is left of the call's total time. */
  readonly remainingMs: number;
  /** Whether the client's retry budget has enough for one more. */
  readonly affordable: boolean;
  readonly random: number;
}

export interface Repeat {
  readonly waitMs: number;
  /** Whether it counts as a retry. */
  readonly counts: boolean;
}

/** After what wait an attempt that failed is made again; undefined if it is not. */
export function decide(failure: Failure, state: RetryState): Repeat | undefined {
  if (!failure.retryable || failure.possiblyStarted) return undefined;
  // A scrape that goes on is no failure: it costs neither a retry nor budget, and may be told to wait long.
  const counts = failure.status !== 408 || Object(failure.details).state !== 'processing_continues';
  const waitMs = failure.retryAfterMs ?? backoff(state.retries, state.random);
  const mayRetry = state.retries < state.maxRetries && state.affordable && waitMs <= LONGEST_WAIT_MS;
  const repeat = { waitMs: counts ? waitMs : Math.max(waitMs, SHORTEST_PAUSE_MS), counts };
  return repeat.waitMs < state.remainingMs && (mayRetry || !counts) ? repeat : undefined;
}
