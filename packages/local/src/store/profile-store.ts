import { type StoreContext, together } from './store-context.js';

/** Profiles of browsers by team and name: their state as JSON text. */
export interface ProfileStore {
  /** Notes that the profile is used; returns its state. */
  use(team: string, name: string): Promise<string | undefined>;
  /** Stores the state. Beyond the bytes of a team, those of its profiles are deleted that were not used for the longest time. */
  save(
    profile: { readonly team: string; readonly name: string; readonly state: string },
    maxBytes: number,
  ): Promise<void>;
}

export class SqlProfiles implements ProfileStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async use(team: string, name: string): Promise<string | undefined> {
    const { db, clock } = this.#context;
    const row = await db
      .updateTable('profiles')
      .set({ used_at: clock.now() })
      .where('team', '=', team)
      .where('name', '=', name)
      .returning('state')
      .executeTakeFirst();
    return row?.state;
  }

  async save(
    { team, name, state }: { readonly team: string; readonly name: string; readonly state: string },
    maxBytes: number,
  ): Promise<void> {
    await together(this.#context, async (context) => {
      const { db, clock } = context;
      await context.dialect.lock(context, `profiles of ${team}`);
      await db
        .insertInto('profiles')
        .values({ team, name, state, used_at: clock.now() })
        .onConflict((conflict) =>
          conflict.columns(['team', 'name']).doUpdateSet(({ ref }) => ({
            state: ref('excluded.state'),
            used_at: ref('excluded.used_at'),
          })),
        )
        .execute();
      const others = await db
        .selectFrom('profiles')
        .where('team', '=', team)
        .where('name', '<>', name)
        .select(({ fn }) => ['name', fn<number>('length', ['state']).as('size')])
        .orderBy('used_at', 'desc')
        .execute();
      let bytes = state.length;
      const unused = others.filter(({ size }) => {
        bytes += size;
        return bytes > maxBytes;
      });
      if (state.length > maxBytes) unused.push({ name, size: state.length });
      if (unused.length === 0) return;
      const names = unused.map((profile) => profile.name);
      await db.deleteFrom('profiles').where('team', '=', team).where('name', 'in', names).execute();
    });
  }
}
