import { sql } from 'kysely';
import type { HostTurnStore } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

export class PostgresHostTurns implements HostTurnStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async reserve(host: string, gapMs: number, patienceMs: number): Promise<number | undefined> {
    const { rows } = await sql<{ waitMs: number }>`
      insert into host_turns as turns (host, last_at) values (${host}, clock_timestamp())
      on conflict (host) do update
        set last_at = greatest(clock_timestamp(), turns.last_at + ${gapMs}::float8 * interval '1 ms')
        where turns.last_at + (${gapMs}::float8 - ${Math.min(patienceMs, MAX_PATIENCE_MS)}::float8) * interval '1 ms'
          <= clock_timestamp()
      returning (extract(epoch from last_at - clock_timestamp()) * 1000)::float8 as "waitMs"`.execute(this.#db);
    const [row] = rows;
    return row && Math.max(0, row.waitMs);
  }
}

/** Infinity is no interval of PostgreSQL. */
const MAX_PATIENCE_MS = 30 * 24 * 60 * 60_000;
