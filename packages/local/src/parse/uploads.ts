import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import { inTurns } from '../event-loop.js';
import { digestOf, isSameSecret } from '../secret.js';
import type { Database, Value } from '../store/database.js';

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

const EXPIRES_AFTER_MS = 15 * 60 * 1000;

/** Limit of the tickets of a team whose files were not parsed yet. */
const MAX_UNPARSED = 10;

/** Limit of the bytes of all files, which are stored until they are parsed or expire. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Files are stored in parts of this size, because SQLite takes several times the size of one value in memory and keeps it. */
const PART_BYTES = 1024 * 1024;

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
  const { maxUnparsed = MAX_UNPARSED, maxBytes = MAX_BYTES } = limits;
  database.execute(TABLES);
  const writing = new Map<string, Promise<void>>();
  let pendingBytes = 0;

  function forgetExpired(): void {
    const now = clock.now();
    database.transaction(() => {
      // They stay a while after they expire, so that a late caller gets the reason.
      database.run('delete from uploads where expires_at <= ?', now - EXPIRES_AFTER_MS);
      for (const { number } of storedFiles('expires_at <= ?', now)) deleteFile(number);
    });
  }

  /** Uploads with a stored file, the oldest first. */
  function storedFiles(condition = 'true', ...values: readonly Value[]): { number: number; size: number }[] {
    const query = `select number, size from uploads where size is not null and ${condition} order by number`;
    return database.all(query, ...values);
  }

  function deleteFile(number: number): void {
    database.run('delete from upload_parts where upload = ?', number);
    database.run('update uploads set size = null where number = ?', number);
  }

  function refuseTooMany(bytes: number): void {
    const total = storedFiles().reduce((sum, { size }) => sum + size, bytes + pendingBytes);
    if (total > maxBytes) throw tooMany();
  }

  function findValid(id: string, uploadRef: string): Row {
    forgetExpired();
    const upload = database.get<Row>('select * from uploads where id = ?', id);
    if (!upload) throw new Refusal(404, { error: 'There is no upload with this id. Ask for a new upload URL.' });
    if (!isSameSecret(Buffer.from(upload.ref_digest), digestOf(uploadRef))) {
      throw new Refusal(403, { error: 'The `uploadRef` is not that of this upload. Use the upload URL as it is.' });
    }
    if (upload.expires_at <= clock.now()) {
      throw new Refusal(410, { error: 'The upload URL has expired. Ask for a new one.' });
    }
    if (upload.is_parsed === 1) {
      throw new Refusal(410, { error: 'The file of this upload URL has been parsed. Ask for a new one.' });
    }
    return upload;
  }

  /** Writes the parts with pauses for other work. The file counts as stored only after its last part. */
  async function write(number: number, body: Uint8Array): Promise<void> {
    database.transaction(() => {
      deleteFile(number);
      refuseTooMany(body.length);
    });
    pendingBytes += body.length;
    try {
      const starts = Array.from({ length: Math.ceil(body.length / PART_BYTES) }, (_, part) => part * PART_BYTES);
      await inTurns(starts, (start) => {
        const part = body.subarray(start, start + PART_BYTES);
        database.run('insert into upload_parts (upload, position, bytes) values (?, ?, ?)', number, start, part);
      });
      database.run('update uploads set size = ? where number = ?', body.length, number);
    } finally {
      pendingBytes -= body.length;
    }
  }

  function read({ number, size }: { number: number; size: number }): Uint8Array {
    const body = new Uint8Array(size);
    for (let start = 0; start < size; start += PART_BYTES) {
      const query = 'select bytes from upload_parts where upload = ? and position = ?';
      const part = database.get<{ bytes: Uint8Array }>(query, number, start);
      if (part) body.set(part.bytes, start);
    }
    return body;
  }

  return {
    check(id, uploadRef) {
      findValid(id, uploadRef);
    },

    create({ team, filename, contentType }) {
      forgetExpired();
      const now = clock.now();
      const { unparsed = 0 } =
        database.get<{ unparsed: number }>(
          'select count(*) as unparsed from uploads where team = ? and is_parsed = 0 and expires_at > ?',
          ...[team, now],
        ) ?? {};
      if (unparsed >= maxUnparsed) throw tooMany();
      const uploadRef = randomBytes(32).toString('base64url');
      const ticket = { id: randomUUID(), uploadRef, expiresAt: now + EXPIRES_AFTER_MS };
      database.run(
        'insert into uploads (id, ref_digest, team, filename, content_type, expires_at) values (?, ?, ?, ?, ?, ?)',
        ...[ticket.id, digestOf(uploadRef), team, filename, contentType ?? null, ticket.expiresAt],
      );
      return ticket;
    },

    async put(id, uploadRef, body) {
      if (body.length > MAX_UPLOAD_BYTES) throw tooLarge();
      // Concurrent uploads to one ticket are written one after the other.
      const before = writing.get(id);
      const written = (async () => {
        await before?.catch(() => {});
        await write(findValid(id, uploadRef).number, body);
      })();
      writing.set(id, written);
      try {
        await written;
      } finally {
        if (writing.get(id) === written) writing.delete(id);
      }
    },

    take(uploadRef, team) {
      forgetExpired();
      const query = 'select * from uploads where ref_digest = ? and team = ?';
      const upload = database.get<Row>(query, digestOf(uploadRef), team);
      if (!upload || upload.size === null) {
        const error = 'Uploaded file is not available. Upload the file before parsing.';
        throw new Refusal(400, { code: 'BAD_REQUEST', error });
      }
      const { number, size, filename, content_type } = upload;
      const body = read({ number, size });
      database.transaction(() => {
        deleteFile(number);
        database.run('update uploads set is_parsed = 1 where number = ?', number);
      });
      return { filename, contentType: content_type ?? undefined, body };
    },
  };
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
