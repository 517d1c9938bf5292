import { sql } from 'kysely';
import type { ProfileTurnStore, ProfileUse } from '../shared-stores.js';
import type { StoreContext } from '../store-context.js';

export class PostgresProfileTurns implements ProfileTurnStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async begin({ id, profile, process, user }: ProfileUse): Promise<string | undefined> {
    for (;;) {
      // One of the same process has ended without a way to say so.
      const { numAffectedRows } = await sql`
        insert into profile_turns as turns (profile, id, process, used_by) values (${profile}, ${id}, ${process}, ${user})
        on conflict (profile) do update set id = excluded.id, process = excluded.process, used_by = excluded.used_by
        where turns.process = ${process} or not exists (select from nodes where nodes.process = turns.process)`.execute(
        this.#db,
      );
      if (numAffectedRows === 1n) return undefined;
      const { rows } = await sql<{ used_by: string }>`
        select used_by from profile_turns where profile = ${profile}`.execute(this.#db);
      // There is none when the use ended in between.
      if (rows[0]) return rows[0].used_by;
    }
  }

  async holds(id: string): Promise<boolean> {
    const { rows } = await sql`select from profile_turns where id = ${id} for share`.execute(this.#db);
    return rows.length > 0;
  }

  async end(id: string): Promise<void> {
    await sql`delete from profile_turns where id = ${id}`.execute(this.#db);
  }
}
