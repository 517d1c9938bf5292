import type { PreparedRequest } from '@trawl/client';
import { sleep } from '../async/clock.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { type AttemptOptions, attemptOnce } from './attempt.js';
import { RetryBudget } from './budget.js';
import type { Answer, Call, CallLimits, Within } from './call.js';
import { withDeadline } from './deadline.js';
import { type Attempt, abortedBeforeRetry, deadlineOf } from './failures.js';
import { limitsOf } from './limits.js';
import { neverConnected } from './network.js';
import { decideRetry, type Retry } from './retry.js';

/** What a transport works with. A call's own limits win over these. */
export interface TransportOptions extends AttemptOptions, Omit<CallLimits, 'signal'> {}

/** Prepares a request, sends it, and retries it. Preparing it may take time: a file may have to be read. */
export type Send = (prepare: (within: Within) => Promise<PreparedRequest>, call: Call) => Promise<Answer>;

export function createTransport(options: TransportOptions): Send {
  const { clock } = options;
  const budget = new RetryBudget();
  // Refuses wrong limits now, and not at the first call.
  limitsOf({}, options);

  return async (prepare, call) => {
    const { signal } = call;
    const limits = limitsOf(call, options);
    const endsAt = clock.now() + limits.totalTimeoutMs;
    const within: Within = (work) =>
      withDeadline(deadlineOf({ call, limits }, clock, endsAt - clock.now(), 'totalTimeoutMs', signal), work);
    const request = await prepare(within);
    const { maxRetries } = limits;
    const errors: TrawlError[] = [];
    let retry: Retry | undefined;
    let mayBeDone = false;
    let failed: TrawlError | undefined;
    for (let attempts = 0, retries = 0; ; ) {
      try {
        if (retry) await sleep(clock, retry.waitMs, signal);
        failed = undefined;
        const attempt: Attempt = { request, call, limits, within, errors, attempts: ++attempts, mayBeDone };
        const answer = await attemptOnce(attempt, options, endsAt - clock.now());
        budget.earn(retries);
        return answer;
      } catch (thrown) {
        const error = thrown as TrawlError;
        // A wait fails only by an abort.
        if (failed) throw abortedBeforeRetry(failed, error);
        if (!errors.includes(error)) throw error;
        failed = error;
        const { affordable } = budget;
        const remainingMs = endsAt - clock.now();
        retry = decideRetry(error, { retries, maxRetries, remainingMs, affordable, random: clock.random() });
        if (!retry) throw error;
        mayBeDone ||= ![429, 503].includes(error.status ?? 0) && !neverConnected(error.cause);
        if (retry.counts) {
          budget.spend();
          retries++;
        }
      }
    }
  };
}
