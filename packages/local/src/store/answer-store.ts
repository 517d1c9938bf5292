import { type StoreContext, together } from './store-context.js';

/** Beyond this many answers the oldest are removed. */
const MAX_ANSWERS = 2_000;

/** The answers of a language model, as JSON text. */
export interface AnswerStore {
  get(team: string, key: string): Promise<string | undefined>;
  set(team: string, key: string, answer: string): Promise<void>;
}

export class SqlAnswers implements AnswerStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async get(team: string, key: string): Promise<string | undefined> {
    const row = await this.#context.db
      .selectFrom('model_answers')
      .where('team', '=', team)
      .where('key', '=', key)
      .select('answer')
      .executeTakeFirst();
    return row?.answer;
  }

  async set(team: string, key: string, answer: string): Promise<void> {
    await together(this.#context, async ({ db, clock }) => {
      await db
        .insertInto('model_answers')
        .values({ team, key, answer, at: clock.now() })
        .onConflict((conflict) =>
          conflict.columns(['team', 'key']).doUpdateSet(({ ref }) => ({
            answer: ref('excluded.answer'),
            at: ref('excluded.at'),
          })),
        )
        .execute();
      await db
        .deleteFrom('model_answers')
        .where('at', '<', ({ selectFrom }) =>
          selectFrom('model_answers as kept')
            .select('kept.at')
            .orderBy('kept.at', 'desc')
            .limit(1)
            .offset(MAX_ANSWERS - 1),
        )
        .execute();
    });
  }
}
