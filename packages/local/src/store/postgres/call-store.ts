import { sql } from 'kysely';
import type { CallPermission, CallStore, LimitedCall } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

export class PostgresCalls implements CallStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async begin({ id, key, process, rate, concurrency }: LimitedCall): Promise<CallPermission> {
    const { rows } = await sql<CallPermission>`
      select wait_ms as "waitMs", is_busy as "isBusy"
      from begin_call(${id}, ${key}, ${process}, ${rate ?? null}, ${concurrency ?? null})`.execute(this.#db);
    return rows[0] as CallPermission;
  }

  async end(id: string): Promise<void> {
    await sql`delete from calls_in_progress where id = ${id}`.execute(this.#db);
  }
}
