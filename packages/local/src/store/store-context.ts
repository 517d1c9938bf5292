import { CompiledQuery, type Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Value } from './sqlite/database.js';
import type { Tables } from './tables.js';

/** What the statements of a store run with. */
export interface StoreContext {
  /** The database, or the transaction that the store belongs to. */
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly observer: StoreObserver;
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
export function together<Result>(
  context: StoreContext,
  work: (context: StoreContext) => Promise<Result>,
): Promise<Result> {
  if (context.db.isTransaction) return work(context);
  return context.db.transaction().execute((transaction) => work({ ...context, db: transaction }));
}

/** Runs a query that Kysely cannot write. */
export async function rowsOf<Row>({ db }: StoreContext, query: string, values: readonly Value[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query, [...values]));
  return rows;
}
