import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StoreObserver } from '../store-context.js';
import type { Database, Value } from './database.js';

/** One for all, so that a statement is compiled once. */
const ADAPTER = new SqliteAdapter();

/** Kysely on one SQLite database of this process. Closing it is left to who opened the database. */
export function sqliteDialect(database: Database, observer: StoreObserver): Dialect {
  return {
    createAdapter: () => ADAPTER,
    createDriver: () => new SqliteDriver(database, observer),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

const ENDLESS_TRANSACTION =
  'A transaction was rolled back, because it awaited something other than its own statements: all others wait for it.';

/** A transaction or statement that waits for the database. */
interface Turn {
  begin(): void;
  refuse(reason: Error): void;
}

/** Lets one transaction or statement after the other use the database, in the order in which they came. */
class SqliteDriver implements Driver {
  readonly #database: Database;
  readonly #observer: StoreObserver;
  readonly #waiting: Turn[] = [];
  #isTaken = false;

  constructor(database: Database, observer: StoreObserver) {
    this.#database = database;
    this.#observer = observer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#isTaken) await new Promise<void>((begin, refuse) => this.#waiting.push({ begin, refuse }));
    this.#isTaken = true;
    return new SqliteConnection(this.#database);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#release(connection);
  }

  #release(connection: SqliteConnection): void {
    // It was released when its transaction was ended.
    if (connection.isEnded) return;
    connection.isEnded = true;
    this.#observer.databaseUse((performance.now() - connection.begunAt) / 1000);
    const next = this.#waiting.shift();
    if (next) next.begin();
    else this.#isTaken = false;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    this.#database.begin();
    // Statements take no turn of the event loop. What does would keep all others waiting, and forever if it is one of them.
    connection.watch = setImmediate(() => {
      this.#database.rollback();
      this.#release(connection);
    });
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.assertOpen();
    this.#database.commit();
    clearImmediate(connection.watch);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.isEnded) return;
    clearImmediate(connection.watch);
    this.#database.rollback();
  }

  /** Waits for its turn, which is the last one. */
  async destroy(): Promise<void> {
    await this.acquireConnection();
    for (const { refuse } of this.#waiting.splice(0)) refuse(new Error('The database is closed.'));
  }
}

/** The use of the database by one transaction or statement. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: Database;
  readonly begunAt = performance.now();
  isEnded = false;
  /** Ends a transaction that takes longer than it may. */
  watch: NodeJS.Immediate | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  assertOpen(): void {
    if (this.isEnded) throw new Error(ENDLESS_TRANSACTION);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.assertOpen();
    const values = query.parameters as readonly Value[];
    if (hasRows(query)) return { rows: this.#database.all<Row>(query.sql, ...values) };
    return { rows: [], numAffectedRows: BigInt(this.#database.run(query.sql, ...values)) };
  }

  /** Refused: a statement that is open between two rows would block the others. */
  streamQuery(): never {
    throw new Error('Rows are read at once: use execute() with a limit.');
  }
}

/** Whether the query returns rows. */
function hasRows({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return /^\s*(?:select|with|pragma)\b|\breturning\b/i.test(sql);
  return query.kind === 'SelectQueryNode' || ('returning' in query && query.returning !== undefined);
}
