import { indexableKey, isHashOfKey } from './indexable-key.js';
import type { StoreContext } from './store-context.js';

/** The page of a target of a monitor. */
export interface SnapshotKey {
  readonly monitor: string;
  readonly target: string;
  readonly url: string;
}

/** The content of the pages of a monitor when a check could last read them. */
export interface SnapshotStore {
  /** The content as it was given to `set`. */
  get(key: SnapshotKey): Promise<unknown>;
  set(key: SnapshotKey, content: object): Promise<void>;
  delete(key: SnapshotKey): Promise<void>;
  urls(monitor: string, target: string): Promise<string[]>;
  /** Deletes the snapshots of all other targets. */
  retain(monitor: string, targets: readonly string[]): Promise<void>;
}

/** A content as it is stored, with the URL if that is too long for the key of the row. */
interface StoredContent {
  readonly longUrl?: string;
}

export class SqlSnapshots implements SnapshotStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async get({ monitor, target, url }: SnapshotKey): Promise<unknown> {
    const row = await this.#db
      .selectFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .where('target', '=', target)
      .where('url', '=', indexableKey(url))
      .select('content')
      .executeTakeFirst();
    return row && contentOf(row.content);
  }

  async set({ url, ...key }: SnapshotKey, content: object): Promise<void> {
    const storedUrl = indexableKey(url);
    const storedContent: StoredContent = storedUrl === url ? content : { ...content, longUrl: url };
    await this.#db
      .insertInto('monitor_snapshots')
      .values({ ...key, url: storedUrl, content: JSON.stringify(storedContent) })
      .onConflict((conflict) =>
        conflict.columns(['monitor', 'target', 'url']).doUpdateSet({ content: ({ ref }) => ref('excluded.content') }),
      )
      .execute();
  }

  async delete({ monitor, target, url }: SnapshotKey): Promise<void> {
    await this.#db
      .deleteFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .where('target', '=', target)
      .where('url', '=', indexableKey(url))
      .execute();
  }

  async urls(monitor: string, target: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .where('target', '=', target)
      .select('url')
      .orderBy('url')
      .execute();
    return Promise.all(rows.map(({ url }) => (isHashOfKey(url) ? this.#longUrl({ monitor, target, url }) : url)));
  }

  /** The URL whose hash a row has. */
  async #longUrl({ monitor, target, url }: SnapshotKey): Promise<string> {
    const { content } = await this.#db
      .selectFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .where('target', '=', target)
      .where('url', '=', url)
      .select('content')
      .executeTakeFirstOrThrow();
    return (JSON.parse(content) as StoredContent).longUrl ?? url;
  }

  async retain(monitor: string, targets: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .$if(targets.length > 0, (query) => query.where('target', 'not in', targets))
      .execute();
  }
}

function contentOf(text: string): object {
  const { longUrl: _longUrl, ...content }: StoredContent = JSON.parse(text);
  return content;
}
