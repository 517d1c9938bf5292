import type { Clock } from '../clock.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { ApiKey } from '../store/api-key-store.js';
import type { LedgerStore } from '../store/ledger-store.js';
import { type Period, periodOf } from './billing-period.js';
import type { Caller } from './caller.js';

export interface PlanOptions {
  readonly ledger: Pick<LedgerStore, 'used' | 'usedByKey'>;
  readonly clock: Clock;
  /** Credits per month; undefined for a server that only counts them. */
  readonly credits: number | undefined;
}

/** The credits of a team: how many a month has, and how many remain. */
export interface Plan {
  readonly credits: number;
  /** Whether calls are refused when the credits are used up. */
  readonly isLimited: boolean;
  period(): Period;
  remaining(team: string): Promise<number>;
  /** The credits that the caller has left: those of the team, or fewer if its key has a limit of its own. */
  remainingOf(caller: Caller): Promise<number>;
  /** Throws a refusal when the call costs credits, and the team or the key has none left. */
  requireCredits(operation: Operation, caller: Caller): Promise<void>;
}

/** Means "unlimited" to clients, which read a number. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function createPlan({ ledger, clock, credits }: PlanOptions): Plan {
  const total = credits ?? UNLIMITED;
  const period = () => periodOf(clock.now());
  const remainingCredits = async (team: string) => {
    const { start, end } = period();
    return Math.max(0, total - (await ledger.used(team, start, end)));
  };
  const remainingCreditsOfKey = async ({ id, limits }: ApiKey) => {
    if (limits.credits === undefined) return UNLIMITED;
    const { start, end } = period();
    return Math.max(0, limits.credits - (await ledger.usedByKey(id, start, end)));
  };
  const usedUp = (amount: string) => {
    const until = new Date(period().end).toISOString();
    const error = `Insufficient credits: the ${amount} of this month are used up. There are new ones from ${until} on.`;
    return new Refusal(402, { error });
  };
  return {
    credits: total,
    isLimited: credits !== undefined,
    period,
    remaining: remainingCredits,
    async remainingOf({ team, key }) {
      const ofKey = key ? await remainingCreditsOfKey(key) : UNLIMITED;
      return Math.min(ofKey, await remainingCredits(team));
    },
    async requireCredits({ method, statuses }, { team, key }) {
      // Reads stay allowed, so that results that were paid for can be fetched.
      if (method !== 'POST' || !statuses.includes(402)) return;
      if (credits !== undefined && (await remainingCredits(team)) <= 0) throw usedUp(String(credits));
      if (key && (await remainingCreditsOfKey(key)) <= 0)
        throw usedUp(`${key.limits.credits} of the key "${key.name}"`);
    },
  };
}
