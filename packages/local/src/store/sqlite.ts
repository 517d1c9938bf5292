import { mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { Database, Value } from './database.js';
import { lockFile } from './file-lock.js';
import { StorageFull } from './storage-full.js';

/** Statements beyond this number are those with lists of changing length; the oldest makes room. */
const MAX_STATEMENTS = 300;

/**
 * Stands in every file. To be raised by a version that stores what an earlier one would leave out or take for something
 * else: the earlier one refuses the file then.
 */
export const FORMAT = 1;

/** How a database is kept. */
interface Durability {
  readonly journal: 'wal' | 'memory';
  readonly synchronous: 'normal' | 'off';
}

/**
 * What was committed outlives this process, however it ends; only a crash of the whole machine may lose the last of it. A
 * write-ahead log works here only without shared memory, which is what exclusive locking does away with.
 */
export const DURABLE: Durability = { journal: 'wal', synchronous: 'normal' };

/** Nothing has to outlive the process. */
export const TEMPORARY: Durability = { journal: 'memory', synchronous: 'off' };

/** Opens the database of a server: the given file, made if need be, or one that is gone when it is closed. */
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

/** Opens a file that nobody else has; what it needs beyond the connection is released when it is closed. */
export function openFile(path: string, durability: Durability, release = () => {}): Database {
  try {
    return new SqliteDatabase(path, durability, release);
  } catch (cause) {
    throw new Error(`The storage file ${path} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A file, because the memory of SQLite's own databases is never given back to the system. Where the system allows it, the
 * file has no name any more from the start, so that nothing of it is left however the process ends. It may have been
 * filled before, under another name.
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

type Statement = ReturnType<InstanceType<typeof sqlite.Database>['prepare']>;

class SqliteDatabase implements Database {
  readonly #path: string;
  readonly #connection: InstanceType<typeof sqlite.Database>;
  readonly #statements = new Map<string, Statement>();
  readonly #release: () => void;
  #depth = 0;

  constructor(path: string, { journal, synchronous }: Durability, release: () => void) {
    this.#path = path;
    this.#connection = new sqlite.Database(path);
    this.#release = release;
    try {
      this.#connection.exec('pragma locking_mode = exclusive');
      this.#connection.get(`pragma journal_mode = ${journal}`);
      // The schema of a file may be anybody's: what stands in it calls nothing that has effects.
      this.#connection.exec(
        `pragma synchronous = ${synchronous}; pragma foreign_keys = on; pragma trusted_schema = off`,
      );
      // Reads the file, so that one which is no database is refused now and not in the middle of the work.
      const { user_version: format } = this.#connection.get('pragma user_version') as { user_version: number };
      if (format > FORMAT) throw new Error('it was written by a newer version of this server.');
      if (format < FORMAT) this.#connection.exec(`pragma user_version = ${FORMAT}`);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  execute(sql: string): void {
    this.#whole();
    this.#told(() => this.#connection.exec(sql));
  }

  run(sql: string, ...values: readonly Value[]): number {
    return this.#stepped(sql, (statement) => statement.run([...values]).changes);
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    // A statement that is left before its last row stays busy, and blocks what has to have the database for itself.
    return this.all<Row>(sql, ...values)[0];
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return this.#stepped(sql, (statement) => statement.all([...values]) as Row[]);
  }

  transaction<Result>(work: () => Result): Result {
    this.#whole();
    const name = `level_${this.#depth}`;
    this.#told(() => this.#connection.exec(this.#depth === 0 ? 'begin immediate' : `savepoint ${name}`));
    this.#depth += 1;
    try {
      const result = work();
      this.#whole();
      this.#depth -= 1;
      this.#told(() => this.#connection.exec(this.#depth === 0 ? 'commit' : `release ${name}`));
      return result;
    } catch (error) {
      this.#depth = Math.min(this.#depth, Number(name.slice('level_'.length)));
      // A full disk may have ended the transaction already.
      if (this.#connection.inTransaction) {
        this.#told(() =>
          this.#connection.exec(this.#depth === 0 ? 'rollback' : `rollback to ${name}; release ${name}`),
        );
      }
      throw error;
    }
  }

  close(): void {
    if (!this.#connection.isOpen) return;
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#connection.close();
    this.#release();
  }

  /** What follows in a transaction that a failure has ended would be stored on its own. */
  #whole(): void {
    if (this.#depth > 0 && !this.#connection.inTransaction) throw new Error('A failure has ended the transaction.');
  }

  #stepped<Result>(sql: string, step: (statement: Statement) => Result): Result {
    this.#whole();
    return this.#told(() => {
      const statement = this.#prepared(sql);
      try {
        return step(statement);
      } catch (error) {
        this.#drop(sql, statement);
        throw error;
      }
    });
  }

  /** A statement that failed cannot be bound again. */
  #drop(sql: string, statement: Statement): void {
    this.#statements.delete(sql);
    try {
      statement.finalize();
    } catch {
      // It is gone, and says once more what it failed with.
    }
  }

  /** The write-ahead log that cannot grow is an I/O error like any other. */
  #told<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const { message } = error as Error;
      const isFull =
        message === 'database or disk is full' || (message === 'disk I/O error' && isDiskFull(dirname(this.#path)));
      throw isFull ? new StorageFull(this.#path, error) : error;
    }
  }

  #prepared(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) {
      this.#statements.delete(sql);
      this.#statements.set(sql, kept);
      return kept;
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

/** Whether it is SQLite that has thrown it. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof sqlite.SQLite3Error;
}

/** Bytes that are no room: a transaction may have taken as many, and given them back when it failed. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** Whether there is no room left on the disk of a folder. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MIN_FREE_BYTES;
}
