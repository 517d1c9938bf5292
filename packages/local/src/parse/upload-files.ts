import { inTurns } from '../event-loop.js';
import type { Database, Value } from '../store/database.js';

/** Files are stored in parts of this size, because SQLite takes several times the size of one value in memory and keeps it. */
const PART_BYTES = 1024 * 1024;

/** A stored file, by the number of its upload. */
export interface StoredFile {
  readonly number: number;
  readonly size: number;
}

/** The files of uploads, in parts. An upload without a file has no size. */
export class UploadFiles {
  readonly #database: Database;
  readonly #maxBytes: number;
  /** Bytes of files that are being written. */
  #pendingBytes = 0;

  constructor(database: Database, maxBytes: number) {
    this.#database = database;
    this.#maxBytes = maxBytes;
  }

  /** Writes the parts with pauses for other work; throws `tooMany` if the files take too much space together. */
  async write(number: number, body: Uint8Array, tooMany: () => Error): Promise<void> {
    this.#database.transaction(() => {
      this.delete(number);
      if (this.#totalBytes() + body.length > this.#maxBytes) throw tooMany();
    });
    this.#pendingBytes += body.length;
    try {
      const starts = Array.from({ length: Math.ceil(body.length / PART_BYTES) }, (_, part) => part * PART_BYTES);
      await inTurns(starts, (start) => {
        const part = body.subarray(start, start + PART_BYTES);
        this.#database.run('insert into upload_parts (upload, position, bytes) values (?, ?, ?)', number, start, part);
      });
      // The file counts as stored only after its last part.
      this.#database.run('update uploads set size = ? where number = ?', body.length, number);
    } finally {
      this.#pendingBytes -= body.length;
    }
  }

  read({ number, size }: StoredFile): Uint8Array {
    const body = new Uint8Array(size);
    for (let start = 0; start < size; start += PART_BYTES) {
      const query = 'select bytes from upload_parts where upload = ? and position = ?';
      const part = this.#database.get<{ bytes: Uint8Array }>(query, number, start);
      if (part) body.set(part.bytes, start);
    }
    return body;
  }

  delete(number: number): void {
    this.#database.run('delete from upload_parts where upload = ?', number);
    this.#database.run('update uploads set size = null where number = ?', number);
  }

  /** Deletes the files of uploads that have expired. */
  deleteExpired(now: number): void {
    for (const { number } of this.#storedFiles('expires_at <= ?', now)) this.delete(number);
  }

  #totalBytes(): number {
    return this.#storedFiles().reduce((sum, { size }) => sum + size, this.#pendingBytes);
  }

  #storedFiles(condition = 'true', ...values: readonly Value[]): StoredFile[] {
    const query = `select number, size from uploads where size is not null and ${condition} order by number`;
    return this.#database.all<StoredFile>(query, ...values);
  }
}
