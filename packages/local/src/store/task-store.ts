import { type Kysely, sql } from 'kysely';
import { statement } from './statement.js';
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
  /** Adds the tasks whose keys the job does not know; returns how many these are. */
  add(job: number, tasks: readonly NewTask[]): Promise<number>;
  /** Makes the key known to the job, so that no task with it is added; returns whether it was new. */
  claim(job: number, key: string): Promise<boolean>;
  /** The first tasks after a position that are not done. */
  next(job: number, after: number): Promise<StoredTask[]>;
  /** Marks a task as done; returns false when it was done, or when its job no longer runs. */
  finish(task: StoredTask): Promise<boolean>;
  /** How many tasks are not done. */
  open(job: number): Promise<number>;
  /** Deletes the tasks of a job, and what it knows of them. */
  clear(job: number): Promise<void>;
}

/** In the text of statements, because SQLite uses an index of some rows only where the text says which. */
export const WAITING = sql.lit<'waiting'>('waiting');

/** Tasks that are read at once, because a query for each takes longer. */
const TASKS_AT_ONCE = 20;

const nextTasks = statement((db, { job, after }: { readonly job: number; readonly after: number }) =>
  db
    .selectFrom('job_tasks')
    .where('job', '=', job)
    .where('state', '=', WAITING)
    .where('position', '>', after)
    .select(['position', 'task'])
    .orderBy('position')
    .limit(TASKS_AT_ONCE),
);

const finishTask = statement((db, { position }: { readonly position: number }) =>
  db
    .updateTable('job_tasks')
    .set({ state: 'done' })
    .where('position', '=', position)
    .where('state', '=', WAITING)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('jobs').whereRef('number', '=', 'job_tasks.job').where('status', '=', 'running').select('number'),
      ),
    ),
);

/** The numbers of rows of one statement. There are few, because each is a statement of its own. */
const SIZES = [64, 16, 4, 1];

const insertTasks = Object.fromEntries(SIZES.map((size) => [size, insertOf(size)]));

/** Inserts rows whose values are `job`, `key0`, `task0`, `key1` and so on. */
function insertOf(size: number) {
  return statement((db, values: Readonly<Record<string, number | string>>) =>
    db
      .insertInto('job_tasks')
      .values(
        Array.from({ length: size }, (_, row) => ({
          job: values.job as number,
          key: values[`key${row}`] as string,
          task: values[`task${row}`] as string,
          state: 'waiting' as const,
        })),
      )
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
  );
}

export class SqlTasks implements TaskStore {
  readonly #db: Kysely<Tables>;

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add(job: number, tasks: readonly NewTask[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < tasks.length; ) {
      const size = SIZES.find((most) => most <= tasks.length - from) ?? 1;
      added += await this.#addRows(job, tasks.slice(from, from + size));
      from += size;
    }
    return added;
  }

  async #addRows(job: number, tasks: readonly NewTask[]): Promise<number> {
    const values: Record<string, number | string> = { job };
    for (const [row, { key, task }] of tasks.entries()) {
      values[`key${row}`] = key;
      values[`task${row}`] = JSON.stringify(task);
    }
    const { numAffectedRows = 0n } = (await insertTasks[tasks.length]?.(this.#db, values)) ?? {};
    return Number(numAffectedRows);
  }

  async claim(job: number, key: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('job_tasks')
      .values({ job, key, task: '{}', state: 'done' })
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async next(job: number, after: number): Promise<StoredTask[]> {
    const { rows } = await nextTasks(this.#db, { job, after });
    return rows.map(({ position, task }) => ({ position, task: JSON.parse(task) }));
  }

  async finish({ position }: StoredTask): Promise<boolean> {
    return (await finishTask(this.#db, { position })).numAffectedRows === 1n;
  }

  async open(job: number): Promise<number> {
    const row = await this.#db
      .selectFrom('job_tasks')
      .where('job', '=', job)
      .where('state', '=', WAITING)
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirst();
    return row?.open ?? 0;
  }

  async clear(job: number): Promise<void> {
    await this.#db.deleteFrom('job_tasks').where('job', '=', job).execute();
  }
}
