import { CompiledQuery, type Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Value } from './database.js';
import type { Tables } from './tables.js';

/** What the statements of a store run with. */
export interface StoreContext {
  /** The database, or the transaction that the store belongs to. */
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  /** Called with each charge, for the metrics. */
  readonly onCharge: (endpoint: string, credits: number) => void;
}

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
