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
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StorageFull } from '../storage-full.js';
import type { Database } from './database.js';
import { lockFile, workFolderPrefix } from './file-lock.js';
import { DURABLE, isDiskFull, openDatabase, openFile, openTemporary } from './sqlite.js';

/** The database of a server, which can be emptied and replaced while the server runs. */
export interface ReplaceableDatabase {
  readonly database: Database;
  /** Creates a folder for a replacement or copy of the database. */
  makeFolder(): Promise<string>;
  /** Replaces the database with an empty one. The previous one must not be used any more. */
  clear(): void;
  /** Replaces the database with one that was filled in such a folder; restores the previous one when `use` throws. */
  replace<Result>(filled: string, use: (database: Database) => Result): Result;
  close(): void;
}

/** Opens the database in a file, created if it does not exist, or a temporary one. */
export function openReplaceableDatabase(file?: string): ReplaceableDatabase {
  return file === undefined ? temporaryDatabase() : databaseInFile(file);
}

function temporaryDatabase(): ReplaceableDatabase {
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

function databaseInFile(file: string): ReplaceableDatabase {
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

  /** Closes the database, so that the file is complete and no log remains, which SQLite would apply to the next file. */
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
      // Locked before it is renamed. The previous file stays locked as long as it may be restored.
      const next = lockFile(filled);
      try {
        closeDatabase();
        linkSync(path, previous);
        chmodSync(filled, statSync(path).mode);
        // Windows replaces no open file.
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
          // A rename does nothing when both names belong to the same file.
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

/** Replaces a file with another one, atomically and durably. */
function replaceFile(file: string, path: string): void {
  sync(file, 'r+');
  renameSync(file, path);
  // Windows cannot open folders.
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
