import type { Kysely } from 'kysely';
import type { StoreContext } from './store-context.js';
import type { Tables } from './tables.js';

export interface NewTask {
  /** Two tasks of one job with the same key are the same task. */
  readonly key: string;
  /** What is to be done, as the kind of the job understands it. */
  readonly task: object;
}

export interface StoredTask {
  /** Tasks are done in the order of their positions. */
  readonly position: number;
  readonly task: unknown;
}

/** Stores the tasks of jobs, in order, and which of them are done. */
export interface TaskStore {
  /** Adds the tasks whose keys the job does not know, in a transaction; returns how many these are. */
  add(job: number, tasks: readonly NewTask[]): Promise<number>;
  /** Makes the key known to the job, so that no task with it is added; returns whether it was new. */
  claim(job: number, key: string): Promise<boolean>;
  /** The first task after a position that is not done. */
  next(job: number, after: number): Promise<StoredTask | undefined>;
  /** Marks a task as done; returns false when it was done, or when its job no longer runs. */
  finish(task: StoredTask): Promise<boolean>;
  /** How many tasks are not done. */
  open(job: number): Promise<number>;
  /** Deletes the tasks of a job, and what it knows of them. */
  clear(job: number): Promise<void>;
}

/** Rows of one statement: as many different statements are prepared at most. */
const ROWS_AT_ONCE = 50;

export class SqlTasks implements TaskStore {
  readonly #db: Kysely<Tables>;

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add(job: number, tasks: readonly NewTask[]): Promise<number> {
    let added = 0n;
    for (let from = 0; from < tasks.length; from += ROWS_AT_ONCE) {
      const rows = tasks
        .slice(from, from + ROWS_AT_ONCE)
        .map(({ key, task }) => ({ job, key, task: JSON.stringify(task), state: 'waiting' as const }));
      const { numInsertedOrUpdatedRows = 0n } = await this.#db
        .insertInto('job_tasks')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing())
        .executeTakeFirstOrThrow();
      added += numInsertedOrUpdatedRows;
    }
    return Number(added);
  }

  async claim(job: number, key: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('job_tasks')
      .values({ job, key, task: '{}', state: 'done' })
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async next(job: number, after: number): Promise<StoredTask | undefined> {
    const row = await this.#db
      .selectFrom('job_tasks')
      .where('job', '=', job)
      .where('state', '=', 'waiting')
      .where('position', '>', after)
      .select(['position', 'task'])
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    return row && { position: row.position, task: JSON.parse(row.task) };
  }

  async finish({ position }: StoredTask): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('job_tasks')
      .set({ state: 'done' })
      .where('position', '=', position)
      .where('state', '=', 'waiting')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('jobs').whereRef('number', '=', 'job_tasks.job').where('status', '=', 'running').select('number'),
        ),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async open(job: number): Promise<number> {
    const row = await this.#db
      .selectFrom('job_tasks')
      .where('job', '=', job)
      .where('state', '=', 'waiting')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirst();
    return row?.open ?? 0;
  }

  async clear(job: number): Promise<void> {
    await this.#db.deleteFrom('job_tasks').where('job', '=', job).execute();
  }
}
