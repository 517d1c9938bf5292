import { randomUUID } from 'node:crypto';
import type { RenderedFile } from '../browser/capture.js';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';

const TABLE = `
  create table if not exists rendered_files (
    number integer primary key,
    id text not null unique,
    type text not null,
    body blob not null,
    expires_at integer not null
  );
`;

/** How long a screenshot or a PDF can be downloaded. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limit of the bytes of all files; beyond it the oldest are deleted early. */
const MAX_BYTES = 256 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<RenderedFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** Screenshots and PDFs of pages. Who has the name of a file may download it: nobody guesses it. */
export interface RenderedFiles {
  /** Returns the name of the file. */
  add(file: RenderedFile): string;
  /** The file, until it expires. */
  get(name: string): RenderedFile | undefined;
}

interface Row {
  readonly type: RenderedFile['type'];
  readonly body: Uint8Array;
}

export function createRenderedFiles(database: Database, clock: Clock, maxBytes: number = MAX_BYTES): RenderedFiles {
  database.execute(TABLE);

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
    add({ type, body }) {
      const id = randomUUID();
      database.transaction(() => {
        const insert = 'insert into rendered_files (id, type, body, expires_at) values (?, ?, ?, ?)';
        database.run(insert, id, type, body, clock.now() + RETENTION_MS);
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
  };
}
