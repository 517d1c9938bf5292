import { type RawBuilder, sql } from 'kysely';
import type { KnownLeases, Lease, LeaseJob, LeaseRequest, LeaseStore } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';
import type { StoredTask, TaskFilter } from '../task-store.js';

/** The number of the lease that stands for the preparation of a job. */
const PREPARATION = 0;

interface TakenTask {
  readonly is_running: boolean;
  readonly completed: number;
  readonly progress: string | null;
  readonly position: number | null;
  readonly task: string;
  readonly attempts: number;
  readonly due_at: number | null;
  readonly more: number;
  readonly is_team_busy: boolean;
}

export class PostgresLeases implements LeaseStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async take({ job, node, now, slots, limits }: LeaseRequest): Promise<Lease> {
    const { rows } = await sql<TakenTask>`
      select * from take_task(${job.number}, ${node}, ${slots}, ${job.team}, ${now},
        ${limits.job}, ${limits.team}, ${wholeNumber(limits.results)})`.execute(this.#context.db);
    const [row] = rows;
    if (!row?.is_running) return { task: undefined, job: undefined, more: 0, dueAt: undefined, isTeamBusy: false };
    const { completed, progress, position, task, attempts, due_at, more, is_team_busy } = row;
    const dueAt = due_at ?? undefined;
    return {
      job: { completed, progress: progress === null ? undefined : JSON.parse(progress) },
      task: position === null ? undefined : { position, task: JSON.parse(task), attempts, dueAt },
      dueAt: position === null ? dueAt : undefined,
      more,
      isTeamBusy: is_team_busy,
    };
  }

  async release({ position }: StoredTask, job: number, node: string): Promise<boolean> {
    // The job is locked first, as where it ends: two that lock the same rows in different orders wait for each other.
    const { numAffectedRows } = await sql`
      with running as (select number from jobs where number = ${job} and status = 'running' for no key update)
      delete from task_leases using running
      where job = running.number and task = ${position} and node = ${node}`.execute(this.#context.db);
    return numAffectedRows === 1n;
  }

  async holds(job: number, node: string): Promise<boolean> {
    const { rows } = await sql`select from task_leases where job = ${job} and node = ${node} limit 1 for share`.execute(
      this.#context.db,
    );
    return rows.length > 0;
  }

  async addPreparation({ number, team }: LeaseJob): Promise<void> {
    await sql`
      insert into task_leases (job, task, slots, team) values (${number}, ${PREPARATION}, '', ${team})
      on conflict do nothing`.execute(this.#context.db);
  }

  async takePreparation(job: number, node: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update task_leases set node = ${node}, taken_at = now()
      where job = ${job} and task = ${PREPARATION} and node is null`.execute(this.#context.db);
    return numAffectedRows === 1n;
  }

  async endPreparation(job: number, node: string): Promise<void> {
    await sql`delete from task_leases where job = ${job} and task = ${PREPARATION} and node = ${node}`.execute(
      this.#context.db,
    );
  }

  async releaseAll(node: string): Promise<string[]> {
    const { rows: jobs } = await sql<{ id: string }>`
      select distinct id from task_leases join jobs on jobs.number = task_leases.job where node = ${node}`.execute(
      this.#context.db,
    );
    await this.#free(sql`node = ${node}`);
    return jobs.map(({ id }) => id);
  }

  releaseLost(): Promise<void> {
    return this.#free(sql`node is not null and node not in (select id from nodes)`);
  }

  async releaseUnknown(node: string, { tasks, preparations }: KnownLeases, ageMs: number): Promise<void> {
    const isOld = sql`node = ${node} and taken_at < now() - ${ageMs}::float8 * interval '1 ms'`;
    await sql`
      delete from task_leases where ${isOld} and task <> ${PREPARATION} and task <> all(${tasks}::bigint[])`.execute(
      this.#context.db,
    );
    await sql`
      update task_leases set node = null
      where ${isOld} and task = ${PREPARATION} and job <> all(${preparations}::bigint[])`.execute(this.#context.db);
  }

  async clear(job: number): Promise<void> {
    await sql`delete from task_leases where job = ${job}`.execute(this.#context.db);
  }

  async count({ team, kinds }: TaskFilter): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from task_leases join jobs on jobs.number = task_leases.job
      where task <> ${PREPARATION}
        and (${team ?? null}::text is null or jobs.team = ${team ?? null}::text)
        and (${kinds ?? null}::text[] is null or jobs.kind = any(${kinds ?? null}::text[]))`.execute(this.#context.db);
    return Number(rows[0]?.count);
  }

  async isDone(job: number): Promise<boolean> {
    const { rows } = await sql`
      select where not exists (select from task_leases where job = ${job})
        and not exists (select from job_tasks where job = ${job} and state = 'waiting')`.execute(this.#context.db);
    return rows.length > 0;
  }

  /** Lets others take the tasks and preparations of leases. */
  async #free(condition: RawBuilder<unknown>): Promise<void> {
    await sql`delete from task_leases where ${condition} and task <> ${PREPARATION}`.execute(this.#context.db);
    await sql`update task_leases set node = null where ${condition} and task = ${PREPARATION}`.execute(
      this.#context.db,
    );
  }
}

/** The limit as PostgreSQL takes it: callers of the service may send a fraction, and any size. */
function wholeNumber(limit: number): number {
  return Math.min(Math.max(0, Math.ceil(limit)), Number.MAX_SAFE_INTEGER);
}
