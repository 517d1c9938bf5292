import { mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StorageFull } from '../storage-full.js';
import { builtInSqlite } from './built-in-driver.js';
import type { Database, Value } from './database.js';
import type { Connection, Statement } from './driver.js';
import { lockFile } from './file-lock.js';
import { wasmSqlite } from './wasm-driver.js';

/** The SQLite of Node.js where it has one, because it is faster; otherwise the one in WebAssembly. */
export const DRIVER = builtInSqlite() ?? wasmSqlite();

/** Prepared statements in the cache. More of them only come from lists of changing length, and replace the oldest. */
const MAX_STATEMENTS = 300;

/**
 * The format version in every file. Raise it when an earlier version would ignore or misread what this one stores, so that
 * the earlier version refuses the file.
 */
export const FORMAT = 1;

/** The durability settings of a database. */
interface Durability {
  readonly journal: 'wal' | 'memory';
  readonly synchronous: 'normal' | 'off';
}

/** Commits survive a crash of the process; only a crash of the machine may lose the latest ones. */
export const DURABLE: Durability = { journal: 'wal', synchronous: 'normal' };

/** The mode of `auto_vacuum` in which free pages are given back when it is asked for. */
export const INCREMENTAL_VACUUM = 2;

/**
 * Pages in the log after which SQLite writes them to the file, which takes about 30 ms. A page that changes often is written to
 * the file once each time, so four times the default of SQLite saves a third of these writes.
 */
export const MAX_LOG_PAGES = 4000;

/** Bytes of the log that stay on the disk when its pages are in the file. */
const MAX_KEPT_LOG = 64 * 1024 * 1024;

/** The database is not written. */
const READ_ONLY = 'read only';

/** The database is not needed after the process has ended. */
export const TEMPORARY: Durability = { journal: 'memory', synchronous: 'off' };

/** Opens the database of a server: the given file, created if it does not exist, or a temporary one. */
export function openDatabase(file?: string): Database {
  if (file === undefined) return openTemporary();
  const { path, release } = lockFile(file);
  try {
    return openFile(path, DURABLE, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a file that no other process uses; calls `release` when it is closed. */
export function openFile(path: string, durability: Durability, release = () => {}): Database {
  try {
    return new SqliteDatabase(path, durability, release);
  } catch (cause) {
    throw new Error(`The storage file ${path} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

/** Opens a snapshot of a database, which is read and never written. */
export function openSnapshot(path: string): Database {
  return new SqliteDatabase(path, READ_ONLY, () => {});
}

/**
 * Opens a temporary file, because the memory of SQLite's in-memory databases is never returned to the system. The file is
 * unlinked at once where the system allows it, so that nothing remains after a crash. `filled` is a file to start with.
 */
export function openTemporary(filled?: string): Database {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-'));
  const file = join(folder, 'pages.db');
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (filled !== undefined) renameSync(filled, file);
    const database = openFile(file, TEMPORARY, release);
    if (process.platform !== 'win32') rmSync(file);
    return database;
  } catch (error) {
    release();
    throw error;
  }
}

class SqliteDatabase implements Database {
  readonly #path: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  readonly #release: () => void;
  #depth = 0;
  #isOpen = true;

  constructor(path: string, durability: Durability | typeof READ_ONLY, release: () => void) {
    this.#path = path;
    this.#connection = DRIVER.open(path, { readOnly: durability === READ_ONLY });
    this.#release = release;
    try {
      this.#connection.exec('pragma locking_mode = exclusive');
      // The schema of a file is not trusted: it must not call functions with side effects.
      this.#connection.exec('pragma trusted_schema = off');
      if (durability === READ_ONLY) return;
      // Of use for a new file: another one keeps its mode until it is written anew.
      this.#connection.exec(`pragma auto_vacuum = ${INCREMENTAL_VACUUM}`);
      const log = `journal_size_limit = ${MAX_KEPT_LOG}; pragma wal_autocheckpoint = ${MAX_LOG_PAGES}`;
      this.#connection.exec(`pragma journal_mode = ${durability.journal}; pragma ${log}`);
      this.#connection.exec(`pragma synchronous = ${durability.synchronous}; pragma foreign_keys = on`);
      // Reads the file, so that a file that is not a database is refused at once.
      const { user_version: format = 0 } = this.get<{ user_version: number }>('pragma user_version') ?? {};
      if (format > FORMAT) throw new Error('it was written by a newer version of this server.');
      if (format < FORMAT) this.#connection.exec(`pragma user_version = ${FORMAT}`);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  execute(sql: string): void {
    this.#assertTransaction();
    this.#mapErrors(() => this.#connection.exec(sql));
  }

  run(sql: string, ...values: readonly Value[]): number {
    return this.#withStatement(sql, (statement) => statement.run(values));
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    // Reads all rows: a statement that stops before its last row stays busy, and blocks exclusive work.
    return this.all<Row>(sql, ...values)[0];
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return this.#withStatement(sql, (statement) => statement.all(values) as Row[]);
  }

  transaction<Result>(work: () => Result): Result {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  begin(): void {
    this.#assertTransaction();
    this.#mapErrors(() =>
      this.#connection.exec(this.#depth === 0 ? 'begin immediate' : `savepoint level_${this.#depth}`),
    );
    this.#depth += 1;
  }

  commit(): void {
    this.#assertTransaction();
    const level = this.#depth - 1;
    this.#mapErrors(() => this.#connection.exec(level === 0 ? 'commit' : `release level_${level}`));
    this.#depth = level;
  }

  rollback(): void {
    this.#depth -= 1;
    // A full disk may have ended the transaction already.
    if (!this.#connection.inTransaction) return;
    const level = `level_${this.#depth}`;
    this.#mapErrors(() =>
      this.#connection.exec(this.#depth === 0 ? 'rollback' : `rollback to ${level}; release ${level}`),
    );
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#connection.close();
    this.#release();
  }

  /** Throws when a failure has ended the transaction: further statements would be stored without it. */
  #assertTransaction(): void {
    if (this.#depth > 0 && !this.#connection.inTransaction) throw new Error('A failure has ended the transaction.');
  }

  #withStatement<Result>(sql: string, step: (statement: Statement) => Result): Result {
    this.#assertTransaction();
    return this.#mapErrors(() => {
      const statement = this.#prepare(sql);
      try {
        return step(statement);
      } catch (error) {
        this.#discard(sql, statement);
        throw error;
      }
    });
  }

  /** A statement that failed cannot be bound again. */
  #discard(sql: string, statement: Statement): void {
    this.#statements.delete(sql);
    try {
      statement.finalize();
    } catch {
      // It is finalized, and throws the error of the statement again.
    }
  }

  /** Maps a full disk to `StorageFull`. SQLite reports a write-ahead log that cannot grow as a general I/O error. */
  #mapErrors<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const { message } = error as Error;
      const isFull =
        message === 'database or disk is full' || (message === 'disk I/O error' && isDiskFull(dirname(this.#path)));
      throw isFull ? new StorageFull(this.#path, error) : error;
    }
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached) {
      this.#statements.delete(sql);
      this.#statements.set(sql, cached);
      return cached;
    }
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > MAX_STATEMENTS) {
      const [oldest] = this.#statements;
      oldest?.[1].finalize();
      if (oldest) this.#statements.delete(oldest[0]);
    }
    return statement;
  }
}

/** Whether SQLite threw the error. */
export function isSqliteError(error: unknown): error is Error {
  return DRIVER.isError(error);
}

/** A disk with less free space counts as full: a failed transaction may have freed this much again. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** Whether the disk of a folder is full. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MIN_FREE_BYTES;
}
