import type { Clock } from '@trawl/base/clock';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { indexableKey } from './indexable-key.js';
import { openTasks } from './open-tasks.js';
import { statement } from './statement.js';
import type { StoreContext } from './store-context.js';
import type { JobTaskTable, Tables } from './tables.js';
import type { NewTask, StoredTask, TaskFilter, TaskOrder, TaskStore } from './task-store.js';

/**
 * In the text of statements: SQLite uses an index of some rows only where the text says which, and a word in the text is not
 * copied to the database each time.
 */
export const WAITING = sql.lit<'waiting'>('waiting');
export const RUNNING = sql.lit<'running'>('running');
const DONE = sql.lit<'done'>('done');
const NOTHING = sql.lit('{}');

/** Tasks that the end of a job deletes: others wait for it, for some milliseconds. */
const CLEARED_AT_ONCE = 1_000;

const COLUMNS = ['position', 'task', 'attempts', 'due_at', 'added_at', 'sequence', 'is_alone'] as const;

export type TaskRow = Pick<Selectable<JobTaskTable>, (typeof COLUMNS)[number]>;

const nextTasks = statement((db, { job, after, limit }: Readonly<Record<'job' | 'after' | 'limit', number>>) =>
  db
    .selectFrom('job_tasks')
    .where('job', '=', job)
    .where('state', '=', WAITING)
    .where('position', '>', after)
    .select(COLUMNS)
    .orderBy('position')
    .limit(limit),
);

const findTask = statement((db, { position }: { readonly position: number }) =>
  db.selectFrom('job_tasks').where('position', '=', position).where('state', '=', WAITING).select(COLUMNS),
);

const deleteTask = statement((db, { position }: { readonly position: number }) =>
  db
    .deleteFrom('job_tasks')
    .where('position', '=', position)
    // SQLite would give the position of the last task to the next one.
    .where('position', '<', ({ selectFrom }) =>
      selectFrom('job_tasks as other').select(({ fn }) => fn.max<number>('other.position').as('last')),
    ),
);

function isOfRunningJob({ exists, selectFrom }: ExpressionBuilder<Tables, 'job_tasks'>) {
  return exists(
    selectFrom('jobs').whereRef('number', '=', 'job_tasks.job').where('status', '=', RUNNING).select('number'),
  );
}

const finishTask = statement((db, { position }: { readonly position: number }) =>
  db
    .updateTable('job_tasks')
    // What was to be done may be large. The key is known as long as the job runs.
    .set({ state: DONE, task: NOTHING })
    .where('position', '=', position)
    .where('state', '=', WAITING)
    .where(isOfRunningJob),
);

/** The numbers of rows of one statement. There are few, because each is a statement of its own. */
const SIZES = [64, 16, 4, 1];

const insertTasks = Object.fromEntries(SIZES.map((size) => [size, insertOf(size)]));

/** Inserts rows whose values are `job`, `at`, `key0`, `task0`, `key1` and so on. */
function insertOf(size: number) {
  return statement((db, values: Readonly<Record<string, number | string | null>>) =>
    db
      .insertInto('job_tasks')
      .values(
        Array.from({ length: size }, (_, row) => ({
          job: values.job as number,
          key: values[`key${row}`] as string,
          task: values[`task${row}`] as string,
          state: WAITING,
          added_at: values.at as number,
          sequence: (values[`sequence${row}`] ?? null) as string | null,
          is_alone: values[`isAlone${row}`] as number,
        })),
      )
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
  );
}

interface NewTaskRow {
  readonly job: number;
  readonly key: string;
  readonly task: Uint8Array;
  readonly at: number;
  readonly sequence: string | null;
  readonly isAlone: number;
}

const insertTask = statement((db, { job, key, task, at, sequence, isAlone }: NewTaskRow) =>
  db
    .insertInto('job_tasks')
    .values({
      job,
      key,
      task: sql<string>`cast(${task} as text)`,
      state: WAITING,
      added_at: at,
      sequence,
      is_alone: isAlone,
    })
    .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
);

export class SqlTasks implements TaskStore {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #keepsTaskCounts: boolean;

  constructor({ db, clock, dialect }: StoreContext) {
    this.#db = db;
    this.#clock = clock;
    this.#keepsTaskCounts = dialect.keepsTaskCounts;
  }

  async add(job: number, tasks: readonly NewTask[]): Promise<number> {
    const [task] = tasks;
    if (task && tasks.length === 1) return this.#addOne(job, task);
    let added = 0;
    for (let from = 0; from < tasks.length; ) {
      const size = SIZES.find((most) => most <= tasks.length - from) ?? 1;
      added += await this.#addRows(job, tasks.slice(from, from + size));
      from += size;
    }
    return added;
  }

