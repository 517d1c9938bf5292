import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { ApiKey } from '../store/api-key-store.js';

/** Limits how often and how many at once the calls of a key are. */
export interface CallLimits {
  /** Counts a call; throws a refusal when the key has made as many as it may. */
  count(key: ApiKey): Promise<void>;
  /**
   * Lets a call begin; returns the function that ends it, if calls of the key are limited. Throws a refusal when as many are
   * in progress as may be.
   */
  begin(key: ApiKey): Promise<(() => void) | undefined>;
}

const MINUTE_MS = 60_000;

/** The calls that a key has left, as of a time. They grow by its rate, up to those of a minute. */
interface Allowance {
  calls: number;
  at: number;
}

/** Limits for one process: after a restart, each key may make the calls of a whole minute again. */
export function createCallLimits(clock: Pick<Clock, 'now'>): CallLimits {
  const allowances = new Map<string, Allowance>();
  const callsInProgress = new Map<string, number>();

  function allowanceOf(id: string, rate: number): Allowance {
    const now = clock.now();
    const { calls, at } = allowances.get(id) ?? { calls: rate, at: now };
    const allowance = { calls: Math.min(rate, calls + (Math.max(0, now - at) * rate) / MINUTE_MS), at: now };
    allowances.set(id, allowance);
    return allowance;
  }

  return {
    async count({ id, name, limits: { rate } }) {
      if (rate === undefined) return;
      const allowance = allowanceOf(id, rate);
      if (allowance.calls < 1) {
        const seconds = Math.ceil(((1 - allowance.calls) * MINUTE_MS) / rate / 1000);
        throw tooMany(
          `The key "${name}" may make ${rate} calls a minute, and has made them. Try again in ${seconds} s.`,
          seconds,
        );
      }
      allowance.calls -= 1;
    },

    async begin({ id, name, limits: { concurrency } }) {
      if (concurrency === undefined) return undefined;
      const calls = callsInProgress.get(id) ?? 0;
      if (calls >= concurrency) {
        throw tooMany(
          `The key "${name}" may have ${concurrency} calls in progress at once, and has them. Wait until one has ended.`,
          1,
        );
      }
      callsInProgress.set(id, calls + 1);
      return () => {
        const left = (callsInProgress.get(id) ?? 1) - 1;
        if (left > 0) callsInProgress.set(id, left);
        else callsInProgress.delete(id);
      };
    },
  };
}

function tooMany(error: string, seconds: number): Refusal {
  const body = { error, reason: 'requests', retry_after_seconds: seconds };
  return new Refusal(429, body, { 'retry-after': String(seconds) });
}
