import type { StoreContext } from './store-context.js';

/** The tokens of a language model that teams have used, by the month that begins at a time. */
export interface TokenStore {
  used(team: string, period: number): Promise<number>;
  add(team: string, period: number, tokens: number): Promise<void>;
}

export class SqlTokens implements TokenStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async used(team: string, period: number): Promise<number> {
    const row = await this.#db
      .selectFrom('model_tokens')
      .where('team', '=', team)
      .where('period', '=', period)
      .select('tokens')
      .executeTakeFirst();
    return row?.tokens ?? 0;
  }

  async add(team: string, period: number, tokens: number): Promise<void> {
    await this.#db
      .insertInto('model_tokens')
      .values({ team, period, tokens })
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'period'])
          .doUpdateSet(({ eb, ref }) => ({ tokens: eb('model_tokens.tokens', '+', ref('excluded.tokens')) })),
      )
      .execute();
  }
}
