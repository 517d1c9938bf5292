import type { Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Tables } from './tables.js';

/** What the statements of a store run with. */
export interface StoreContext {
  /** The database, or the transaction that the store belongs to. */
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}

/** Runs statements that belong together: in the transaction of the store, or in one of their own. */
export function together<Result>(
  { db, clock }: StoreContext,
  work: (context: StoreContext) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work({ db, clock });
  return db.transaction().execute((transaction) => work({ db: transaction, clock }));
}
