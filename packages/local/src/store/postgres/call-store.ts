import { sql } from 'kysely';
import type { CallPermission, CallStore, LimitedCall } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

/** What stands for all callers without a key, beside the ids of keys. */
const KEYLESS = 'keyless';

const DAY_IS_OVER = sql`allowances.counted_at <= now() - interval '1 day'`;

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

  async countKeyless(perDay: number): Promise<number> {
    const { rows } = await sql<{ waitMs: number }>`
      insert into call_allowances as allowances (key, calls, counted_at) values (${KEYLESS}, ${perDay - 1}, now())
      on conflict (key) do update set
        calls = case when ${DAY_IS_OVER} then ${perDay - 1} else greatest(least(allowances.calls, ${perDay}) - 1, -1) end,
        counted_at = case when ${DAY_IS_OVER} then now() else allowances.counted_at end
      returning case when calls < 0
        then extract(epoch from counted_at + interval '1 day' - now())::float8 * 1000 else 0 end as "waitMs"`.execute(
      this.#db,
    );
    return rows[0]?.waitMs ?? 0;
  }
}
