import { sql } from 'kysely';
import type { ListeningAddress, NewNode, NodeAccess, NodeReport, NodeStore, ServiceNode } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';
import { PostgresSlots } from './slot-store.js';

export class PostgresNodes implements NodeStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async enter(node: NewNode, report: NodeReport, worker: string): Promise<void> {
    const { id, name, role, version, process, secret } = node;
    const { address = null, sessions, sessionRoom } = report;
    await sql`
      insert into nodes (id, name, role, version, process, secret, worker, address, sessions, session_room)
      values (
        ${id}, ${name}, ${role}, ${version}, ${process}, ${secret}, ${worker}, ${address}, ${sessions}, ${sessionRoom})`.execute(
      this.#context.db,
    );
  }

  async beat(id: string, { address, sessions, sessionRoom }: NodeReport): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update nodes
      set seen_at = now(), address = ${address ?? null}, sessions = ${sessions}, session_room = ${sessionRoom}
      where id = ${id}`.execute(this.#context.db);
    return numAffectedRows === 1n;
  }

  async list(): Promise<ServiceNode[]> {
    const { rows } = await sql<Omit<ServiceNode, 'address'> & { address: string | null }>`
      select id, name, role, version, address, sessions,
        (extract(epoch from started_at) * 1000)::float8 as "startedAt",
        (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as "silentMs",
        (select count(*) from job_tasks where node = nodes.id)::int as tasks
      from nodes order by started_at, id`.execute(this.#context.db);
    return rows.map((row) => ({
      ...row,
      address: row.address ?? undefined,
      startedAt: Math.round(row.startedAt),
      silentMs: Math.max(0, Math.round(row.silentMs)),
    }));
  }

  async noteListening(process: string, addresses: readonly ListeningAddress[]): Promise<void> {
    await sql`
      insert into listening_processes (process, addresses) values (${process}, ${JSON.stringify(addresses)})
      on conflict (process) do update set addresses = excluded.addresses, noted_at = now()`.execute(this.#context.db);
  }

  async listening(): Promise<ListeningAddress[]> {
    const { rows } = await sql<{ addresses: string }>`select addresses from listening_processes`.execute(
      this.#context.db,
    );
    return rows.flatMap((row): ListeningAddress[] => JSON.parse(row.addresses));
  }

  async hasSecret(secret: string): Promise<boolean> {
    const { rows } = await sql`select from nodes where secret = ${secret}`.execute(this.#context.db);
    return rows.length > 0;
  }

  async nodeWithMostRoom(process: string): Promise<NodeAccess | undefined> {
    const { rows } = await sql<NodeAccess>`
      select address, secret from nodes
      where process <> ${process} and role <> 'worker' and address is not null and session_room > 0
      order by session_room desc limit 1`.execute(this.#context.db);
    return rows[0];
  }

  async silent(silentMs: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from nodes where seen_at < now() - ${silentMs}::float8 * interval '1 ms'`.execute(this.#context.db);
    return rows.map(({ id }) => id);
  }

  async remove(id: string): Promise<void> {
    const { rows } = await sql<{ worker: string; process: string }>`
      delete from nodes where id = ${id} returning worker, process`.execute(this.#context.db);
    const [node] = rows;
    if (!node) return;
    await sql`update session_places set is_over = true where process = ${node.process}`.execute(this.#context.db);
    // Also those of processes that ended before they were nodes.
    await sql`delete from calls_in_progress where process not in (select process from nodes)`.execute(this.#context.db);
    await sql`
      with ended as (
        delete from credit_reservations where process not in (select process from nodes)
        returning payer, month_start, credits),
      sums as (select payer, month_start, sum(credits) as credits from ended group by payer, month_start)
      update credit_use set reserved = credit_use.reserved - sums.credits from sums
      where credit_use.payer = sums.payer and credit_use.month_start = sums.month_start`.execute(this.#context.db);
    await sql`delete from profile_turns where process not in (select process from nodes)`.execute(this.#context.db);
    // Also those that ended before they were nodes. One that is no node yet has noted it a moment ago.
    await sql`
      delete from listening_processes
      where process = ${node.process}
        or process not in (select process from nodes) and noted_at < now() - interval '1 minute'`.execute(
      this.#context.db,
    );
    await new PostgresSlots(this.#context).releaseNode(id);
    await sql`select graphile_worker.force_unlock_workers(array[${node.worker}])`.execute(this.#context.db);
  }
}
