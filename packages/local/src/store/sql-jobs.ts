import type { Clock } from '@trawl/base/clock';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { EndedJob, EndOptions, Job, JobCounts, JobEnd, JobFilter, JobStore, NewJob } from './job-store.js';
import { openTasks } from './open-tasks.js';
import { RUNNING, WAITING } from './sql-tasks.js';
import { statement } from './statement.js';
import { type StoreContext, together } from './store-context.js';
import type { JobTable, Tables } from './tables.js';

/** How long a job is stored after its end or its last request. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * By how much requests extend it at least. One that extends it waits until results of the job are stored, and clients that poll
 * make many.
 */
const EXTENDED_MS = 60_000;

/** When an ended job has expired that nobody may see any more: a part of what it has stored may be gone. */
const HIDDEN = 0;

/** In the text of statements, as the index of ended jobs has it: SQLite uses that index only then. */
const HAS_ENDED = sql<boolean>`status <> 'running'`;

/** Tables with rows of jobs, and the column that names a row of a job. */
const TASKS = { table: 'job_tasks', key: 'position' };
const PARTS = [
  { table: 'page_job_documents', key: 'position' },
  { table: 'page_job_scrapes', key: 'id' },
  { table: 'page_job_errors', key: 'rowid' },
  { table: 'page_job_blocked', key: 'rowid' },
  TASKS,
];

const addCounts = statement((db, { number, completed, credits, tokens, size }: JobCounts & Pick<Job, 'number'>) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      completed: eb('completed', '+', completed),
      credits: eb('credits', '+', credits),
      tokens: eb('tokens', '+', tokens),
      size: eb('size', '+', size),
    }))
    .where('number', '=', number)
    .where('status', '=', RUNNING),
);

const countEvent = statement((db, { id }: Pick<Job, 'id'>) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({ events: eb('events', '+', 1) }))
    .where('id', '=', id)
    .returning('events'),
);

/** What a selection ends with that locks its rows. */
const ROW_LOCK = sql`for no key update`;

const countsOf = (locksRows: boolean) =>
  statement((db, { number }: Pick<Job, 'number'>) =>
    db
      .selectFrom('jobs')
      .where('number', '=', number)
      .where('status', '=', RUNNING)
      .select(['completed', 'credits', 'tokens', 'size'])
      .$if(locksRows, (query) => query.modifyEnd(ROW_LOCK)),
  );
const selectCounts = countsOf(false);
const selectLockedCounts = countsOf(true);

const findJob = statement((db, { id }: Pick<Job, 'id'>) => db.selectFrom('jobs').where('id', '=', id).selectAll());

const jobWithOpen = (keepsTaskCounts: boolean) => {
  // Those of an ended job are left to be deleted.
  const open = sql<number>`case when status = ${RUNNING} then ${openTasks(keepsTaskCounts, sql.ref('jobs.number'))} else 0 end`;
  return statement((db, { id }: Pick<Job, 'id'>) =>
    db.selectFrom('jobs').where('id', '=', id).selectAll().select(open.as('open')),
  );
};
const findJobWithOpen = jobWithOpen(true);
const findJobAndCount = jobWithOpen(false);

const setExpiry = statement((db, { number, expiresAt, now }: Pick<Job, 'number' | 'expiresAt'> & { now: number }) =>
  db
    .updateTable('jobs')
    .set({ expires_at: expiresAt })
    .where('number', '=', number)
    .where(({ eb, or }) => or([eb('status', '=', RUNNING), eb('expires_at', '>', now)])),
);

