import type { StoreContext } from './store-context.js';

export interface StoredFile {
  readonly id: string;
  /** Its media type. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The URL of the page that it shows; null for files of earlier versions. */
  readonly page: string | null;
}

/** A file without its bytes. */
export interface FileEntry extends Omit<StoredFile, 'body'> {
  readonly bytes: number;
}

/** Bytes that files take together. */
export interface FileLimits {
  /** Of sounds and videos, by their types. */
  readonly media: number;
  readonly others: number;
}

/** Files that were made of pages. Those that have expired are never returned. */
export interface RenderedFileStore {
  add(file: StoredFile): Promise<void>;
  get(id: string): Promise<Pick<StoredFile, 'type' | 'body'> | undefined>;
  /** The last files of types that begin so, the latest first. */
  latest(typePrefix: string, limit: number): Promise<FileEntry[]>;
  /** Deletes the files that have expired, and the oldest beyond so many bytes: of media, and of all others. */
  evict(limits: FileLimits): Promise<void>;
}

export class SqlRenderedFiles implements RenderedFileStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async add({ id, type, body, expiresAt, page }: StoredFile): Promise<void> {
    await this.#context.db
      .insertInto('rendered_files')
      .values({ id, type, body, expires_at: expiresAt, page })
      .execute();
  }

  get(id: string): Promise<Pick<StoredFile, 'type' | 'body'> | undefined> {
    const { db, clock } = this.#context;
    return db
      .selectFrom('rendered_files')
      .where('id', '=', id)
      .where('expires_at', '>', clock.now())
      .select(['type', 'body'])
      .executeTakeFirst();
  }

  latest(typePrefix: string, limit: number): Promise<FileEntry[]> {
    const { db, clock } = this.#context;
    return db
      .selectFrom('rendered_files')
      .where('type', 'like', `${typePrefix}%`)
      .where('expires_at', '>', clock.now())
      .select(({ fn }) => [
        'id',
        'type',
        'page',
        'expires_at as expiresAt',
        fn<number>('octet_length', ['body']).as('bytes'),
      ])
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  async evict(limits: FileLimits): Promise<void> {
    const { db, clock } = this.#context;
    await db.deleteFrom('rendered_files').where('expires_at', '<=', clock.now()).execute();
    const files = await db
      .selectFrom('rendered_files')
      .select(({ fn }) => ['number', 'type', fn<number>('octet_length', ['body']).as('size')])
      .orderBy('number', 'desc')
      .execute();
    const left = { ...limits };
    for (const { number, type, size } of files) {
      const kind = /^(?:audio|video)\//.test(type) ? 'media' : 'others';
      left[kind] -= size;
      if (left[kind] < 0) await db.deleteFrom('rendered_files').where('number', '=', number).execute();
    }
  }
}
