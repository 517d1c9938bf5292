import { indexableKey } from './indexable-key.js';
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

  get(page: TrackedPageKey): Promise<StoredVersion | undefined> {
    const { team, tag, url } = rowKeyOf(page);
    return this.#db
      .selectFrom('tracked_pages')
      .where('team', '=', team)
      .where('tag', '=', tag)
      .where('url', '=', url)
      .select(['seen', 'version'])
      .executeTakeFirst();
  }

  async set(page: TrackedPageKey, { seen, version }: StoredVersion): Promise<void> {
    await this.#db
      .insertInto('tracked_pages')
      .values({ ...rowKeyOf(page), seen, version })
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'tag', 'url'])
          .doUpdateSet(({ ref }) => ({ seen: ref('excluded.seen'), version: ref('excluded.version') })),
      )
      .execute();
  }

  async delete(page: TrackedPageKey): Promise<void> {
    const { team, tag, url } = rowKeyOf(page);
    await this.#db
      .deleteFrom('tracked_pages')
      .where('team', '=', team)
      .where('tag', '=', tag)
      .where('url', '=', url)
      .execute();
  }
}

function rowKeyOf({ team, tag, url }: TrackedPageKey): TrackedPageKey {
  return { team, tag: indexableKey(tag), url: indexableKey(url) };
}
