import type { Clock } from '@trawl/base/clock';
import { Refusal } from '../contract/refusal.js';
import type { ApiKey } from '../store/api-key-store.js';

/** Limits how often and how many at once calls are made. */
export interface CallLimits {
  /**
   * Lets a call of a key begin; resolves to the function that ends it, if the calls of the key at once are limited. Throws a
   * refusal when the key has made as many calls as it may, and when as many are in progress as may be.
   */
  begin(key: ApiKey): Promise<EndCall | undefined>;
  /** Counts a call without a key. Throws a refusal when there were as many as a day may have, which begins with its first call. */
  countKeyless(perDay: number): Promise<void>;
}

/** Ends a call: when it has, the next call of the key may begin. */
export type EndCall = () => void | Promise<void>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The calls that a key has left, as of a time. They grow by its rate, up to those of a minute. */
interface Allowance {
  calls: number;
  at: number;
}

/** Limits for one process: after a restart, each key may make the calls of a whole minute again. */
export function createCallLimits(clock: Pick<Clock, 'now'>): CallLimits {
  const allowances = new Map<string, Allowance>();
  const callsInProgress = new Map<string, number>();
  const keyless = { calls: 0, endsAt: Number.NEGATIVE_INFINITY };

  function allowanceOf(id: string, rate: number): Allowance {
    const now = clock.now();
    const { calls, at } = allowances.get(id) ?? { calls: rate, at: now };
    const allowance = { calls: Math.min(rate, calls + (Math.max(0, now - at) * rate) / MINUTE_MS), at: now };
    allowances.set(id, allowance);
    return allowance;
  }

  function count(key: ApiKey, rate: number): void {
    const allowance = allowanceOf(key.id, rate);
    if (allowance.calls < 1) throw tooManyCalls(key, ((1 - allowance.calls) * MINUTE_MS) / rate);
    allowance.calls -= 1;
  }

  return {
    async begin(key) {
      const { id, limits } = key;
      if (limits.rate !== undefined) count(key, limits.rate);
      if (limits.concurrency === undefined) return undefined;
      const calls = callsInProgress.get(id) ?? 0;
      if (calls >= limits.concurrency) throw tooManyAtOnce(key);
      callsInProgress.set(id, calls + 1);
      return () => {
        const left = (callsInProgress.get(id) ?? 1) - 1;
        if (left > 0) callsInProgress.set(id, left);
        else callsInProgress.delete(id);
      };
    },

    async countKeyless(perDay) {
      const now = clock.now();
      if (now >= keyless.endsAt) {
        keyless.calls = 0;
        keyless.endsAt = now + DAY_MS;
      }
      keyless.calls += 1;
      if (keyless.calls > perDay) throw tooManyKeyless(perDay, keyless.endsAt - now);
    },
  };
}

/** Refuses a call of a key that may make the next one after some time. */
export function tooManyCalls({ name, limits: { rate } }: ApiKey, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  return tooMany(
    `The key "${name}" may make ${rate} calls a minute, and has made them. Try again in ${seconds} s.`,
    seconds,
  );
}

/** Refuses a call of a key that has as many in progress as it may. */
export function tooManyAtOnce({ name, limits: { concurrency } }: ApiKey): Refusal {
  return tooMany(
    `The key "${name}" may have ${concurrency} calls in progress at once, and has them. Wait until one has ended.`,
    1,
  );
}

/** Refuses a call without a key when the day, which ends after some time, has no more. */
export function tooManyKeyless(perDay: number, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const error = `The ${perDay} calls a day that this server answers without a key are used up. Send an API key, or try again in ${seconds} seconds.`;
  return new Refusal('too_many_keyless_calls', error, { retryAfterSeconds: seconds });
}

function tooMany(error: string, seconds: number): Refusal {
  return new Refusal('too_many_calls', error, { retryAfterSeconds: seconds });
}