  /** Adds a task that may be large, such as an event with a document. */
  async #addOne(job: number, { key, task, order }: NewTask): Promise<number> {
    const text = JSON.stringify(task);
    // Sent as bytes, because the database driver copies text one character at a time.
    const { numAffectedRows = 0n } = await insertTask(this.#db, {
      job,
      key: indexableKey(key),
      task: Buffer.from(text),
      at: this.#clock.now(),
      ...orderColumns(order),
    });
    return Number(numAffectedRows);
  }

  async #addRows(job: number, tasks: readonly NewTask[]): Promise<number> {
    const values: Record<string, number | string | null> = { job, at: this.#clock.now() };
    for (const [row, { key, task, order }] of tasks.entries()) {
      const { sequence, isAlone } = orderColumns(order);
      values[`key${row}`] = indexableKey(key);
      values[`task${row}`] = JSON.stringify(task);
      values[`sequence${row}`] = sequence;
      values[`isAlone${row}`] = isAlone;
    }
    const { numAffectedRows = 0n } = (await insertTasks[tasks.length]?.(this.#db, values)) ?? {};
    return Number(numAffectedRows);
  }

  async claim(job: number, key: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('job_tasks')
      .values({ job, key: indexableKey(key), task: NOTHING, state: DONE })
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async next(job: number, slice: { readonly after: number; readonly limit: number }): Promise<StoredTask[]> {
    const { rows } = await nextTasks(this.#db, { job, ...slice });
    return rows.map(taskOf);
  }

  async find(position: number): Promise<StoredTask | undefined> {
    const [row] = (await findTask(this.#db, { position })).rows;
    return row && taskOf(row);
  }

  async finish({ position }: StoredTask): Promise<boolean> {
    return (await finishTask(this.#db, { position })).numAffectedRows === 1n;
  }

  async retry({ position, attempts }: StoredTask, dueAt: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('job_tasks')
      .set({ attempts: attempts + 1, due_at: dueAt })
      .where('position', '=', position)
      .where('state', '=', WAITING)
      .where(isOfRunningJob)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async retryNow(job: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('job_tasks')
      .set({ due_at: null })
      .where('job', '=', job)
      .where('state', '=', WAITING)
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async count({ team, kinds }: TaskFilter): Promise<number> {
    const row = await this.#db
      .selectFrom('jobs')
      .where('status', '=', RUNNING)
      .$if(team !== undefined, (query) => query.where('team', '=', String(team)))
      .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
      .select(({ fn }) => fn.sum<number>(openTasks(this.#keepsTaskCounts, sql.ref('number'))).as('open'))
      .executeTakeFirst();
    return Number(row?.open ?? 0);
  }

  async open(job: number): Promise<number> {
    const { open } = await this.#db
      .selectNoFrom(openTasks(this.#keepsTaskCounts, sql`${job}`).as('open'))
      .executeTakeFirstOrThrow();
    return open;
  }

  async oldest(): Promise<ReadonlyMap<string, number>> {
    // The tasks of a job are in the order in which they were added, so that the first one is read of each.
    const { rows } = await sql<{ kind: string; at: number | null }>`
      select kind, min((select added_at from job_tasks where job = number and state = ${WAITING} order by position limit 1)) as at
      from jobs where status = ${RUNNING} group by kind`.execute(this.#db);
    return new Map(rows.flatMap(({ kind, at }) => (at === null ? [] : [[kind, at] as const])));
  }

  async delete({ position }: Pick<StoredTask, 'position'>): Promise<void> {
    await deleteTask(this.#db, { position });
  }

  async clear(job: number): Promise<void> {
    await this.#db
      .deleteFrom('job_tasks')
      .where('job', '=', job)
      .where('position', 'in', ({ selectFrom }) =>
        selectFrom('job_tasks').where('job', '=', job).select('position').limit(CLEARED_AT_ONCE),
      )
      .execute();
  }
}

function orderColumns(order: TaskOrder | undefined): Pick<NewTaskRow, 'sequence' | 'isAlone'> {
  return { sequence: order?.sequence ?? null, isAlone: order?.isAlone ? 1 : 0 };
}

export function taskOf({ position, task, attempts, due_at, added_at, sequence, is_alone }: TaskRow): StoredTask {
  return {
    position,
    task: JSON.parse(task),
    attempts,
    dueAt: due_at ?? undefined,
    addedAt: added_at ?? undefined,
    order: sequence === null ? undefined : { sequence, isAlone: is_alone === 1 },
  };
}
