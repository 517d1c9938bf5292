import type { Clock } from '../clock.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { LedgerStore } from '../store/ledger-store.js';
import { type Period, periodOf } from './billing-period.js';

export interface PlanOptions {
  readonly ledger: Pick<LedgerStore, 'used'>;
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
  /** Throws a refusal when the call costs credits and none remain. */
  requireCredits(operation: Operation, team: string): Promise<void>;
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
  return {
    credits: total,
    isLimited: credits !== undefined,
    period,
    remaining: remainingCredits,
    async requireCredits({ method, statuses }, team) {
      // Reads stay allowed, so that results that were paid for can be fetched.
      if (credits === undefined || method !== 'POST' || !statuses.includes(402)) return;
      if ((await remainingCredits(team)) > 0) return;
      const until = new Date(period().end).toISOString();
      const error = `Insufficient credits: the ${credits} of this month are used up. There are new ones from ${until} on.`;
      throw new Refusal(402, { error });
    },
  };
}
