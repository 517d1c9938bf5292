import type { Clock } from '@trawl/base/clock';
import { periodOf } from '../accounts/billing-period.js';
import type { TeamTokens } from '../accounts/team-tokens.js';
import type { Stores } from '../store/stores.js';
import { OutOfBudget } from './model.js';

/** Counts the tokens of each team by month. */
export interface TokenBudget extends TeamTokens {
  /** Throws `OutOfBudget` when the team has used up its tokens. */
  requireTokens(team: string): Promise<void>;
  add(team: string, tokens: number): Promise<void>;
}

export function createTokenBudget(
  { tokens }: Pick<Stores, 'tokens'>,
  clock: Clock,
  limit: number | undefined,
): TokenBudget {
  return {
    limit,
    used: (team, period) => tokens.used(team, period),
    async requireTokens(team) {
      const { start, end } = periodOf(clock.now());
      if (limit === undefined || (await tokens.used(team, start)) < limit) return;
      const endDate = new Date(end).toISOString();
      throw new OutOfBudget(`the ${limit} tokens of this month are used up, and there are new ones from ${endDate} on`);
    },
    add: (team, count) => tokens.add(team, periodOf(clock.now()).start, count),
  };
}
