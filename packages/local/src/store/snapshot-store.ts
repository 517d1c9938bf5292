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
      .where('url', '=', url)
      .select('content')
      .executeTakeFirst();
    return row && JSON.parse(row.content);
  }

  async set(key: SnapshotKey, content: object): Promise<void> {
    await this.#db
      .insertInto('monitor_snapshots')
      .values({ ...key, content: JSON.stringify(content) })
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
      .where('url', '=', url)
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
    return rows.map(({ url }) => url);
  }

  async retain(monitor: string, targets: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('monitor_snapshots')
      .where('monitor', '=', monitor)
      .$if(targets.length > 0, (query) => query.where('target', 'not in', targets))
      .execute();
  }
}
