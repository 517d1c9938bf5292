import { type Clock, sleep, systemClock } from '../clock.js';
import type { AbortedError } from '../errors/aborted-error.js';
import { ConfigurationError } from '../errors/configuration-error.js';
import { TrawlError } from '../errors/trawl-error.js';
import { attemptOnce } from './attempt.js';
import { RetryBudget } from './budget.js';
import type { Answer, Call, CallLimits, RequestDraft } from './call.js';
import { limitsOf } from './limits.js';
import type { Middleware } from './middleware.js';
import type { Fetch } from './redirect.js';
import { decide } from './retry.js';

/** Limits in the options hold for every call that brings none of its own. */
export interface TransportOptions extends Omit<CallLimits, 'signal'> {
  /** Requests to any other origin are refused. */
  readonly baseUrl: string;
  readonly fetch?: Fetch | undefined;
  readonly middleware?: readonly Middleware[] | undefined;
  readonly clock?: Clock | undefined;
}

/** One request made reliable. */
export type Send = (draft: RequestDraft, call: Call) => Promise<Answer>;

/** Looked up at each call, so that a `fetch` patched later counts. */
const platformFetch: Fetch = (input, init) => globalThis.fetch(input, init);

export function createTransport(options: TransportOptions): Send {
  const { fetch = platformFetch, middleware = [], clock = systemClock } = options;
  const { origin } = new URL(options.baseUrl);
  const budget = new RetryBudget();
  // Limits that cannot work are refused now, not at the first call.
  limitsOf({}, options);

  return async (draft, call) => {
    const limits = limitsOf(call, options);
    const target = new URL(draft.url).origin;
    if (target !== origin) throw new ConfigurationError(`${call.operation} would go to ${target}, not to baseUrl.`);
    // A stream can be read only once.
    const maxRetries = draft.body instanceof ReadableStream ? 0 : limits.maxRetries;
    const endsAt = clock.now() + limits.totalTimeoutMs;
    let retries = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const remainingMs = endsAt - clock.now();
        const answer = await attemptOnce(draft, { fetch, middleware, clock, call, attempt, ...limits, remainingMs });
        budget.earn(retries);
        return { ...answer, attempts: attempt };
      } catch (error) {
        if (!(error instanceof TrawlError)) throw error;
        const place = { operation: call.operation, attempts: attempt };
        Object.assign(error, place);
        const { affordable } = budget;
        const state = { retries, maxRetries, remainingMs: endsAt - clock.now(), affordable, random: clock.random() };
        const repeat = decide(error, state);
        if (!repeat) throw error;
        if (repeat.counts) {
          budget.spend();
          retries++;
        }
        await sleep(clock, repeat.waitMs, call.signal).catch((aborted: AbortedError) => {
          throw Object.assign(aborted, place);
        });
      }
    }
  };
}
