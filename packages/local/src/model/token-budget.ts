import { periodOf } from '../accounts/billing-period.js';
import type { TeamTokens } from '../accounts/team-tokens.js';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import { OutOfBudget } from './model.js';

const TABLE = `
  create table if not exists model_tokens (
    team text not null, period integer not null, tokens integer not null, primary key (team, period)
  ) without rowid;
`;

/** Counts the tokens of each team by month. */
export interface TokenBudget extends TeamTokens {
  /** Throws `OutOfBudget` when the team has used up its tokens. */
  requireTokens(team: string): void;
  add(team: string, tokens: number): void;
}

export function createTokenBudget(database: Database, clock: Clock, limit: number | undefined): TokenBudget {
  database.execute(TABLE);
  const usedTokens = (team: string, period: number) => {
    const query = 'select tokens from model_tokens where team = ? and period = ?';
    return database.get<{ tokens: number }>(query, team, period)?.tokens ?? 0;
  };
  return {
    limit,
    used: usedTokens,
    requireTokens(team) {
      const { start, end } = periodOf(clock.now());
      if (limit === undefined || usedTokens(team, start) < limit) return;
      const endDate = new Date(end).toISOString();
      throw new OutOfBudget(`the ${limit} tokens of this month are used up, and there are new ones from ${endDate} on`);
    },
    add(team, tokens) {
      const { start } = periodOf(clock.now());
      database.run(
        `insert into model_tokens values (?, ?, ?)
         on conflict (team, period) do update set tokens = tokens + excluded.tokens`,
        team,
        start,
        tokens,
      );
    },
  };
}
