import { type StoreContext, together } from './store-context.js';

export interface NewUpload {
  readonly id: string;
  /** The digest of the reference that the caller has. */
  readonly refDigest: Uint8Array;
  readonly team: string;
  readonly filename: string;
  readonly contentType: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface StoredUpload extends Pick<NewUpload, 'refDigest' | 'filename' | 'contentType' | 'expiresAt'> {
  readonly number: number;
  readonly isParsed: boolean;
  /** Undefined while there is no file. */
  readonly size: number | undefined;
}

/** A part of a file, by the position of its first byte. */
export interface FilePart {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** Uploads, and their files in parts. An upload without a whole file has no size. */
export interface UploadStore {
  add(upload: NewUpload): Promise<void>;
  find(id: string): Promise<StoredUpload | undefined>;
  findByRef(refDigest: Uint8Array, team: string): Promise<StoredUpload | undefined>;
  /** Keeps other transactions that lock the uploads of the team waiting until the end of this one. */
  lock(team: string): Promise<void>;
  /** Keeps other transactions that lock the sizes of files waiting until the end of this one. */
  lockSizes(): Promise<void>;
  /** How many uploads of the team are neither parsed nor expired. */
  countUnparsed(team: string): Promise<number>;
  /** The bytes of all files that have not expired. */
  size(): Promise<number>;
  addPart(number: number, part: FilePart): Promise<void>;
  /** Says that the file is whole. */
  setSize(number: number, size: number): Promise<void>;
  part(number: number, position: number): Promise<Uint8Array | undefined>;
  deleteFile(number: number): Promise<void>;
  /** Marks an upload as parsed; returns false when it was. */
  setParsed(number: number): Promise<boolean>;
  /** Deletes the files of uploads that have expired, and the uploads that had expired by the time. */
  forgetExpired(until: number): Promise<void>;
}

export class SqlUploads implements UploadStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async add({ id, refDigest, team, filename, contentType, expiresAt }: NewUpload): Promise<void> {
    await this.#context.db
      .insertInto('uploads')
      .values({
        id,
        ref_digest: refDigest,
        team,
        filename,
        content_type: contentType ?? null,
        expires_at: expiresAt,
        size: null,
      })
      .execute();
  }

  async find(id: string): Promise<StoredUpload | undefined> {
    const row = await this.#uploads().where('id', '=', id).executeTakeFirst();
    return row && uploadOf(row);
  }

  async findByRef(refDigest: Uint8Array, team: string): Promise<StoredUpload | undefined> {
    const row = await this.#uploads().where('ref_digest', '=', refDigest).where('team', '=', team).executeTakeFirst();
    return row && uploadOf(row);
  }

  lock(team: string): Promise<void> {
    return this.#context.dialect.lock(this.#context, `uploads of ${team}`);
  }

  lockSizes(): Promise<void> {
    return this.#context.dialect.lock(this.#context, 'sizes of uploads');
  }

  async countUnparsed(team: string): Promise<number> {
    const { db, clock } = this.#context;
    const { count } = await db
      .selectFrom('uploads')
      .where('team', '=', team)
      .where('is_parsed', '=', 0)
      .where('expires_at', '>', clock.now())
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async size(): Promise<number> {
    const { db, clock } = this.#context;
    const row = await db
      .selectFrom('uploads')
      .where('expires_at', '>', clock.now())
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .executeTakeFirst();
    return row?.bytes ?? 0;
  }

  async addPart(number: number, { position, bytes }: FilePart): Promise<void> {
    await this.#context.db.insertInto('upload_parts').values({ upload: number, position, bytes }).execute();
  }

  async setSize(number: number, size: number): Promise<void> {
    await this.#context.db.updateTable('uploads').set({ size }).where('number', '=', number).execute();
  }

  async part(number: number, position: number): Promise<Uint8Array | undefined> {
    const row = await this.#context.db
      .selectFrom('upload_parts')
      .where('upload', '=', number)
      .where('position', '=', position)
      .select('bytes')
      .executeTakeFirst();
    return row?.bytes;
  }

  async deleteFile(number: number): Promise<void> {
    await together(this.#context, async ({ db }) => {
      await db.deleteFrom('upload_parts').where('upload', '=', number).execute();
      await db.updateTable('uploads').set({ size: null }).where('number', '=', number).execute();
    });
  }

  async setParsed(number: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#context.db
      .updateTable('uploads')
      .set({ is_parsed: 1 })
      .where('number', '=', number)
      .where('is_parsed', '=', 0)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async forgetExpired(until: number): Promise<void> {
    const now = this.#context.clock.now();
    await together(this.#context, async ({ db }) => {
      await db.deleteFrom('uploads').where('expires_at', '<=', until).execute();
      await db
        .deleteFrom('upload_parts')
        .where('upload', 'in', ({ selectFrom }) =>
          selectFrom('uploads').select('number').where('expires_at', '<=', now).where('size', 'is not', null),
        )
        .execute();
      await db.updateTable('uploads').set({ size: null }).where('expires_at', '<=', now).execute();
    });
  }

  #uploads() {
    return this.#context.db
      .selectFrom('uploads')
      .select(['number', 'ref_digest', 'filename', 'content_type', 'expires_at', 'is_parsed', 'size']);
  }
}

interface UploadRow {
  readonly number: number;
  readonly ref_digest: Uint8Array;
  readonly filename: string;
  readonly content_type: string | null;
  readonly expires_at: number;
  readonly is_parsed: number;
  readonly size: number | null;
}

function uploadOf({
  number,
  ref_digest,
  filename,
  content_type,
  expires_at,
  is_parsed,
  size,
}: UploadRow): StoredUpload {
  return {
    number,
    refDigest: ref_digest,
    filename,
    contentType: content_type ?? undefined,
    expiresAt: expires_at,
    isParsed: is_parsed === 1,
    size: size ?? undefined,
  };
}
