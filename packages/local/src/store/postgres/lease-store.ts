import { type RawBuilder, sql } from 'kysely';
import type { KnownLeases, Lease, LeaseHolder, LeaseRequest, LeaseStore } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';
import type { StoredTask, TaskFilter } from '../task-store.js';

interface TaskRow {
  readonly position: number;
  readonly task: string;
  readonly attempts: number;
  readonly due_at: number | null;
}

interface TakenTask extends Omit<TaskRow, 'position'> {
  readonly position: number | null;
  readonly is_running: boolean;
  readonly completed: number;
  readonly progress: string | null;
  readonly more: number;
  readonly is_team_busy: boolean;
}

const FREE = sql`node = null, pool = null`;

export class PostgresLeases implements LeaseStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async take({ now, limits, ...holder }: LeaseRequest): Promise<Lease> {
    const { rows } = await sql<TakenTask>`
      select * from take_task(${holder.job.number}, ${holder.node}, ${poolOf(holder)}, ${now},
        ${limits.job}, ${limits.team}, ${wholeNumber(limits.results)})`.execute(this.#context.db);
    const [row] = rows;
    if (!row?.is_running) return { task: undefined, job: undefined, more: 0, dueAt: undefined, isTeamBusy: false };
    const { completed, progress, position, due_at, more, is_team_busy } = row;
    return {
      job: { completed, progress: progress === null ? undefined : JSON.parse(progress) },
      task: position === null ? undefined : taskOf({ ...row, position }),
      dueAt: position === null ? (due_at ?? undefined) : undefined,
      more,
      isTeamBusy: is_team_busy,
    };
  }

  async exchange(holder: LeaseHolder, count: number, now: number): Promise<StoredTask[]> {
    // Those behind a task that is to be done later wait for it.
    const { rows } = await sql<TaskRow>`
      with first as materialized (
        select position, due_at from job_tasks
        where job = ${holder.job.number} and state = 'waiting' and node is null order by position limit ${count}),
      due as (select position, bool_and(due_at is null or due_at <= ${now}) over (order by position) as is_due from first),
      free as materialized (
        select position from job_tasks
        where position in (select position from due where is_due) and state = 'waiting' and node is null
        for no key update skip locked)
      update job_tasks set node = ${holder.node}, pool = ${poolOf(holder)}, taken_at = now()
      from free where job_tasks.position = free.position
      returning job_tasks.position, task, attempts, job_tasks.due_at`.execute(this.#context.db);
    return rows.map(taskOf).sort((one, other) => one.position - other.position);
  }

  async finish(tasks: readonly StoredTask[], job: number, node: string): Promise<ReadonlySet<number>> {
    const positions = tasks.map(({ position }) => position);
    // The job is locked first, as where it ends: two that lock the same rows in different orders wait for each other.
    const { rows } = await sql<Pick<TaskRow, 'position'>>`
      with running as (select number from jobs where number = ${job} and status = 'running' for no key update)
      update job_tasks set state = 'done', task = '{}', ${FREE} from running
      where job = running.number and position = any(${positions}::bigint[]) and node = ${node} and state = 'waiting'
      returning position`.execute(this.#context.db);
    return new Set(rows.map(({ position }) => position));
  }

  async retry({ position }: StoredTask, dueAt: number, job: number, node: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      with running as (select number from jobs where number = ${job} and status = 'running' for no key update)
      update job_tasks set attempts = attempts + 1, due_at = ${dueAt}, ${FREE} from running
      where job = running.number and position = ${position} and node = ${node} and state = 'waiting'`.execute(
      this.#context.db,
    );
    return numAffectedRows === 1n;
  }

  async holds(holder: LeaseHolder): Promise<boolean> {
    const { job, node } = holder;
    const { rows } = await sql`
      select from job_tasks where pool = ${poolOf(holder)} and job = ${job.number} and node = ${node}
      limit 1 for share`.execute(this.#context.db);
    if (rows.length > 0) return true;
    const { rows: preparations } = await sql`
      select from job_preparations where job = ${job.number} and node = ${node} for share`.execute(this.#context.db);
    return preparations.length > 0;
  }

  async addPreparation(job: number): Promise<void> {
    await sql`insert into job_preparations (job) values (${job}) on conflict do nothing`.execute(this.#context.db);
  }

  async takePreparation(job: number, node: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update job_preparations set node = ${node}, taken_at = now() where job = ${job} and node is null`.execute(
      this.#context.db,
    );
    return numAffectedRows === 1n;
  }

  async endPreparation(job: number, node: string): Promise<void> {
    await sql`delete from job_preparations where job = ${job} and node = ${node}`.execute(this.#context.db);
  }

  releaseAll(node: string): Promise<void> {
    return this.#free(sql`node = ${node}`);
  }

  releaseLost(): Promise<void> {
    return this.#free(sql`node is not null and node not in (select id from nodes)`);
  }

  async releaseUnknown(node: string, { tasks, preparations }: KnownLeases, ageMs: number): Promise<void> {
    const isOld = sql`node = ${node} and taken_at < now() - ${ageMs}::float8 * interval '1 ms'`;
    const { db } = this.#context;
    await sql`update job_tasks set ${FREE} where ${isOld} and position <> all(${tasks}::bigint[])`.execute(db);
    await sql`update job_preparations set node = null where ${isOld} and job <> all(${preparations}::bigint[])`.execute(
      db,
    );
  }

  async clear(job: number): Promise<void> {
    await sql`delete from job_preparations where job = ${job}`.execute(this.#context.db);
  }

  async count({ team, kinds }: TaskFilter): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from job_tasks join jobs on jobs.number = job_tasks.job
      where node is not null
        and (${team ?? null}::text is null or jobs.team = ${team ?? null}::text)
        and (${kinds ?? null}::text[] is null or jobs.kind = any(${kinds ?? null}::text[]))`.execute(this.#context.db);
    return Number(rows[0]?.count);
  }

  async isDone(job: number): Promise<boolean> {
    const { rows } = await sql`
      select where not exists (select from job_preparations where job = ${job})
        and not exists (select from job_tasks where job = ${job} and state = 'waiting')`.execute(this.#context.db);
    return rows.length > 0;
  }

  /** Lets others take tasks and preparations. */
  async #free(condition: RawBuilder<unknown>): Promise<void> {
    await sql`update job_tasks set ${FREE} where ${condition}`.execute(this.#context.db);
    await sql`update job_preparations set node = null where ${condition}`.execute(this.#context.db);
  }
}

/** The name of what a task counts against while it is in hand. */
function poolOf({ slots, job }: LeaseHolder): string {
  return `${slots} ${job.team}`;
}

function taskOf({ position, task, attempts, due_at }: TaskRow): StoredTask {
  return { position, task: JSON.parse(task), attempts, dueAt: due_at ?? undefined };
}

/** The limit as PostgreSQL takes it: callers of the service may send a fraction, and any size. */
function wholeNumber(limit: number): number {
  return Math.min(Math.max(0, Math.ceil(limit)), Number.MAX_SAFE_INTEGER);
}
