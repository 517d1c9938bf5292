import { statement } from './statement.js';
import { type StoreContext, together } from './store-context.js';
import type { Tables } from './tables.js';
import { bytesByTeam, deleteFairly, TEAM_TABLES } from './team-data.js';

/** The copy of a page that a team has, by its key. */
export interface CopyKey {
  readonly team: string;
  readonly key: string;
}

/** A page as it was fetched. */
export interface StoredCopy {
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The compressed body. */
  readonly body: Uint8Array;
}

export interface CachedPageStore {
  /** The copies that a team has of one page or two, by their keys. */
  get(copy: CopyKey, otherKey?: string): Promise<ReadonlyMap<string, StoredCopy>>;
  /** Replaces an earlier copy. */
  set(copy: CopyKey, page: StoredCopy): Promise<void>;
  /** The bytes of the bodies of each team. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** Deletes the oldest of the teams that have most until so many bytes are free; returns what was deleted. */
  evict(bytes: number): Promise<CopyKey[]>;
}

/** One that looks for a single key names it twice. */
const findCopies = statement((db, { team, key, otherKey }: CopyKey & { readonly otherKey: string }) =>
  db
    .selectFrom('cached_pages')
    .where('team', '=', team)
    .where('key', 'in', [key, otherKey])
    .select(['key', 'url', 'status', 'content_type', 'fetched_at', 'body']),
);

const putCopy = statement((db, copy: CachedPageRow) =>
  db
    .insertInto('cached_pages')
    .values({
      team: copy.team,
      key: copy.key,
      url: copy.url,
      status: copy.status,
      content_type: copy.content_type,
      fetched_at: copy.fetched_at,
      body: copy.body,
    })
    .onConflict((conflict) =>
      conflict.columns(['team', 'key']).doUpdateSet(({ ref }) => ({
        url: ref('excluded.url'),
        status: ref('excluded.status'),
        content_type: ref('excluded.content_type'),
        fetched_at: ref('excluded.fetched_at'),
        body: ref('excluded.body'),
      })),
    ),
);

type CachedPageRow = Tables['cached_pages'];

export class SqlCachedPages implements CachedPageStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async get({ team, key }: CopyKey, otherKey = key): Promise<ReadonlyMap<string, StoredCopy>> {
    const { rows } = await findCopies(this.#context.db, { team, key, otherKey });
    return new Map(
      rows.map(({ key, url, status, content_type, fetched_at, body }) => [
        key,
        { url, status, contentType: content_type ?? undefined, fetchedAt: fetched_at, body },
      ]),
    );
  }

  async set({ team, key }: CopyKey, { url, status, contentType, fetchedAt, body }: StoredCopy): Promise<void> {
    const copy = { team, key, url, status, content_type: contentType ?? null, fetched_at: fetchedAt, body };
    await putCopy(this.#context.db, copy);
  }

  sizes(): Promise<ReadonlyMap<string, number>> {
    return bytesByTeam(this.#context, TEAM_TABLES.copies);
  }

  evict(bytes: number): Promise<CopyKey[]> {
    return together(this.#context, async (context) => {
      const evicted = await deleteFairly(context, TEAM_TABLES.copies, bytes);
      return evicted.map(({ key: [team, key] }) => ({ team: String(team), key: String(key) }));
    });
  }
}
