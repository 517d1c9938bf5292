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
    const errors: TrawlError[] = [];
    let mayBeDone = false;
    let retries = 0;
    for (let attempts = 1; ; attempts++) {
      try {
        const attempt = { request, call, limits, runWithDeadline, errors, attempts, mayBeDone };
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

/** Whether the server may have carried out an attempt that failed. It refuses a request with these statuses. */
function mayHaveBeenDone({ status, cause }: TrawlError): boolean {
  return status !== 429 && status !== 503 && !neverConnected(cause);
}
