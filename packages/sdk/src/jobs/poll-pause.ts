import { AbortedError } from '../errors/errors.js';
import type { TrawlError } from '../errors/trawl-error.js';

const FIRST_MS = 500;
const STEADY_MS = 2_000;
const MAX_MS = 30_000;
const GROWTH = 1.5;
/** The least to start doubling from: a pause of 0 would stay 0. */
const MIN_DOUBLED_MS = 250;

/** How many polls in a row, about a minute of them, expect the end of a job that has read every page it knows. */
const POLLS_BEFORE_THE_END = 30;

/** What the polls have shown so far. */
export interface PollState {
  /** The number of polls so far. */
  readonly polls: number;
  /** The number of polls in a row that brought nothing new. */
  readonly idle: number;
  /** The number of polls in a row that failed. */
  readonly failures: number;
  /** Whether the job has read every page that it knows: its end is near. */
  readonly isComplete: boolean;
}

/**
 * The pause before the next poll. It grows from half a second to 2 seconds with the age of the job, so that a short one is
 * noticed soon after its end. While nothing new comes it grows to 30 seconds, with a jitter of 25 %, and it stays short when
 * the end is near. A fixed pause stays the same while the server answers, and doubles with each failure.
 */
export function pollPause({ polls, idle, failures, isComplete }: PollState, random: number, fixedMs?: number): number {
  if (fixedMs === undefined) {
    const growth = Math.max(failures, isComplete ? idle - POLLS_BEFORE_THE_END : idle);
    const steadyMs = Math.min(STEADY_MS, FIRST_MS * GROWTH ** polls);
    return Math.min(MAX_MS, steadyMs * GROWTH ** growth) * (0.75 + random / 2);
  }
  const base = failures ? Math.max(MIN_DOUBLED_MS, fixedMs) : fixedMs;
  return Math.min(Math.max(MAX_MS, fixedMs), base * 2 ** failures);
}

const MAX_FAILURES = 10;
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Whether to go on polling after a failed poll. A job runs for minutes or hours, so it outlasts a server that is down
 * for a while, whatever `maxRetries` is. It also goes on after a response that is not from the API, because something
 * in between has sent it. `failures` is the number of failures in a row, this one included.
 */
export function toleratesFailure(error: TrawlError, failures: number): boolean {
  const { retryable, retryAfterMs = 0 } = error;
  const mayPass = retryable ?? (error.status !== undefined && !(error instanceof AbortedError));
  return mayPass && failures < MAX_FAILURES && retryAfterMs <= MAX_RETRY_AFTER_MS;
}
