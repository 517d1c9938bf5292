import { type Kysely, type Selectable, sql } from 'kysely';
import type { Clock } from '../base/clock.js';
import type { EndOptions, Job, JobCounts, JobEnd, JobFilter, JobStore, NewJob } from './job-store.js';
import { RUNNING, WAITING } from './sql-tasks.js';
import { statement } from './statement.js';
import type { StoreContext } from './store-context.js';
import type { JobTable, Tables } from './tables.js';

/** How long a job is stored after its end or its last request. */
const KEPT_MS = 24 * 60 * 60_000;

const addCounts = statement((db, { number, completed, credits, tokens }: JobCounts & Pick<Job, 'number'>) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      completed: eb('completed', '+', completed),
      credits: eb('credits', '+', credits),
      tokens: eb('tokens', '+', tokens),
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
      .select(['completed', 'credits', 'tokens'])
      .$if(locksRows, (query) => query.modifyEnd(ROW_LOCK)),
  );
const selectCounts = countsOf(false);
const selectLockedCounts = countsOf(true);

const findJob = statement((db, { id }: Pick<Job, 'id'>) => db.selectFrom('jobs').where('id', '=', id).selectAll());

const findJobWithOpen = statement((db, { id }: Pick<Job, 'id'>) =>
  db
    .selectFrom('jobs')
    .where('id', '=', id)
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('job_tasks')
        .whereRef('job', '=', 'jobs.number')
        .where('state', '=', WAITING)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('open'),
    ),
);

const setExpiry = statement((db, { number, expiresAt }: Pick<Job, 'number' | 'expiresAt'>) =>
  db.updateTable('jobs').set({ expires_at: expiresAt }).where('number', '=', number),
);

export class SqlJobs implements JobStore {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #locksRows: boolean;

  constructor({ db, clock, dialect }: StoreContext) {
    this.#db = db;
    this.#clock = clock;
    this.#locksRows = dialect.locksRows;
  }

  async create({ id, kind, team, request }: NewJob): Promise<Job | undefined> {
    const now = this.#clock.now();
    const row = await this.#db
      .insertInto('jobs')
      .values({
        id,
        kind,
        team,
        status: 'running',
        request: JSON.stringify(request),
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
    const [row] = (await findJobWithOpen(this.#db, { id: id.toLowerCase() })).rows;
    return row && !this.#isExpired(row) ? { job: jobOf(row), open: row.open ?? 0 } : undefined;
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
      .select(({ fn }) => fn.max<number | null>('ended_at').as('at'))
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  async touch({ number }: Job): Promise<number> {
    const expiresAt = this.#clock.now() + KEPT_MS;
    await setExpiry(this.#db, { number, expiresAt });
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
    const row = await this.#db
      .updateTable('jobs')
      .set({
        status,
        result: result === undefined ? null : JSON.stringify(result),
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

  async reopen({ number }: Job): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('jobs')
      .set({ status: 'running', ended_at: null })
      .where('number', '=', number)
      .where('status', '=', 'completed')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async forgetExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#db.deleteFrom('jobs').where('expires_at', '<=', now).where('status', '<>', 'running').execute();
    await this.#db.deleteFrom('page_job_keys').where('expires_at', '<=', now).execute();
  }

  async countEvent(id: string): Promise<number | undefined> {
    return (await countEvent(this.#db, { id: id.toLowerCase() })).rows[0]?.events;
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
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
    error: row.error ?? undefined,
  };
}
