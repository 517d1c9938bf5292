import { sql } from 'kysely';
import type { NodeAccess, SessionPlace, SessionPlaceStore } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

export class PostgresSessionPlaces implements SessionPlaceStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add(id: string, team: string, process: string): Promise<boolean> {
    // No session lives for a day.
    await sql`delete from session_places where added_at < now() - interval '1 day'`.execute(this.#db);
    const { numAffectedRows } = await sql`
      insert into session_places (id, team, process) values (${id}, ${team}, ${process})
      on conflict (id) do nothing`.execute(this.#db);
    return numAffectedRows === 1n;
  }

  async remove(id: string): Promise<void> {
    await sql`delete from session_places where id = ${id}`.execute(this.#db);
  }

  async find(id: string): Promise<SessionPlace | undefined> {
    const { rows } = await sql<{
      team: string;
      process: string;
      isOver: boolean;
      address: string | null;
      secret: string | null;
    }>`
      select places.team, places.process, places.is_over as "isOver", nodes.address, nodes.secret
      from session_places places left join nodes on nodes.process = places.process
      where places.id = ${id}
      union all
      select scrapes.team, scrapes.process, false, nodes.address, nodes.secret
      from finished_scrapes scrapes join nodes on nodes.process = scrapes.process
      where scrapes.id = ${id} and not exists (select from session_places places where places.id = scrapes.id)`.execute(
      this.#db,
    );
    const [row] = rows;
    if (!row) return undefined;
    const { team, process, isOver, address, secret } = row;
    const node = secret === null ? undefined : { address: address ?? undefined, secret };
    return { team, process, isOver, node };
  }

  async others(team: string, process: string): Promise<NodeAccess[]> {
    const { rows } = await sql<{ address: string | null; secret: string }>`
      select address, secret from nodes
      where process <> ${process} and exists (
        select from session_places places
        where places.process = nodes.process and places.team = ${team} and not places.is_over)`.execute(this.#db);
    return rows.map(({ address, secret }) => ({ address: address ?? undefined, secret }));
  }
}
