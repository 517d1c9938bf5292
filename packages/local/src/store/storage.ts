import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from './database.js';
import { lockFile, workFolderPrefix } from './file-lock.js';
import { DURABLE, isDiskFull, openDatabase, openFile, openTemporary } from './sqlite.js';
import { StorageFull } from './storage-full.js';

/** The database of a server, as something that can be emptied and replaced while the server runs. */
export interface Storage {
  readonly database: Database;
  /** Makes a folder for what is to replace the database, or is a copy of it. */
  makeFolder(): Promise<string>;
  /** Goes on with an empty database. Nothing may use the one before any more. */
  clear(): void;
  /** Goes on with a database that was filled in such a folder, or with the one before when that cannot be used. */
  replace<Result>(filled: string, use: (database: Database) => Result): Result;
  close(): void;
}

/** Opens the database in a file, which is made if need be, or one that is gone when it is closed. */
export function openStorage(file?: string): Storage {
  return file === undefined ? temporaryStorage() : fileStorage(file);
}

/** Removes what `makeFolder` has made. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function temporaryStorage(): Storage {
  let database = openDatabase();
  return {
    get database() {
      return database;
    },
    makeFolder: () => mkdtemp(join(tmpdir(), 'trawl-work-')),
    clear() {
      const empty = openDatabase();
      database.close();
      database = empty;
    },
    replace(filled, use) {
      const next = openTemporary(filled);
      try {
        const result = use(next);
        database.close();
        database = next;
        return result;
      } catch (error) {
        next.close();
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function fileStorage(file: string): Storage {
  let lock = lockFile(file);
  const { path } = lock;
  const log = `${path}-wal`;
  let database: Database;
  try {
    database = openFile(path, DURABLE);
  } catch (error) {
    lock.release();
    throw error;
  }

  /** Closed, the file has all that was stored, and no log beside it that would be taken for one of the next file. */
  function closeDatabase(): void {
    database.close();
    if (!existsSync(log)) return;
    const cause = new Error('What the log holds cannot be written to the file.');
    throw isDiskFull(dirname(path)) ? new StorageFull(path, cause) : cause;
  }

  return {
    get database() {
      return database;
    },
    makeFolder: () => mkdtemp(workFolderPrefix(path)),
    clear() {
      database.close();
      rmSync(log, { force: true });
      truncateSync(path);
      database = openFile(path, DURABLE);
    },
    replace(filled, use) {
      const previous = join(dirname(filled), 'previous.db');
      // Before it has the name; and the one before stays locked as long as it may come back.
      const next = lockFile(filled);
      try {
        closeDatabase();
        linkSync(path, previous);
        chmodSync(filled, statSync(path).mode);
        // Which replaces no file that is open.
        if (process.platform === 'win32') lock.release();
        replaceFile(filled, path);
        database = openFile(path, DURABLE);
        const result = use(database);
        lock.release();
        lock = next;
        return result;
      } catch (error) {
        database.close();
        next.release();
        lock.release();
        if (existsSync(previous)) {
          rmSync(log, { force: true });
          replaceFile(previous, path);
          // Two names of one file change nothing when they change places.
          rmSync(previous, { force: true });
        }
        lock = lockFile(path);
        database = openFile(path, DURABLE);
        throw error;
      }
    },
    close() {
      database.close();
      lock.release();
    },
  };
}

/** Puts a file in the place of another one in a single step, which a crash of the machine does not undo. */
function replaceFile(file: string, path: string): void {
  sync(file, 'r+');
  renameSync(file, path);
  // Windows opens no folders.
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
