import type { StoreContext } from './store-context.js';

/** A recorded response: what it was about as JSON text, and its bytes. */
export interface StoredRecording {
  readonly about: string;
  readonly body: Uint8Array;
}

export interface RecordingStore {
  get(key: string): Promise<StoredRecording | undefined>;
  set(key: string, recording: StoredRecording): Promise<void>;
}

export class SqlRecordings implements RecordingStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  get(key: string): Promise<StoredRecording | undefined> {
    return this.#db.selectFrom('recordings').where('key', '=', key).select(['about', 'body']).executeTakeFirst();
  }

  async set(key: string, { about, body }: StoredRecording): Promise<void> {
    await this.#db
      .insertInto('recordings')
      .values({ key, about, body })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({ about: ref('excluded.about'), body: ref('excluded.body') })),
      )
      .execute();
  }
}
