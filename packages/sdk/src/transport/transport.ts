import type { PreparedRequest } from '@trawl/client';
import { sleep, timeOn } from '../async/clock.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { type AttemptOptions, attemptOnce } from './attempt.js';
import { RetryBudget } from './budget.js';
import type { Call, CallLimits, RunWithDeadline } from './call.js';
import { withDeadline } from './deadline.js';
import { abortedBeforeRetry, deadlineOf } from './failures.js';
import { limitsOf } from './limits.js';
import { neverConnected } from './network.js';
import type { ReceivedResponse } from './received-response.js';
import { decideRetry } from './retry.js';

/** The options of a transport. A call's own limits win over these. */
export interface TransportOptions extends AttemptOptions, Omit<CallLimits, 'signal'> {}

/** Prepares a request, sends it, and retries it. Preparing it may take time: a file may have to be read. */
export type Send = (
  prepare: (runWithDeadline: RunWithDeadline) => Promise<PreparedRequest>,
  call: Call,
) => Promise<ReceivedResponse>;

export function createTransport(options: TransportOptions): Send {
  const { clock } = options;
  const budget = new RetryBudget();
  const clientLimits = limitsOf(options);

  return async (prepare, call) => {
    const limits = limitsOf(call, clientLimits);
    const endsAt = timeOn(clock) + limits.totalTimeoutMs;
    const runWithDeadline: RunWithDeadline = (work) => {
      const deadline = { clock, ms: endsAt - timeOn(clock), limit: 'totalTimeoutMs', signal: call.signal } as const;
      return withDeadline(deadlineOf({ call, limits }, deadline), work);
    };
    const request = await prepare(runWithDeadline);
    const isNamed = request.headers.has(REQUEST_ID);
    const fetchOptions = { ...options.fetchOptions, ...call.fetchOptions };
    const errors: TrawlError[] = [];
    let mayBeDone = false;
    let retries = 0;
    for (let attempts = 1; ; attempts++) {
      try {
        // A new one for each attempt: a cache in between would answer a poll for ever.
        if (!isNamed) request.headers.set(REQUEST_ID, nextRequestId());
        const attempt = { request, call, limits, fetchOptions, runWithDeadline, errors, attempts, mayBeDone };
        const response = await attemptOnce(attempt, options, endsAt - timeOn(clock));
        budget.earn(retries);
        return response;
      } catch (cause) {
        const error = cause as TrawlError;
        // A middleware threw an error of its own, or that of another call.
        if (!errors.includes(error)) throw error;
        const retry = decideRetry(error, {
          retries,
          maxRetries: limits.maxRetries,
          remainingMs: endsAt - timeOn(clock),
          affordable: budget.affordable,
          random: clock.random(),
        });
        if (!retry) throw error;
        mayBeDone ||= mayHaveBeenDone(error);
        if (retry.counts) {
          budget.spend();
          retries++;
        }
        await sleep(clock, retry.waitMs, call.signal).catch((abortError: TrawlError) => {
          throw abortedBeforeRetry(error, abortError);
        });
      }
    }
  };
}

/** Names a request, for the support and the logs of a service. Yours is sent instead, if you give one. */
const REQUEST_ID = 'x-request-id';

let requestCount = 0;

/** Unique without a random number, for which a page that is rendered in advance must not ask. */
function nextRequestId(): string {
  const time = performance.timeOrigin + performance.now();
  return `trawl-${time.toString(36)}-${(++requestCount).toString(36)}`;
}

/** Whether the server may have carried out an attempt that failed. It refuses a request with these statuses. */
function mayHaveBeenDone({ status, cause }: TrawlError): boolean {
  return status !== 429 && status !== 503 && !neverConnected(cause);
}
