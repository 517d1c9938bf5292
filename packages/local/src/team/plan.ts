import type { Clock } from '../clock.js';
import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { type Period, periodOf } from './billing-period.js';
import type { Ledger } from './ledger.js';

export interface PlanParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Credits of a month; a server without a plan counts them, and they never end. */
  readonly credits: number | undefined;
}

/** How many credits there are, and how many are left. */
export interface Plan {
  readonly credits: number;
  period(): Period;
  remaining(team: string): number;
  /** Throws the refusal of a call that would cost something when nothing is left. */
  admit(operation: Operation, team: string): void;
}

/** Says "as many as you like" to clients that read a number. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function createPlan({ ledger, clock, credits }: PlanParts): Plan {
  const total = credits ?? UNLIMITED;
  const period = () => periodOf(clock.now());
  const remaining = (team: string) => {
    const { start, end } = period();
    return Math.max(0, total - ledger.used(team, start, end));
  };
  return {
    credits: total,
    period,
    remaining,
    admit({ method, statuses }, team) {
      // What only reads stays open: results that were paid for can be fetched.
      if (credits === undefined || method !== 'POST' || !statuses.includes(402) || remaining(team) > 0) return;
      const until = new Date(period().end).toISOString();
      const error = `Insufficient credits: the ${credits} of this month are used up. There are new ones from ${until} on.`;
      throw new Refusal(402, { error });
    },
  };
}
