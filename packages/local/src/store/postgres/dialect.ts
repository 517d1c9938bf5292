import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { QueryResult as PgResult, PoolClient } from 'pg';
import { DatabaseAway } from '../database-away.js';
import { NODE_SILENCE_MS } from '../shared-stores.js';
import { MAX_RUNS, type StoreObserver } from '../store-context.js';
import { TransactionConflict } from '../transaction-conflict.js';
import { connectError, statementError } from './errors.js';
import type { PostgresConnections } from './pool.js';
import type { SilenceWatch } from './silence-watch.js';

type Connections = Pick<PostgresConnections, 'pool' | 'silence'>;

/** One for all, so that a statement is compiled once. */
const ADAPTER = new PostgresAdapter();

/**
 * Kysely on a pool of connections. It keeps nothing in a connection from one transaction to the next, so that a pooler may
 * share connections out by transactions. Closing the pool is left to who opened it.
 */
export function postgresDialect(connections: Connections, observer: StoreObserver): Dialect {
  return {
    createAdapter: () => ADAPTER,
    createDriver: () => new PostgresDriver(connections, observer),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Begins a transaction. When its process hangs or is cut off, PostgreSQL undoes it once the process counts as dead: until then
 * it keeps its locks, for which the other nodes wait.
 */
export function begin(isolationLevel: string): string {
  return `begin isolation level ${isolationLevel}; set local idle_in_transaction_session_timeout = ${NODE_SILENCE_MS}`;
}

class PostgresDriver implements Driver {
  readonly #pool: Connections['pool'];
  readonly #silence: SilenceWatch;
  readonly #observer: StoreObserver;
  readonly #connections = new Set<PostgresConnection>();
  #onIdle = (): void => {};

  constructor({ pool, silence }: Connections, observer: StoreObserver) {
    this.#pool = pool;
    this.#silence = silence;
    this.#observer = observer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = this.#pool.connect();
    try {
      const connection = new PostgresConnection(await this.#silence.during(client), this.#silence);
      this.#connections.add(connection);
      return connection;
    } catch (error) {
      // One that comes too late is left to others.
      client.then((late) => late.release()).catch(() => undefined);
      throw error instanceof DatabaseAway ? error : connectError(error);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
    this.#connections.delete(connection);
    this.#observer.databaseUse((performance.now() - connection.begunAt) / 1000);
    if (this.#connections.size === 0) this.#onIdle();
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel = 'read committed' }: TransactionSettings,
  ): Promise<void> {
    connection.isInTransaction = true;
    await connection.run(begin(isolationLevel));
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.run('commit');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // A connection that is closed rolls back what it had begun.
    if (connection.isBroken) return;
    await connection.run('rollback').catch(() => connection.discard());
  }

  /** Waits for the statements and transactions in progress. */
  async destroy(): Promise<void> {
    if (this.#connections.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }
}

/** The use of a connection by one transaction or statement. */
class PostgresConnection implements DatabaseConnection {
  readonly begunAt = performance.now();
  isInTransaction = false;
  isBroken = false;
  readonly #client: PoolClient & { readonly processID?: number | null };
  readonly #silence: SilenceWatch;

  constructor(client: PoolClient, silence: SilenceWatch) {
    this.#client = client;
    this.#silence = silence;
    // Without a listener, the end of the connection would end the process. The next statement says what it means.
    client.on('error', this.#onError);
  }

  readonly #onError = (): void => this.discard();

  /** Closes the connection when it is released. */
  discard(): void {
    this.isBroken = true;
  }

  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.isBroken);
  }

  async run(statement: string): Promise<void> {
    await this.#query(statement, []);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#query(sql, parameters.map(storable));
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Refused: rows that are read while others are written would keep the connection. */
  streamQuery(): never {
    throw new Error('Rows are read at once: use execute() with a limit.');
  }

  async #query(text: string, values: unknown[]): Promise<PgResult> {
    for (let run = 1; ; run += 1) {
      try {
        return await this.#silence.during(this.#client.query(text, values), this.#client.processID);
      } catch (cause) {
        const error = statementError(cause);
        if (error instanceof DatabaseAway) this.discard();
        // A statement is its own transaction where it is in none.
        const isRepeatable = error instanceof TransactionConflict && !this.isInTransaction && run < MAX_RUNS;
        if (!isRepeatable) throw error;
      }
    }
  }
}

/** PostgreSQL has no place for the character 0 in text. It is replaced as in HTML. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