export class SqlJobs implements JobStore {
  readonly #context: StoreContext;
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #locksRows: boolean;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#db = context.db;
    this.#clock = context.clock;
    this.#locksRows = context.dialect.locksRows;
  }

  async create({ id, kind, team, request }: NewJob): Promise<Job | undefined> {
    const now = this.#clock.now();
    const text = JSON.stringify(request);
    // One with this id that nobody may see any more would come back in part.
    await this.#db.deleteFrom('jobs').where('id', '=', id).where(HAS_ENDED).where('expires_at', '<=', now).execute();
    const row = await this.#db
      .insertInto('jobs')
      .values({
        id,
        kind,
        team,
        status: 'running',
        request: text,
        size: text.length,
        created_at: now,
        expires_at: now + KEPT_MS,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ status: 'running', ended_at: null }).where('jobs.status', '<>', 'running'),
      )
      .returningAll()
      .executeTakeFirst();
    return row && jobOf(row);
  }

  async lock(id: string): Promise<Job | undefined> {
    const row = await this.#db
      .selectFrom('jobs')
      .where('id', '=', id)
      .where('status', '=', 'running')
      .selectAll()
      .$if(this.#locksRows, (query) => query.modifyEnd(ROW_LOCK))
      .executeTakeFirst();
    return row && jobOf(row);
  }

  async find(id: string): Promise<Job | undefined> {
    const [row] = (await findJob(this.#db, { id: id.toLowerCase() })).rows;
    return row && !this.#isExpired(row) ? jobOf(row) : undefined;
  }

  async snapshot(id: string): Promise<{ readonly job: Job; readonly open: number } | undefined> {
    const find = this.#context.dialect.keepsTaskCounts ? findJobWithOpen : findJobAndCount;
    const [row] = (await find(this.#db, { id: id.toLowerCase() })).rows;
    return row && !this.#isExpired(row) ? { job: jobOf(row), open: row.open } : undefined;
  }

  #isExpired({ status, expires_at }: Selectable<JobTable>): boolean {
    return status !== 'running' && expires_at <= this.#clock.now();
  }

  async latest({ limit, except }: { readonly limit: number; readonly except: readonly string[] }): Promise<Job[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .where(({ eb, or }) => or([eb('status', '=', 'running'), eb('expires_at', '>', this.#clock.now())]))
      .$if(except.length > 0, (query) => query.where('kind', 'not in', except))
      .selectAll()
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.map(jobOf);
  }

  async running({ ids = [], team, kind }: JobFilter = {}): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .where('status', '=', RUNNING)
      .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
      .$if(team !== undefined, (query) => query.where('team', '=', String(team)))
      .$if(kind !== undefined, (query) => query.where('kind', '=', String(kind)))
      .select('id')
      .orderBy('number')
      .execute();
    return rows.map(({ id }) => id);
  }

  async lastCompletion(team: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('jobs')
      .where('team', '=', team)
      .where('status', '=', 'completed')
      .where(HAS_ENDED)
      .select('ended_at')
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.ended_at ?? undefined;
  }

  async touch({ number, expiresAt: known }: Job): Promise<number> {
    const now = this.#clock.now();
    const expiresAt = now + KEPT_MS;
    if (Math.abs(expiresAt - known) < EXTENDED_MS) return known;
    await setExpiry(this.#db, { number, expiresAt, now });
    return expiresAt;
  }

  async setProgress({ number }: Job, progress: object): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({ progress: JSON.stringify(progress) })
      .where('number', '=', number)
      .where('status', '=', 'running')
      .execute();
  }

  async lockCounts({ number }: Job): Promise<JobCounts | undefined> {
    return (await (this.#locksRows ? selectLockedCounts : selectCounts)(this.#db, { number })).rows[0];
  }

  async add({ number }: Job, counts: JobCounts): Promise<boolean> {
    return (await addCounts(this.#db, { number, ...counts })).numAffectedRows === 1n;
  }

  async end(
    { id, number, createdAt }: Job,
    { status, result, error }: JobEnd,
    { mayLeaveTasks, keepsProgress = false }: EndOptions,
  ): Promise<Job | undefined> {
    // Those who add tasks lock the job too, so that none is added after this has looked for them.
    if (!mayLeaveTasks && !(await this.lock(id))) return undefined;
    const now = this.#clock.now();
    const text = result === undefined ? null : JSON.stringify(result);
    const row = await this.#db
      .updateTable('jobs')
      .set({
        status,
        result: text,
        size: sql<number>`size + ${text?.length ?? 0}`,
        error: error ?? null,
        ...(!keepsProgress && { progress: null }),
        // A clock that was put back lets no job end before it began.
        ended_at: Math.max(now, createdAt),
        expires_at: now + KEPT_MS,
      })
      .where('number', '=', number)
      .where('status', '=', 'running')
      .$if(!mayLeaveTasks, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('job_tasks').where('job', '=', number).where('state', '=', WAITING).select('job'))),
        ),
      )
      .returningAll()
      .executeTakeFirst();
    return row && jobOf(row);
  }

  async delete({ number }: Job): Promise<void> {
    await this.#db.deleteFrom('jobs').where('number', '=', number).execute();
  }

  reopen({ number }: Job): Promise<boolean> {
    return together(this.#context, async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ status: 'running', ended_at: null })
        .where('number', '=', number)
        .where('status', '=', 'completed')
        .where('expires_at', '>', this.#clock.now())
        .executeTakeFirstOrThrow();
      // Those that its end has left would be done now.
      if (numUpdatedRows > 0n) await db.deleteFrom('job_tasks').where('job', '=', number).execute();
      return numUpdatedRows > 0n;
    });
  }

  async bytesByTeam(): Promise<ReadonlyMap<string, number>> {
    // Each half by an index of its own.
    const { rows } = await sql<{ team: string; bytes: number }>`
      select team, sum(size) as bytes from (
        select team, size from jobs where status = ${RUNNING} union all select team, size from jobs where ${HAS_ENDED})
      as sizes group by team`.execute(this.#db);
    return new Map(rows.map(({ team, bytes }) => [team, Number(bytes)]));
  }

  async ended(team: string, limit: number): Promise<EndedJob[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .where('team', '=', team)
      .where(HAS_ENDED)
      .where('expires_at', '>', HIDDEN)
      .select(['number', 'ended_at', 'size'])
      .orderBy('ended_at')
      .limit(limit)
      .execute();
    return rows.map(({ number, ended_at, size }) => ({ number, endedAt: ended_at ?? 0, size }));
  }

  async hide(jobs: readonly Pick<Job, 'number'>[]): Promise<void> {
    if (jobs.length === 0) return;
    const numbers = jobs.map(({ number }) => number);
    await this.#db
      .updateTable('jobs')
      .set({ expires_at: HIDDEN })
      .where('number', 'in', numbers)
      .where(HAS_ENDED)
      .execute();
  }

  async hideExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#db
      .updateTable('jobs')
      .set({ expires_at: HIDDEN })
      .where('expires_at', '>', HIDDEN)
      .where('expires_at', '<=', now)
      .where(HAS_ENDED)
      .execute();
    await this.#db.deleteFrom('page_job_keys').where('expires_at', '<=', now).execute();
  }

  async countEvent(id: string): Promise<number | undefined> {
    return (await countEvent(this.#db, { id: id.toLowerCase() })).rows[0]?.events;
  }

  removeSome(limit: number): Promise<number> {
    return together(this.#context, async ({ db }) => {
      let removed = 0;
      while (removed < limit) {
        const job = await firstWithLeftovers(db);
        if (!job) break;
        for (const part of job.isHidden ? PARTS : [TASKS]) {
          removed += await deleteRowsOf(db, part, job.number, limit - removed);
        }
        if (removed >= limit || !job.isHidden) continue;
        await db.deleteFrom('jobs').where('number', '=', job.number).execute();
        removed += 1;
      }
      return removed;
    });
  }

  async claimKey(team: string, key: string): Promise<boolean> {
    const now = this.#clock.now();
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('page_job_keys')
      .values({ team, key, expires_at: now + KEPT_MS })
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'key'])
          .doUpdateSet({ expires_at: now + KEPT_MS })
          .where('page_job_keys.expires_at', '<=', now),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
}

/** A job that has left rows to delete. */
interface JobWithLeftovers {
  readonly number: number;
  /** Whether all of it is to be deleted; otherwise its tasks are. */
  readonly isHidden: boolean;
}

async function firstWithLeftovers(db: Kysely<Tables>): Promise<JobWithLeftovers | undefined> {
  const hidden = await db
    .selectFrom('jobs')
    .where('expires_at', '=', HIDDEN)
    .where(HAS_ENDED)
    .select('number')
    .limit(1)
    .executeTakeFirst();
  if (hidden) return { ...hidden, isHidden: true };
  // The jobs that have tasks are looked up one after the other: nearly all of them run.
  const { rows } = await sql<{ number: number }>`
    with recursive found (job) as (
      select min(job) from job_tasks
      union all
      select (select min(job) from job_tasks where job > found.job) from found where found.job is not null)
    select number from found join jobs on number = found.job where ${HAS_ENDED} limit 1`.execute(db);
  return rows[0] && { ...rows[0], isHidden: false };
}

async function deleteRowsOf(
  db: Kysely<Tables>,
  { table, key }: (typeof PARTS)[number],
  job: number,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where job = ${job} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where job = ${job} limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}

function jobOf(row: Selectable<JobTable>): Job {
  return {
    number: row.number,
    id: row.id,
    kind: row.kind,
    team: row.team,
    status: row.status,
    request: JSON.parse(row.request),
    progress: row.progress === null ? undefined : JSON.parse(row.progress),
    result: row.result === null ? undefined : JSON.parse(row.result),
    completed: row.completed,
    credits: row.credits,
    tokens: row.tokens,
    size: row.size,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
    error: row.error ?? undefined,
  };
}
