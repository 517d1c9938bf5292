import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { copyFile, link, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { removeFolder } from '../storage.js';
import { StorageFull } from '../storage-full.js';
import type { Database } from './database.js';
import { lockFile, workFolderPrefix } from './file-lock.js';
import {
  DURABLE,
  INCREMENTAL_VACUUM,
  isDiskFull,
  MAX_LOG_PAGES,
  openDatabase,
  openFile,
  openTemporary,
} from './sqlite.js';

/** The database of a server, which can be emptied and replaced while the server runs. */
export interface ReplaceableDatabase {
  readonly database: Database;
  /** Creates a folder for a replacement or copy of the database. */
  makeFolder(): Promise<string>;
  /**
   * Calls `use` with a file of what is stored now. The database goes on meanwhile, and changes nothing of this file, which
   * may be read but not written.
   */
  withSnapshot<Result>(use: (file: string) => Promise<Result>): Promise<Result>;
  /**
   * Writes a file anew that an earlier version made, so that it can become smaller when data is deleted. It takes about five
   * seconds for each gigabyte. Returns false when the disk has no room for a second file: then it stays as it is.
   */
  makeShrinkable(): boolean;
  /** Replaces the database with an empty one. The previous one must not be used any more. */
  clear(): void;
  /** Replaces the database with one that was filled in such a folder; restores the previous one when `use` throws. */
  replace<Result>(filled: string, use: (database: Database) => Result): Result;
  close(): void;
}

/** Statements of a transaction follow each other without a turn of the event loop. */
const betweenTransactions = () => setImmediate();

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
    async withSnapshot(use) {
      const folder = await mkdtemp(join(tmpdir(), 'trawl-work-'));
      try {
        const file = join(folder, 'snapshot.db');
        // What is temporary has no log that could take what is written meanwhile.
        await betweenTransactions();
        database.run('vacuum into ?', file);
        return await use(file);
      } finally {
        await removeFolder(folder);
      }
    },
    makeShrinkable: () => true,
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

  /** Writes what the log holds to the file. */
  async function emptyLog(): Promise<void> {
    await betweenTransactions();
    const { busy = 0 } = database.get<{ busy: number }>('pragma wal_checkpoint(truncate)') ?? {};
    if (busy !== 0) throw new Error(`The log of the storage file ${path} cannot be written to the file.`);
  }

  const replaceable: ReplaceableDatabase = {
    get database() {
      return database;
    },
    makeFolder: () => mkdtemp(workFolderPrefix(path)),
    makeShrinkable() {
      const { bytes, mode } = spaceOf(database);
      if (mode === INCREMENTAL_VACUUM) return true;
      const { bavail, bsize } = statfsSync(dirname(path));
      if (bavail * bsize < bytes + SPARE_BYTES) return false;
      const folder = mkdtempSync(workFolderPrefix(path));
      try {
        const file = join(folder, 'shrinkable.db');
        database.run('vacuum into ?', file);
        replaceable.replace(file, () => undefined);
        return true;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async withSnapshot(use) {
      const folder = await mkdtemp(workFolderPrefix(path));
      try {
        const file = join(folder, 'snapshot.db');
        // Until it is set again, all that is written stays in the log, so the file is as it was at this moment.
        database.execute('pragma wal_autocheckpoint = 0');
        await emptyLog();
        // Under another name, SQLite does not look for the log. Some file systems allow no other name.
        await link(path, file).catch(() => copyFile(path, file));
        return await use(file);
      } finally {
        // Whatever fails below, the log must not grow any more.
        database.execute(`pragma wal_autocheckpoint = ${MAX_LOG_PAGES}`);
        // What cannot be written to the file now, the next commit writes.
        await emptyLog().catch(() => undefined);
        await removeFolder(folder);
      }
    },
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
  return replaceable;
}

/** Bytes that stay free on the disk where a second file is made. */
const SPARE_BYTES = 64 * 1024 * 1024;

function spaceOf(database: Database): { readonly bytes: number; readonly mode: number } {
  const space = database.get<{ bytes: number; mode: number }>(
    'select page_count * page_size as bytes, auto_vacuum as mode from pragma_page_count, pragma_page_size, pragma_auto_vacuum',
  );
  return space ?? { bytes: 0, mode: INCREMENTAL_VACUUM };
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
