import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import { digestOf, isSameSecret } from '../secret.js';
import type { Database } from '../store/database.js';
import { UploadFiles } from './upload-files.js';

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

const EXPIRES_AFTER_MS = 15 * 60 * 1000;

/** Limit of the tickets of a team whose files were not parsed yet. */
const MAX_UNPARSED = 10;

/** Limit of the bytes of all files, which are stored until they are parsed or expire. */
const MAX_BYTES = 128 * 1024 * 1024;

export interface UploadLimits {
  readonly maxUnparsed?: number | undefined;
  readonly maxBytes?: number | undefined;
}

export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface UploadRequest {
  readonly team: string;
  readonly filename: string;
  readonly contentType: string | undefined;
}

/** The id to upload a file with, and the reference to parse it by. */
export interface Ticket {
  readonly id: string;
  readonly uploadRef: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Files that are uploaded first and parsed later. */
export interface Uploads {
  create(request: UploadRequest): Ticket;
  /** Throws the refusal of an upload that is unknown, wrong or expired. */
  check(id: string, uploadRef: string): void;
  put(id: string, uploadRef: string, body: Uint8Array): Promise<void>;
  /** Returns the file and forgets it: servers of this API parse an upload once. */
  take(uploadRef: string, team: string): UploadedFile;
}

const TABLES = `
  create table if not exists uploads (
    number integer primary key,
    id text not null unique,
    ref_digest blob not null unique,
    team text not null,
    filename text not null,
    content_type text,
    expires_at integer not null,
    size integer,
    is_parsed integer not null default 0
  );
  create table if not exists upload_parts (
    upload integer not null references uploads on delete cascade,
    position integer not null,
    bytes blob not null,
    primary key (upload, position)
  );
`;

interface Row {
  readonly number: number;
  readonly ref_digest: Uint8Array;
  readonly filename: string;
  readonly content_type: string | null;
  readonly expires_at: number;
  readonly is_parsed: number;
  /** Null while there is no file. */
  readonly size: number | null;
}

export function createUploads(database: Database, clock: Clock, limits: UploadLimits = {}): Uploads {
  database.execute(TABLES);
  return new StoredUploads(database, clock, limits);
}

class StoredUploads implements Uploads {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #maxUnparsed: number;
  readonly #files: UploadFiles;
  /** The last write to each upload. */
  readonly #writes = new Map<string, Promise<void>>();

  constructor(database: Database, clock: Clock, { maxUnparsed = MAX_UNPARSED, maxBytes = MAX_BYTES }: UploadLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#maxUnparsed = maxUnparsed;
    this.#files = new UploadFiles(database, maxBytes);
  }

  check(id: string, uploadRef: string): void {
    this.#findValid(id, uploadRef);
  }

  create({ team, filename, contentType }: UploadRequest): Ticket {
    this.#forgetExpired();
    const now = this.#clock.now();
    if (this.#countUnparsed(team, now) >= this.#maxUnparsed) throw tooMany();
    const uploadRef = randomBytes(32).toString('base64url');
    const ticket = { id: randomUUID(), uploadRef, expiresAt: now + EXPIRES_AFTER_MS };
    this.#database.run(
      'insert into uploads (id, ref_digest, team, filename, content_type, expires_at) values (?, ?, ?, ?, ?, ?)',
      ticket.id,
      digestOf(uploadRef),
      team,
      filename,
      contentType ?? null,
      ticket.expiresAt,
    );
    return ticket;
  }

  async put(id: string, uploadRef: string, body: Uint8Array): Promise<void> {
    if (body.length > MAX_UPLOAD_BYTES) throw tooLarge();
    // Concurrent uploads to one ticket are written one after the other.
    const previousWrite = this.#writes.get(id);
    const write = (async () => {
      await previousWrite?.catch(() => {});
      await this.#files.write(this.#findValid(id, uploadRef).number, body, tooMany);
    })();
    this.#writes.set(id, write);
    try {
      await write;
    } finally {
      if (this.#writes.get(id) === write) this.#writes.delete(id);
    }
  }

  take(uploadRef: string, team: string): UploadedFile {
    this.#forgetExpired();
    const query = 'select * from uploads where ref_digest = ? and team = ?';
    const upload = this.#database.get<Row>(query, digestOf(uploadRef), team);
    if (!upload || upload.size === null) {
      const error = 'Uploaded file is not available. Upload the file before parsing.';
      throw new Refusal(400, { code: 'BAD_REQUEST', error });
    }
    const { number, size, filename, content_type } = upload;
    const body = this.#files.read({ number, size });
    this.#database.transaction(() => {
      this.#files.delete(number);
      this.#database.run('update uploads set is_parsed = 1 where number = ?', number);
    });
    return { filename, contentType: content_type ?? undefined, body };
  }

  #forgetExpired(): void {
    const now = this.#clock.now();
    this.#database.transaction(() => {
      // They stay a while after they expire, so that a late caller gets the reason.
      this.#database.run('delete from uploads where expires_at <= ?', now - EXPIRES_AFTER_MS);
      this.#files.deleteExpired(now);
    });
  }

  #countUnparsed(team: string, now: number): number {
    const query = 'select count(*) as unparsed from uploads where team = ? and is_parsed = 0 and expires_at > ?';
    return this.#database.get<{ unparsed: number }>(query, team, now)?.unparsed ?? 0;
  }

  #findValid(id: string, uploadRef: string): Row {
    this.#forgetExpired();
    const upload = this.#database.get<Row>('select * from uploads where id = ?', id);
    if (!upload) throw new Refusal(404, { error: 'There is no upload with this id. Ask for a new upload URL.' });
    if (!isSameSecret(Buffer.from(upload.ref_digest), digestOf(uploadRef))) {
      throw new Refusal(403, { error: 'The `uploadRef` is not that of this upload. Use the upload URL as it is.' });
    }
    if (upload.expires_at <= this.#clock.now()) {
      throw new Refusal(410, { error: 'The upload URL has expired. Ask for a new one.' });
    }
    if (upload.is_parsed === 1) {
      throw new Refusal(410, { error: 'The file of this upload URL has been parsed. Ask for a new one.' });
    }
    return upload;
  }
}

function tooLarge(): Refusal {
  return new Refusal(413, { error: `The file is larger than ${MAX_UPLOAD_BYTES} bytes, the most that is taken.` });
}

function tooMany(): Refusal {
  return new Refusal(429, {
    code: 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
    error: 'Too many unparsed uploads. Parse those that there are, or wait until they expire.',
  });
}
