import type { CompiledQuery, QueryResult } from 'kysely';
import type { StoreObserver } from '../store-context.js';
import type { Database, Value } from './database.js';

const CLOSED = 'The database is closed.';

const ENDLESS_TRANSACTION =
  'A transaction was rolled back, because it awaited something other than its own statements: all others wait for it.';

/** A transaction or statement that waits for the database. */
interface Waiter {
  begin(): void;
  refuse(reason: Error): void;
}

/** Lets one transaction or statement after the other use the database, in the order in which they came. */
export class DatabaseTurns {
  readonly #database: Database;
  readonly #observer: StoreObserver;
  readonly #waiting: Waiter[] = [];
  #isTaken = false;
  #isClosed = false;

  constructor(database: Database, observer: StoreObserver) {
    this.#database = database;
    this.#observer = observer;
  }

  /** Runs a statement outside of transactions. */
  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isTaken) await this.#wait();
    const release = this.#take();
    try {
      return runQuery(this.#database, query);
    } finally {
      release();
    }
  }

  /** Stores all that the work stores by its statements, or nothing. */
  async transaction<Result>(work: (transaction: SqliteTransaction) => Promise<Result>): Promise<Result> {
    if (this.#isTaken) await this.#wait();
    const transaction = new SqliteTransaction(this.#database, this.#take());
    try {
      transaction.begin();
      const result = await work(transaction);
      transaction.commit();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  /** Waits for its turn, which is the last one. */
  async close(): Promise<void> {
    if (this.#isTaken) await this.#wait();
    this.#isClosed = true;
    this.#isTaken = false;
    for (const { refuse } of this.#waiting.splice(0)) refuse(new Error(CLOSED));
  }

  #wait(): Promise<void> {
    return new Promise((begin, refuse) => this.#waiting.push({ begin, refuse }));
  }

  /** Returns the function that ends the turn. */
  #take(): () => void {
    if (this.#isClosed) throw new Error(CLOSED);
    const begunAt = performance.now();
    this.#isTaken = true;
    return () => {
      this.#observer.databaseUse((performance.now() - begunAt) / 1000);
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#isTaken = false;
    };
  }
}

/** The only user of the database, until it ends. */
export class SqliteTransaction {
  readonly #database: Database;
  readonly #onEnd: () => void;
  /** Ends a transaction that takes longer than it may; undefined before it has begun. */
  #watch: NodeJS.Immediate | undefined;
  #hasEnded = false;

  constructor(database: Database, onEnd: () => void) {
    this.#database = database;
    this.#onEnd = onEnd;
  }

  begin(): void {
    this.#database.begin();
    // Statements take no turn of the event loop. What does would keep all others waiting, and forever if it is one of them.
    this.#watch = setImmediate(() => this.rollback());
  }

  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#assertOpen();
    return runQuery(this.#database, query);
  }

  commit(): void {
    this.#assertOpen();
    this.#database.commit();
    this.#end();
  }

  rollback(): void {
    if (this.#hasEnded) return;
    try {
      if (this.#watch) this.#database.rollback();
    } finally {
      this.#end();
    }
  }

  #end(): void {
    clearImmediate(this.#watch);
    this.#hasEnded = true;
    this.#onEnd();
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error(ENDLESS_TRANSACTION);
  }
}

function runQuery<Row>(database: Database, query: CompiledQuery): QueryResult<Row> {
  const values = query.parameters as readonly Value[];
  if (hasRows(query)) return { rows: database.all<Row>(query.sql, ...values) };
  return { rows: [], numAffectedRows: BigInt(database.run(query.sql, ...values)) };
}

/** Whether the query returns rows. */
function hasRows({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return /^\s*(?:select|with|pragma)\b|\breturning\b/i.test(sql);
  return query.kind === 'SelectQueryNode' || ('returning' in query && query.returning !== undefined);
}
