import type { Clock } from '@trawl/base/clock';
import type { Kysely } from 'kysely';
import type { LedgerStore } from './ledger-store.js';
import type { PassageStore } from './passage-store.js';
import type { SearchStore } from './search-store.js';
import type { SharedStores } from './shared-stores.js';
import type { Tables } from './tables.js';
import { TransactionConflict } from './transaction-conflict.js';

/** What the statements of a store run with. */
export interface StoreContext {
  /** The database, or the transaction that the store belongs to. */
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly dialect: StoreDialect;
  readonly observer: StoreObserver;
}

/** What differs between the databases. All else is the same SQL. */
export interface StoreDialect {
  ledger(context: StoreContext): LedgerStore;
  passages(context: StoreContext): PassageStore;
  search(context: StoreContext): SearchStore;
  /**
   * Whether rows have to be locked by the statement that selects them: `for no key update`. SQLite does one transaction after
   * the other.
   */
  readonly locksRows: boolean;
  /** Whether `job_task_counts` has the number of tasks of each job that are not done: triggers keep it. */
  readonly keepsTaskCounts: boolean;
  /** Whether one statement may write to several tables. */
  readonly writesTogether: boolean;
  /** Lets other transactions wait that lock the same name, until the end of this one. */
  lock(context: StoreContext, name: string): Promise<void>;
  /** Lets charges wait, until the end of this transaction, and waits for those that are being stored. */
  lockLedger(context: StoreContext): Promise<void>;
  /** The bytes of all data, without what was deleted. */
  usedBytes(context: StoreContext): Promise<number>;
  /** Gives back what deleted data still takes, in slices; missing where the database does that by itself. */
  tidy?(context: StoreContext, signal?: AbortSignal): Promise<void>;
  /** What the nodes of a service share; missing where one process works alone. */
  shared?(context: StoreContext): SharedStores;
}

/** Is told what the stores do, for metrics and traces. */
export interface StoreObserver {
  charge(endpoint: string, credits: number): void;
  /** The database was used by one statement, or by one transaction with all its statements. */
  databaseUse(seconds: number): void;
}

export const NO_OBSERVER: StoreObserver = { charge: () => undefined, databaseUse: () => undefined };

/** What a storage opens its stores with. */
export type StoreOptions = Pick<StoreContext, 'clock' | 'observer'>;

/** Runs statements that belong together: in the transaction of the store, or in one of their own. */
export function together<Context extends Pick<StoreContext, 'db'>, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return context.db.isTransaction ? work(context) : inTransaction(context, work);
}

/** How often a transaction is run before its conflict with others is an error. */
export const MAX_RUNS = 10;

/** Runs the work in a transaction, and again as a whole when it was undone because of others at the same time. */
export async function inTransaction<Context extends Pick<StoreContext, 'db'>, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await context.db.transaction().execute((db) => work({ ...context, db }));
    } catch (error) {
      if (!(error instanceof TransactionConflict) || run === MAX_RUNS) throw error;
    }
  }
}
