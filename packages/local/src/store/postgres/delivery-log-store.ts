import { sql } from 'kysely';
import type {
  DeliveryBounds,
  DeliveryLogStore,
  NewDelivery,
  StoredAttempt,
  StoredDelivery,
  StoredPayload,
} from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

export class PostgresDeliveryLog implements DeliveryLogStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async resume(task: number): Promise<number | undefined> {
    const { rows } = await sql<{ number: number }>`
      update delivery_log set next_at = null where task = ${task} and not is_over returning number`.execute(this.#db);
    return rows[0]?.number;
  }

  async add(delivery: NewDelivery, bounds: DeliveryBounds): Promise<number> {
    const { task, team, event, about, url, headers = null, body = null, omitted = null } = delivery;
    const { rows } = await sql<{ number: number }>`
      with added as (
        insert into delivery_log (task, team, event, about, url, headers, body, omitted)
        values (${task}, ${team}, ${event}, ${about}, ${url}, ${headers}, ${body}, ${omitted})
        returning number),
      deleted as (delete from delivery_log where number <= (select number from added) - ${bounds.deliveries}::bigint),
      emptied as (
        update delivery_log set headers = null, body = null, omitted = ${bounds.omitted}
        where number > (select number from added) - ${bounds.deliveries}::bigint and number in (
          select number from (
            select number, sum(octet_length(body)) over (order by number desc) as bytes
            from delivery_log where body is not null) as sizes
          where bytes + octet_length(${body ?? ''}) > ${bounds.bytes}::bigint))
      select number from added`.execute(this.#db);
    return rows[0]?.number as number;
  }

  async addAttempt(number: number, attempt: StoredAttempt, nextAt: number | undefined): Promise<void> {
    await sql`
      update delivery_log
      set attempts = attempts || ${JSON.stringify(attempt)}::jsonb, next_at = ${nextAt ?? null}, is_over = ${nextAt === undefined}
      where number = ${number}`.execute(this.#db);
  }

  async list(): Promise<StoredDelivery[]> {
    const { rows } = await sql<Omit<StoredDelivery, 'nextAt'> & { nextAt: number | null }>`
      select number, team, event, about, url, attempts, next_at as "nextAt", is_over as "isOver"
      from delivery_log order by number desc`.execute(this.#db);
    return rows.map((row) => ({ ...row, nextAt: row.nextAt ?? undefined }));
  }

  async payload(number: number): Promise<StoredPayload | undefined> {
    const { rows } = await sql<{ headers: string | null; body: string | null; omitted: string | null }>`
      select headers, body, omitted from delivery_log where number = ${number}`.execute(this.#db);
    const [row] = rows;
    return row && { headers: row.headers ?? undefined, body: row.body ?? undefined, omitted: row.omitted ?? undefined };
  }
}
