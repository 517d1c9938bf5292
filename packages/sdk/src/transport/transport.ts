import type { PreparedRequest } from '@trawl/client';
import { sleep } from '../async/clock.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { attemptOnce, type Means } from './attempt.js';
import { RetryBudget } from './budget.js';
import type { Answer, Call, CallLimits, Within } from './call.js';
import { withDeadline } from './deadline.js';
import { abortedBetween, deadlineOf, type Scene } from './failures.js';
import { limitsOf } from './limits.js';
import { neverConnected } from './network.js';
import { decide, type Repeat } from './retry.js';

/** Limits in the options hold for every call that brings none of its own. */
export interface TransportOptions extends Means, Omit<CallLimits, 'signal'> {}

/** One request made reliable; to draw it up may take time, too, as when a file has to be read. */
export type Send = (prepare: (within: Within) => Promise<PreparedRequest>, call: Call) => Promise<Answer>;

export function createTransport(options: TransportOptions): Send {
  const { clock } = options;
  const budget = new RetryBudget();
  // Limits that cannot work are refused now, not at the first call.
  limitsOf({}, options);

  return async (prepare, call) => {
    const { signal } = call;
    const limits = limitsOf(call, options);
    const endsAt = clock.now() + limits.totalTimeoutMs;
    const within: Within = (work) =>
      withDeadline(deadlineOf({ call, limits }, clock, endsAt - clock.now(), 'totalTimeoutMs', signal), work);
    const draft = await prepare(within);
    const { maxRetries } = limits;
    const raised: TrawlError[] = [];
    let repeat: Repeat | undefined;
    let mayBeDone = false;
    let failed: TrawlError | undefined;
    for (let attempts = 0, retries = 0; ; ) {
      try {
        if (repeat) await sleep(clock, repeat.waitMs, signal);
        failed = undefined;
        const scene: Scene = { draft, call, limits, within, raised, attempts: ++attempts, mayBeDone };
        const answer = await attemptOnce(scene, options, endsAt - clock.now());
        budget.earn(retries);
        return answer;
      } catch (thrown) {
        const error = thrown as TrawlError;
        // Only an abort ends a wait.
        if (failed) throw abortedBetween(failed, error);
        if (!raised.includes(error)) throw error;
        failed = error;
        const { affordable } = budget;
        const remainingMs = endsAt - clock.now();
        repeat = decide(error, { retries, maxRetries, remainingMs, affordable, random: clock.random() });
        if (!repeat) throw error;
        mayBeDone ||= ![429, 503].includes(error.status ?? 0) && !neverConnected(error.cause);
        if (repeat.counts) {
          budget.spend();
          retries++;
        }
      }
    }
  };
}
