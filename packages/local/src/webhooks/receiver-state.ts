const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long the service tries to deliver an event, from when it is queued. */
export const DELIVERY_TIME_MS = 24 * HOUR_MS;

/** The pauses before the second and each later attempt of an event, which make a day. */
export const PAUSES_MS = [
  1_000,
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
];

/** A receiver that fails is asked at least this often, so that it gets its events soon after it is there again. */
const LONGEST_PAUSE_MS = HOUR_MS;

/** Requests to one receiver at once. */
export const MOST_AT_ONCE = 10;

/** So many failures in a row are those of the receiver, and not of single events. */
const FAILURES_OF_RECEIVER = MOST_AT_ONCE;

/** What is known of a receiver whose last attempt has failed. */
export interface ReceiverFailure {
  /** The number of attempts that have failed since the last success. */
  readonly failures: number;
  /** When the first of them began, in milliseconds since 1970. */
  readonly since: number;
  /** How often it was left in peace because it fails. */
  readonly pauses: number;
  /** It gets nothing before this time; 0 when it may get something now. */
  readonly pausedUntil: number;
}

/** An attempt that has failed. All times are in milliseconds since 1970. */
export interface FailedAttempt {
  readonly startedAt: number;
  readonly endedAt: number;
  /** How long the receiver wants to be left in peace, in milliseconds; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** Whether the receiver fails, so that it gets one event at a time, until it takes one. */
export function isFailing(failure: ReceiverFailure | undefined): boolean {
  return failure !== undefined && failure.failures >= FAILURES_OF_RECEIVER;
}

/** What is known of a receiver after a failed attempt. */
export function afterFailure(before: ReceiverFailure | undefined, attempt: FailedAttempt): ReceiverFailure {
  const { failures, since, pauses, pausedUntil } = before ?? { ...NO_FAILURE, since: attempt.startedAt };
  const hasFailed = failures + 1 >= FAILURES_OF_RECEIVER;
  // Attempts that were under way when the pause began say nothing new.
  const isNewPause = hasFailed && attempt.startedAt >= pausedUntil;
  const pauseMs = isNewPause ? Math.min(LONGEST_PAUSE_MS, PAUSES_MS[pauses] ?? LONGEST_PAUSE_MS) : 0;
  return {
    failures: failures + 1,
    since,
    pauses: pauses + (isNewPause ? 1 : 0),
    pausedUntil: Math.max(pausedUntil, endOf(attempt, pauseMs)),
  };
}

const NO_FAILURE = { failures: 0, pauses: 0, pausedUntil: 0 };

/** When an event is tried again, in milliseconds since 1970; undefined when it is given up. `attempts` are those before this one. */
export function nextAttempt(attempts: number, queuedAt: number, attempt: FailedAttempt): number | undefined {
  const pauseMs = PAUSES_MS[attempts];
  if (pauseMs === undefined || attempt.endedAt - queuedAt >= DELIVERY_TIME_MS) return undefined;
  return endOf(attempt, pauseMs);
}

/** The end of a pause that is as long as the receiver asks, but no longer than an event is kept. */
function endOf({ endedAt, retryAfterMs = 0 }: FailedAttempt, pauseMs: number): number {
  const ms = Math.max(pauseMs, Math.min(retryAfterMs, DELIVERY_TIME_MS));
  return ms > 0 ? endedAt + ms : 0;
}
