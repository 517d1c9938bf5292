import { sql } from 'kysely';
import { PREPARATION_TURN, TURN, type TurnJob, type TurnStore } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

/** Turns in the queue of graphile-worker. */
export class PostgresTurns implements TurnStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add({ number, id }: TurnJob): Promise<void> {
    // A turn that is being used counts as one, so that nobody adds more than there may be.
    await sql`
      select graphile_worker.add_job(${TURN}, json_build_object('number', ${number}::bigint, 'id', ${id}::text, 'slot', 0),
        job_key => ${keyOf(number, 0)}, job_key_mode => 'unsafe_dedupe')`.execute(this.#db);
  }

  async grow({ number, id }: TurnJob, count: number): Promise<void> {
    await sql`
      select graphile_worker.add_job(${TURN}, json_build_object('number', ${number}::bigint, 'id', ${id}::text, 'slot', slot),
        job_key => 'turn:' || ${number}::bigint || ':' || slot, job_key_mode => 'unsafe_dedupe')
      from generate_series(0, ${count}::int - 1) as slot
      where not exists (
        select from graphile_worker.jobs where key = 'turn:' || ${number}::bigint || ':' || slot)`.execute(this.#db);
  }

  async requeue({ number, id }: TurnJob, slot: number, pauseMs = 0): Promise<void> {
    await sql`
      select graphile_worker.add_job(${TURN}, json_build_object('number', ${number}::bigint, 'id', ${id}::text, 'slot', ${slot}::int),
        job_key => ${keyOf(number, slot)}, run_at => now() + ${pauseMs}::float8 * interval '1 ms')`.execute(this.#db);
  }

  async remove({ number }: TurnJob, slot: number): Promise<void> {
    await sql`select graphile_worker.remove_job(${keyOf(number, slot)})`.execute(this.#db);
  }

  async addPreparation({ number, id }: TurnJob): Promise<void> {
    await sql`
      select graphile_worker.add_job(${PREPARATION_TURN}, json_build_object('number', ${number}::bigint, 'id', ${id}::text),
        job_key => ${`prepare:${number}`}, job_key_mode => 'unsafe_dedupe')`.execute(this.#db);
  }

  async releaseUnknown(worker: string, known: readonly string[], ageMs: number): Promise<void> {
    // As the queue frees all turns of a worker. It has no function for some of them.
    await sql`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_by = ${worker} and locked_at < now() - ${ageMs}::float8 * interval '1 ms'
        and id <> all(${known}::bigint[])`.execute(this.#db);
  }

  async heal(): Promise<void> {
    // What the queue keeps of a turn that was added again while a node used it that did not live to end it.
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where key is null and attempts >= max_attempts and locked_at is null
          and task_identifier in (${TURN}, ${PREPARATION_TURN})))`.execute(this.#db);
    await sql`
      select graphile_worker.add_job(${TURN}, json_build_object('number', number, 'id', id, 'slot', 0),
        job_key => 'turn:' || number || ':0', job_key_mode => 'unsafe_dedupe')
      from jobs
      where status = 'running'
        and not exists (select from graphile_worker.jobs where key = 'turn:' || number || ':0')`.execute(this.#db);
    await sql`
      select graphile_worker.add_job(${PREPARATION_TURN}, json_build_object('number', number, 'id', id),
        job_key => 'prepare:' || number, job_key_mode => 'unsafe_dedupe')
      from job_preparations join jobs on jobs.number = job_preparations.job
      where node is null
        and not exists (select from graphile_worker.jobs where key = 'prepare:' || number)`.execute(this.#db);
  }
}

function keyOf(job: number, slot: number): string {
  return `turn:${job}:${slot}`;
}
