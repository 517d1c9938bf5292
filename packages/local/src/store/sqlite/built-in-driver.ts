import { pathToFileURL } from 'node:url';
import type { Value } from './database.js';
import type { SqliteDriver, Statement } from './driver.js';

/** What is used of `node:sqlite`, which Node.js 20 and its types do not have. */
interface BuiltInModule {
  readonly DatabaseSync: new (location: URL, options: { readOnly: boolean }) => BuiltInDatabase;
}

interface BuiltInDatabase {
  /** Node.js has it from 22.16 on. */
  readonly isTransaction?: boolean;
  exec(sql: string): void;
  prepare(sql: string): BuiltInStatement;
  close(): void;
}

interface BuiltInStatement {
  run(...values: readonly Value[]): { readonly changes: number };
  all(...values: readonly Value[]): unknown[];
  setReadBigInts(enabled: boolean): void;
}

/**
 * SQLite locks nothing: the lock of the storage file does. Its own locks would be refused by that one, and those of POSIX end
 * as soon as this process closes any descriptor of the file. Without locks there is no shared memory either, so that a
 * write-ahead log needs exclusive locking.
 */
const WITHOUT_LOCKS = process.platform === 'win32' ? 'win32-none' : 'unix-none';

/** The SQLite of Node.js; undefined for a Node.js that has none, or only behind a flag. */
export function builtInSqlite(): SqliteDriver | undefined {
  const sqlite = loadQuietly();
  if (!sqlite) return undefined;
  return {
    open(path, { readOnly }) {
      const location = pathToFileURL(path);
      location.searchParams.set('vfs', WITHOUT_LOCKS);
      const database = new sqlite.DatabaseSync(location, { readOnly });
      return {
        get inTransaction() {
          return database.isTransaction === true;
        },
        exec: (sql) => database.exec(sql),
        prepare: (sql) => statementOf(database.prepare(sql)),
        close: () => database.close(),
      };
    },
    isError: (error): error is Error => (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SQLITE_ERROR',
  };
}

function statementOf(statement: BuiltInStatement): Statement {
  return {
    run: (values) => statement.run(...values).changes,
    all(values) {
      try {
        return statement.all(...values);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE') throw error;
        return withLargeIntegers(statement, values);
      }
    },
    // The garbage collector does it, or the end of the connection.
    finalize() {},
  };
}

function withLargeIntegers(statement: BuiltInStatement, values: readonly Value[]): unknown[] {
  statement.setReadBigInts(true);
  try {
    const rows = statement.all(...values) as Record<string, Value>[];
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, smallest(value)])));
  } finally {
    statement.setReadBigInts(false);
  }
}

function smallest(value: Value): Value {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Loads the module without the warning that it is experimental, which nobody who runs the server can act on. */
function loadQuietly(): BuiltInModule | undefined {
  if (!hasTransactionState()) return undefined;
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as BuiltInModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Whether this Node.js has `isTransaction`: from 22.16 and 24.0 on. */
function hasTransactionState(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 16);
}
