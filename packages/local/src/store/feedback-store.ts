import type { StoreContext } from './store-context.js';

export interface Feedback {
  readonly id: string;
  readonly team: string;
  /** The call that it is about. */
  readonly jobId: string;
  readonly body: object;
}

/** What teams have said about their calls. */
export interface FeedbackStore {
  /** Stores the first feedback of the team for the call; returns the id of the one that is stored. */
  add(feedback: Feedback): Promise<string>;
}

export class SqlFeedback implements FeedbackStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async add({ id, team, jobId, body }: Feedback): Promise<string> {
    const { db, clock } = this.#context;
    const { id: storedId } = await db
      .insertInto('feedback')
      .values({ id, team, job_id: jobId, body: JSON.stringify(body), at: clock.now() })
      // It changes nothing: a statement that does nothing returns no row.
      .onConflict((conflict) =>
        conflict.columns(['team', 'job_id']).doUpdateSet({ team: ({ ref }) => ref('excluded.team') }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return storedId;
  }
}
