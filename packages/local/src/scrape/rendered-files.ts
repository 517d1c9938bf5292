import { randomUUID } from 'node:crypto';
import type { RenderedFile } from '../browser/capture.js';
import type { Clock } from '../clock.js';
import { lacksColumn } from '../store/columns.js';
import type { Database } from '../store/database.js';

const TABLE = `
  create table if not exists rendered_files (
    number integer primary key,
    id text not null unique,
    type text not null,
    body blob not null,
    expires_at integer not null,
    page text
  );
`;

/** Screenshots and PDFs are served below this path, to all who know their names. */
export const FILES_PATH = '/files';

/** How long a screenshot or a PDF can be downloaded. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limit of the bytes of all files; beyond it the oldest are deleted early. */
const MAX_BYTES = 256 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<RenderedFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/**
 * Screenshots and PDFs of pages. Everybody who knows the name of a file may download it, because the name cannot be
 * guessed.
 */
export interface RenderedFiles {
  /** Stores a file that a page was shown in; returns its name. */
  add(file: RenderedFile, page: string): string;
  /** The file, until it expires. */
  get(name: string): RenderedFile | undefined;
  /** The last pictures, the latest first. */
  pictures(limit: number): Picture[];
}

export interface Picture {
  readonly name: string;
  readonly bytes: number;
  /** The URL of the page; null for files of earlier versions. */
  readonly page: string | null;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

interface Row {
  readonly type: RenderedFile['type'];
  readonly body: Uint8Array;
}

export function createRenderedFiles(database: Database, clock: Clock, maxBytes: number = MAX_BYTES): RenderedFiles {
  database.execute(TABLE);
  if (lacksColumn(database, 'rendered_files', 'page')) {
    database.execute('alter table rendered_files add column page text');
  }

  function deleteOldest(): void {
    database.run('delete from rendered_files where expires_at <= ?', clock.now());
    const sizes = 'select number, length(body) as size from rendered_files order by number desc';
    let bytes = 0;
    for (const { number, size } of database.all<{ number: number; size: number }>(sizes)) {
      bytes += size;
      if (bytes <= maxBytes) continue;
      database.run('delete from rendered_files where number <= ?', number);
      return;
    }
  }

  return {
    add({ type, body }, page) {
      const id = randomUUID();
      database.transaction(() => {
        const insert = 'insert into rendered_files (id, type, body, expires_at, page) values (?, ?, ?, ?, ?)';
        database.run(insert, id, type, body, clock.now() + RETENTION_MS, page);
        deleteOldest();
      });
      return `${id}.${EXTENSIONS[type]}`;
    },
    get(name) {
      const [id = ''] = name.split('.');
      const query = 'select type, body from rendered_files where id = ? and expires_at > ?';
      const row = database.get<Row>(query, id, clock.now());
      return row && { type: row.type, body: new Uint8Array(row.body) };
    },
    pictures(limit) {
      const query = `select id, type, length(body) as bytes, expires_at, page from rendered_files
        where type <> 'application/pdf' and expires_at > ? order by number desc limit ?`;
      return database.all<PictureRow>(query, clock.now(), limit).map(({ id, type, bytes, expires_at, page }) => ({
        name: `${id}.${EXTENSIONS[type]}`,
        bytes,
        page,
        at: expires_at - RETENTION_MS,
      }));
    },
  };
}

interface PictureRow {
  readonly id: string;
  readonly type: RenderedFile['type'];
  readonly bytes: number;
  readonly expires_at: number;
  readonly page: string | null;
}
