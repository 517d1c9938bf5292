import { type RawBuilder, sql } from 'kysely';
import type { JobCounts } from '../job-store.js';
import type { FinishedTasks, NodeWork, SlotStore, SlotUse, TaskHolder, TaskRequest } from '../shared-stores.js';
import { PREPARATION, type Slot, type SlotJob } from '../slot.js';
import { type TaskRow, taskOf } from '../sql-tasks.js';
import type { StoreContext } from '../store-context.js';
import type { StoredTask, TaskFilter } from '../task-store.js';

type TakenRow = TaskRow & { readonly lost_nodes: number };

type SlotRow = SlotJob & Pick<Slot, 'slot'>;

/** The columns of a slot with its job. */
const SLOT = sql`jobs.number, jobs.id, jobs.kind, jobs.team, job_slots.slot`;

const WAITS_IN_QUEUE = sql`node is null and waits_since is null`;

export class PostgresSlots implements SlotStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: Pick<StoreContext, 'db'>) {
    this.#db = db;
  }

  async add(slots: readonly Slot[], pool: string): Promise<Slot[]> {
    const rows = slots.map(({ job, slot }) => sql`(${job.number}::bigint, ${slot}::integer, ${pool}::text)`);
    const added = await this.#rows<{ slot: number }>(sql`
      insert into job_slots (job, slot, pool) values ${sql.join(rows)} on conflict do nothing returning slot`);
    return slots.filter(({ slot }) => added.some((row) => row.slot === slot));
  }

  async addForTasks(job: SlotJob, pool: string, most: number): Promise<Slot[]> {
    const { number } = job;
    const rows = await this.#rows<{ slot: number }>(sql`
      with free as (
        select count(*) as tasks from (
          select from job_tasks where job = ${number} and state = 'waiting' and node is null limit ${most}) as tasks),
      idle as (select count(*) as slots from job_slots where job = ${number} and slot >= 0 and node is null)
      insert into job_slots (job, slot, pool)
      select ${number}, slot, ${pool} from generate_series(0, ${most}::integer - 1) as slot
      where not exists (select from job_slots where job = ${number} and job_slots.slot = slot.slot)
      order by slot limit (select greatest(0, tasks - slots) from free, idle)
      on conflict do nothing returning slot`);
    return rows.map(({ slot }) => ({ job, slot }));
  }

  async begin({ job, slot, node, pool }: SlotUse, limit: number): Promise<boolean> {
    const isThis = sql`job = ${job.number} and slot = ${slot} and node is null`;
    if (slot !== PREPARATION) {
      await this.#lock(pool);
      const [row] = await this.#rows<{ count: number }>(sql`
        select count(*)::integer as count from job_slots where pool = ${pool} and node is not null and slot >= 0`);
      if ((row?.count ?? 0) >= limit) {
        await sql`update job_slots set waits_since = now() where ${isThis}`.execute(this.#db);
        return false;
      }
    }
    return this.#changes(sql`
      update job_slots set node = ${node}, begun_at = now(), waits_since = null where ${isThis}`);
  }

  async release({ job, slot, node, pool }: SlotUse): Promise<boolean> {
    await this.#lock(pool);
    return this.#changes(sql`
      update job_slots set node = null where job = ${job.number} and slot = ${slot} and node = ${node}`);
  }

  async end({ job, slot, node, pool }: SlotUse): Promise<'last' | 'other' | undefined> {
    await this.#lock(pool);
    const isEnded = await this.#changes(sql`
      delete from job_slots where job = ${job.number} and slot = ${slot} and node = ${node}`);
    if (!isEnded) return undefined;
    const others = await this.#rows(sql`select from job_slots where job = ${job.number} limit 1`);
    return others.length > 0 ? 'other' : 'last';
  }

  next(pool: string): Promise<Slot[]> {
    return this.#slots(sql`
      with next as (
        select job, slot from job_slots where pool = ${pool} and waits_since is not null
        order by waits_since limit 1 for update skip locked)
      update job_slots set waits_since = null from next join jobs on jobs.number = next.job
      where job_slots.job = next.job and job_slots.slot = next.slot returning ${SLOT}`);
  }

  waiting({ number }: SlotJob): Promise<Slot[]> {
    return this.#slots(sql`
      select ${SLOT} from job_slots join jobs on jobs.number = job_slots.job
      where job = ${number} and ${WAITS_IN_QUEUE}`);
  }

  async clear({ number }: Pick<SlotJob, 'number'>): Promise<Slot[]> {
    const [row] = await this.#rows<{ pool: string }>(sql`select pool from job_slots where job = ${number} limit 1`);
    if (!row) return [];
    await this.#lock(row.pool);
    const ended = await this.#rows<{ isUsed: boolean }>(sql`
      delete from job_slots where job = ${number} returning node is not null and slot >= 0 as "isUsed"`);
    const next: Slot[] = [];
    for (const { isUsed } of ended) if (isUsed) next.push(...(await this.next(row.pool)));
    return next;
  }

  async waitingPools(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#rows<{ pool: string; count: number }>(sql`
      select pool, count(*)::integer as count from job_slots where waits_since is not null group by pool`);
    return new Map(rows.map(({ pool, count }) => [pool, count]));
  }

  async take({ job, node, count, now, limit, atOnce, mayOvertake }: TaskRequest): Promise<StoredTask[]> {
    const isDue = sql`(due_at is null or due_at <= ${now})`;
    // A task may be what has ended a node: of those that were in hand then, one is done at a time, so that the others are not lost
    // with it again.
    const rows = await this.#rows<TakenRow>(sql`
      with in_hand as (select count(*) as tasks from job_tasks where job = ${job.number} and node is not null),
      missing as (
        select least(${wholeNumber(limit)}::bigint - completed, ${wholeNumber(atOnce)}::bigint) - in_hand.tasks as results
        from jobs, in_hand where number = ${job.number} and status = 'running'),
      first as materialized (
        select position, ${isDue} as is_due from job_tasks as task
        where job = ${job.number} and state = 'waiting' and node is null and (lost_nodes = 0 or position = (
          select min(position) from job_tasks as lost
          where job = ${job.number} and state = 'waiting' and lost_nodes > 0
          having bool_and(node is null)))
          and (${!mayOvertake} or ${isDue}) and (sequence is null or not exists (
            select from job_tasks as earlier
            where earlier.job = task.job and earlier.sequence = task.sequence and earlier.position < task.position
              and earlier.state = 'waiting' and earlier.attempts = 0 and earlier.is_alone + task.is_alone > 0))
        order by position limit (select greatest(0, least(${count}, results)) from missing)),
      due as (select position, bool_and(is_due) over (order by position) as is_due from first)
      update job_tasks set node = ${node}, taken_at = now()
      from due where job_tasks.position = due.position and due.is_due
      returning job_tasks.position, task, attempts, due_at, added_at, sequence, is_alone, lost_nodes`);
    const tasks = rows.map((row): StoredTask => ({ ...taskOf(row), lostNodes: row.lost_nodes }));
    return tasks.sort((one, other) => one.position - other.position);
  }

  async nextDue({ number }: Pick<SlotJob, 'number'>, mayOvertake: boolean): Promise<number | undefined> {
    const isFree = sql`job = ${number} and state = 'waiting' and node is null`;
    const first = sql`select due_at from job_tasks where ${isFree} order by position limit 1`;
    const earliest = sql`select min(due_at) as due_at from job_tasks where ${isFree} and due_at is not null`;
    const [row] = await this.#rows<Pick<TaskRow, 'due_at'>>(mayOvertake ? earliest : first);
    return row?.due_at ?? undefined;
  }

  async finish(tasks: readonly StoredTask[], { job, node }: TaskHolder): Promise<FinishedTasks | undefined> {
    const positions = tasks.map(({ position }) => position);
    // The job is locked first, as where it ends: two that lock the same rows in different orders wait for each other.
    const [row] = await this.#rows<JobCounts & { readonly positions: string[] }>(sql`
      with running as (
        select number, completed, credits, tokens, size from jobs
        where number = ${job.number} and status = 'running' for no key update),
      done as (
        update job_tasks set state = 'done', task = '{}', node = null from running
        where job = running.number and position = any(${positions}::bigint[]) and node = ${node} and state = 'waiting'
        returning position)
      select completed, credits, tokens, size, array(select position from done) as positions from running`);
    if (!row) return undefined;
    const { positions: done, ...counts } = row;
    return { positions: new Set(done.map(Number)), counts };
  }

  retry({ position }: StoredTask, dueAt: number, { job, node }: TaskHolder): Promise<boolean> {
    return this.#changes(sql`
      with running as (select number from jobs where number = ${job.number} and status = 'running' for no key update)
      update job_tasks set attempts = attempts + 1, due_at = ${dueAt}, node = null, lost_nodes = 0 from running
      where job = running.number and position = ${position} and node = ${node} and state = 'waiting'`);
  }

  async putBack({ position }: StoredTask, { node }: TaskHolder): Promise<void> {
    await sql`update job_tasks set node = null where position = ${position} and node = ${node}`.execute(this.#db);
  }

  async holds({ job, node }: TaskHolder): Promise<boolean> {
    const rows = await this.#rows(sql`
      select from job_slots where job = ${job.number} and node = ${node} limit 1 for share`);
    return rows.length > 0;
  }

  async count({ team, kinds }: TaskFilter): Promise<number> {
    const [row] = await this.#rows<{ count: number }>(sql`
      select count(*)::integer as count from job_tasks join jobs on jobs.number = job_tasks.job
      where node is not null and jobs.status = 'running'
        and (${team ?? null}::text is null or jobs.team = ${team ?? null}::text)
        and (${kinds ?? null}::text[] is null or jobs.kind = any(${kinds ?? null}::text[]))`);
    return row?.count ?? 0;
  }

  releaseNode(node: string): Promise<void> {
    return this.#free(sql`node = ${node}`, sql`node = ${node}`, sql`lost_nodes + 1`);
  }

  releaseRemoved(): Promise<void> {
    const isRemoved = sql`node is not null and node not in (select id from nodes)`;
    return this.#free(isRemoved, isRemoved, sql`lost_nodes + 1`);
  }

  async releaseUnknown(node: string, { tasks, slots }: NodeWork, ageMs: number): Promise<void> {
    const isOld = (column: string) =>
      sql`node = ${node} and ${sql.ref(column)} < now() - ${ageMs}::float8 * interval '1 ms'`;
    const keys = slots.map(({ job, slot }) => `${job.number}:${slot}`);
    await this.#free(
      sql`${isOld('begun_at')} and job || ':' || slot <> all(${keys}::text[])`,
      sql`${isOld('taken_at')} and position <> all(${tasks}::bigint[])`,
    );
  }

  missingInQueue(): Promise<Slot[]> {
    return this.#slots(sql`
      select ${SLOT} from job_slots join jobs on jobs.number = job_slots.job
      where status = 'running' and ${WAITS_IN_QUEUE} and not exists (
        select from graphile_worker.jobs as queued where queued.key = 'slot:' || job_slots.job || ':' || job_slots.slot)`);
  }

  async jobsWithoutSlots(kinds: readonly string[]): Promise<SlotJob[]> {
    return this.#rows<SlotJob>(sql`
      select number, id, kind, team from jobs
      where status = 'running' and kind = any(${kinds}::text[]) and not exists (select from job_slots where job = number)`);
  }

  /** Whoever begins, releases or ends a slot of the pool waits here, so that each counts what others have begun before. */
  async #lock(pool: string): Promise<void> {
    const lock = () => this.#rows(sql`select from slot_pools where pool = ${pool} for update`);
    if ((await lock()).length > 0) return;
    await sql`insert into slot_pools (pool) values (${pool}) on conflict do nothing`.execute(this.#db);
    await lock();
  }

  /** Puts back what nodes have; the tasks note how many nodes have ended with them. */
  async #free(
    slots: RawBuilder<unknown>,
    tasks: RawBuilder<unknown>,
    lostNodes: RawBuilder<unknown> = sql`lost_nodes`,
  ): Promise<void> {
    await sql`update job_slots set node = null where ${slots}`.execute(this.#db);
    await sql`update job_tasks set node = null, lost_nodes = ${lostNodes} where ${tasks}`.execute(this.#db);
  }

  async #rows<Row extends object>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.#db);
    return rows as Row[];
  }

  async #slots(query: RawBuilder<unknown>): Promise<Slot[]> {
    const rows = await this.#rows<SlotRow>(query);
    return rows.map(({ slot, ...job }) => ({ job, slot }));
  }

  async #changes(query: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows = 0n } = await query.execute(this.#db);
    return numAffectedRows > 0n;
  }
}

/** The limit as PostgreSQL takes it: callers of the service may send a fraction, and any size. */
function wholeNumber(limit: number): number {
  return Math.min(Math.max(0, Math.ceil(limit)), Number.MAX_SAFE_INTEGER);
}
