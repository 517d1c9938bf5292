import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from './http/refusal.js';
import { openRooms, type RoomParts, type Rooms } from './rooms.js';
import { copyInto } from './store/copy.js';
import type { Database } from './store/database.js';
import { openDatabase } from './store/sqlite.js';

export interface State {
  readonly rooms: Rooms;
  /** Forgets everything. */
  reset(): Promise<void>;
  /** Everything, as a SQLite file. */
  export(): Promise<Uint8Array<ArrayBuffer>>;
  /** Replaces everything by what was exported. */
  import(file: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** The database and the rooms that work on it; they begin anew when it is replaced. */
export function openState(parts: Omit<RoomParts, 'database'>): State {
  const { storage } = parts.settings;
  const path = storage === undefined ? undefined : resolve(storage);
  let database = openDatabase(path);
  let rooms = openRooms({ ...parts, database });

  async function replaced(fill: () => Promise<Database>): Promise<void> {
    await rooms.close();
    database.close();
    database = await fill();
    rooms = openRooms({ ...parts, database });
  }

  async function emptied(): Promise<Database> {
    if (path !== undefined) {
      for (const part of [path, `${path}-wal`, `${path}-journal`]) await rm(part, { force: true });
    }
    return openDatabase(path);
  }

  return {
    get rooms() {
      return rooms;
    },
    reset: () => replaced(emptied),
    export: () =>
      inFolder(tmpdir(), async (folder) => {
        const copy = join(folder, 'export.db');
        database.run('vacuum into ?', copy);
        return new Uint8Array(await readFile(copy));
      }),
    import: (file) =>
      // Beside the file, so that it can take its place in one step.
      inFolder(path === undefined ? tmpdir() : dirname(path), async (folder) => {
        const copy = join(folder, 'import.db');
        await writeFile(copy, file);
        refuseUnusable(copy);
        await replaced(async () => {
          if (path === undefined) return copyInto(openDatabase(), copy);
          await emptied().then((empty) => empty.close());
          await rename(copy, path);
          return openDatabase(path);
        });
      }),
    async close() {
      await rooms.close();
      database.close();
    },
  };
}

function refuseUnusable(file: string): void {
  try {
    const database = openDatabase(file);
    const { tables = 0 } =
      database.get<{ tables: number }>("select count(*) as tables from sqlite_schema where name = 'ledger'") ?? {};
    database.close();
    if (tables === 1) return;
  } catch {
    // No database at all.
  }
  throw new Refusal(400, { code: 'BAD_REQUEST', error: 'The body is not an export of this service.' });
}

async function inFolder<Result>(parent: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(parent, 'trawl-local-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
