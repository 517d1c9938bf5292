import type { StoreContext } from './store-context.js';

export interface TrackedPageKey {
  readonly team: string;
  readonly tag: string;
  readonly url: string;
}

export interface StoredVersion {
  /** When the version was seen, in milliseconds since 1970. */
  readonly seen: number;
  /** The version as JSON text. */
  readonly version: string;
}

/** The last versions of pages whose changes are tracked. */
export interface TrackedPageStore {
  get(page: TrackedPageKey): Promise<StoredVersion | undefined>;
  set(page: TrackedPageKey, version: StoredVersion): Promise<void>;
  delete(page: TrackedPageKey): Promise<void>;
}

export class SqlTrackedPages implements TrackedPageStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  get({ team, tag, url }: TrackedPageKey): Promise<StoredVersion | undefined> {
    return this.#db
      .selectFrom('tracked_pages')
      .where('team', '=', team)
      .where('tag', '=', tag)
      .where('url', '=', url)
      .select(['seen', 'version'])
      .executeTakeFirst();
  }

  async set({ team, tag, url }: TrackedPageKey, { seen, version }: StoredVersion): Promise<void> {
    await this.#db
      .insertInto('tracked_pages')
      .values({ team, tag, url, seen, version })
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'tag', 'url'])
          .doUpdateSet(({ ref }) => ({ seen: ref('excluded.seen'), version: ref('excluded.version') })),
      )
      .execute();
  }

  async delete({ team, tag, url }: TrackedPageKey): Promise<void> {
    await this.#db
      .deleteFrom('tracked_pages')
      .where('team', '=', team)
      .where('tag', '=', tag)
      .where('url', '=', url)
      .execute();
  }
}
