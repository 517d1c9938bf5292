import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { Database, Value } from './database.js';
import { claim } from './ownership.js';

/** Statements beyond this number are those with lists of changing length; the oldest makes room. */
const KEPT_STATEMENTS = 300;

/** How a database is kept. */
interface Keeping {
  readonly journal: 'wal' | 'memory';
  readonly synchronous: 'normal' | 'off';
}

/**
 * What was committed outlives this process, however it ends; only a crash of the whole machine may lose the last of it. A
 * write-ahead log works here only without shared memory, which is what exclusive locking does away with.
 */
const DURABLE: Keeping = { journal: 'wal', synchronous: 'normal' };

/** Nothing has to outlive the process. */
const FLEETING: Keeping = { journal: 'memory', synchronous: 'off' };

/** Opens the database of a server: the given file, made if need be, or one that is gone when it is closed. */
export function openDatabase(file?: string): Database {
  if (file === undefined) return openTemporary();
  const path = resolve(file);
  const release = claim(path);
  try {
    return new SqliteDatabase(path, DURABLE, release);
  } catch (cause) {
    release();
    throw new Error(`The storage file ${path} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A file, because the memory of SQLite's own databases is never given back to the system. Where the system allows it, the
 * file has no name any more from the start, so that nothing of it is left however the process ends.
 */
function openTemporary(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-'));
  const file = join(folder, 'pages.db');
  const database = new SqliteDatabase(file, FLEETING, () => rmSync(folder, { recursive: true, force: true }));
  if (process.platform !== 'win32') rmSync(file);
  return database;
}

type Statement = ReturnType<InstanceType<typeof sqlite.Database>['prepare']>;

class SqliteDatabase implements Database {
  readonly #connection: InstanceType<typeof sqlite.Database>;
  readonly #statements = new Map<string, Statement>();
  readonly #release: () => void;
  #depth = 0;

  constructor(path: string, { journal, synchronous }: Keeping, release: () => void) {
    this.#connection = new sqlite.Database(path);
    this.#release = release;
    this.#connection.exec('pragma locking_mode = exclusive');
    this.#connection.get(`pragma journal_mode = ${journal}`);
    this.#connection.exec(`pragma synchronous = ${synchronous}; pragma foreign_keys = on`);
    // Reads the file, so that one which is no database is refused now and not in the middle of the work.
    this.#connection.get('select count(*) from sqlite_schema');
  }

  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  run(sql: string, ...values: readonly Value[]): number {
    return this.#prepared(sql).run([...values]).changes;
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    // A statement that is left before its last row stays busy, and blocks what has to have the database for itself.
    return this.all<Row>(sql, ...values)[0];
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return this.#prepared(sql).all([...values]) as Row[];
  }

  transaction<Result>(work: () => Result): Result {
    const name = `level_${this.#depth}`;
    this.#connection.exec(this.#depth === 0 ? 'begin immediate' : `savepoint ${name}`);
    this.#depth += 1;
    try {
      const result = work();
      this.#depth -= 1;
      this.#connection.exec(this.#depth === 0 ? 'commit' : `release ${name}`);
      return result;
    } catch (error) {
      this.#depth = Math.min(this.#depth, Number(name.slice('level_'.length)));
      // A full disk may have ended the transaction already.
      if (this.#connection.inTransaction) {
        this.#connection.exec(this.#depth === 0 ? 'rollback' : `rollback to ${name}; release ${name}`);
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

  #prepared(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) {
      this.#statements.delete(sql);
      this.#statements.set(sql, kept);
      return kept;
    }
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > KEPT_STATEMENTS) {
      const [oldest] = this.#statements;
      oldest?.[1].finalize();
      if (oldest) this.#statements.delete(oldest[0]);
    }
    return statement;
  }
}
