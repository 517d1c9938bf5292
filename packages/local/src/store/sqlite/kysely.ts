import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  type KyselyProps,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
  TransactionBuilder,
} from 'kysely';
import type { StoreObserver } from '../store-context.js';
import type { Tables } from '../tables.js';
import type { Database } from './database.js';
import { DatabaseTurns, type SqliteTransaction } from './database-turns.js';

/**
 * Kysely on one SQLite database of this process. It builds the queries; its way of running them through drivers and
 * connections is left out, because it takes longer than a short query. Closing the database is left to who opened it.
 */
export function kyselyOn(database: Database, observer: StoreObserver): Kysely<Tables> {
  return new SqliteKysely(new DatabaseTurns(database, observer));
}

// One for all, so that a statement is compiled once.
const ADAPTER = new SqliteAdapter();
const COMPILER = new SqliteQueryCompiler();

const DIALECT: Dialect = {
  createAdapter: () => ADAPTER,
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => COMPILER,
};

class SqliteKysely extends Kysely<Tables> {
  readonly #turns: DatabaseTurns;

  constructor(turns: DatabaseTurns) {
    super(propsOf(turns));
    this.#turns = turns;
  }

  override transaction(): TransactionBuilder<Tables> {
    return new SqliteTransactionBuilder(this.#turns);
  }

  override destroy(): Promise<void> {
    return this.#turns.close();
  }
}

class SqliteTransactionBuilder extends TransactionBuilder<Tables> {
  readonly #turns: DatabaseTurns;

  constructor(turns: DatabaseTurns) {
    super(propsOf(turns));
    this.#turns = turns;
  }

  override execute<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#turns.transaction((transaction) => work(new Transaction(propsOf(transaction))));
  }
}

/** Who runs the queries: the database for statements of their own, or a transaction. */
type QueryRunner = Pick<SqliteTransaction, 'execute'>;

class DirectExecutor extends DefaultQueryExecutor {
  readonly #runner: QueryRunner;

  constructor(runner: QueryRunner) {
    super(COMPILER, ADAPTER, NO_CONNECTIONS);
    this.#runner = runner;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#runner.execute(query);
  }
}

const NO_CONNECTIONS: ConnectionProvider = {
  provideConnection() {
    throw new Error('SQLite has one connection, which nobody gets: use statements and transactions without options.');
  },
};

const DRIVER = new DummyDriver();

function propsOf(runner: QueryRunner): KyselyProps {
  return { config: { dialect: DIALECT }, dialect: DIALECT, driver: DRIVER, executor: new DirectExecutor(runner) };
}
