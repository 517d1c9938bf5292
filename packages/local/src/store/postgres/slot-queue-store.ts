import { sql } from 'kysely';
import { SLOT_TASK, type SlotQueueStore } from '../shared-stores.js';
import type { Slot, SlotJob } from '../slot.js';
import type { StoreContext } from '../store-context.js';

/** A slot may be fetched as often as nodes end while they use it. The queue takes no larger number. */
const MOST_ATTEMPTS = 32_767;

/** The slots in the queue of graphile-worker. It is written by its public functions alone. */
export class PostgresSlotQueue implements SlotQueueStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: Pick<StoreContext, 'db'>) {
    this.#db = db;
  }

  async add(slots: readonly Slot[], delayMs: number): Promise<void> {
    if (slots.length === 0) return;
    await sql`
      select from graphile_worker.add_jobs(array(
        select row(${SLOT_TASK}, slot, null, now() + ${delayMs}::float8 * interval '1 ms', ${MOST_ATTEMPTS}::integer,
          'slot:' || (slot #>> '{job,number}') || ':' || (slot ->> 'slot'), null, null)::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(slots.map(({ job, slot }) => ({ job: nameOf(job), slot })))}::json) as slot))`.execute(
      this.#db,
    );
  }

  async hasWaiting(): Promise<boolean> {
    const { rows } = await sql`
      select from graphile_worker.jobs
      where task_identifier = ${SLOT_TASK} and locked_at is null and attempts < max_attempts and run_at <= now()
      limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  async unknown(worker: string, known: readonly string[], ageMs: number): Promise<Slot[]> {
    const { rows } = await sql<SlotJob & Pick<Slot, 'slot'>>`
      select jobs.number, jobs.id, jobs.kind, jobs.team, job_slots.slot
      from graphile_worker.jobs as queued
      join job_slots on queued.key = 'slot:' || job_slots.job || ':' || job_slots.slot
      join jobs on jobs.number = job_slots.job
      where queued.locked_by = ${worker} and queued.locked_at < now() - ${ageMs}::float8 * interval '1 ms'
        and queued.id <> all(${known}::bigint[])`.execute(this.#db);
    return rows.map(({ slot, ...job }) => ({ job, slot }));
  }

  async releaseRemoved(ageMs: number): Promise<void> {
    await sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs
        where locked_at < now() - ${ageMs}::float8 * interval '1 ms'
          and locked_by not in (select worker from nodes)))`.execute(this.#db);
  }

  async removeLeftovers(): Promise<void> {
    // Earlier versions had turns and preparations.
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs as queued
        where locked_at is null and task_identifier in (${SLOT_TASK}, 'turn', 'prepare') and (
          key is null and attempts >= max_attempts
          or task_identifier = ${SLOT_TASK} and not exists (
            select from job_slots where queued.key = 'slot:' || job_slots.job || ':' || job_slots.slot))))`.execute(
      this.#db,
    );
  }
}

function nameOf({ number, id, kind, team }: SlotJob): SlotJob {
  return { number, id, kind, team };
}
