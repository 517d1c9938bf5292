import type { Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Tables } from './tables.js';

/** What the statements of a store run with. */
export interface StoreContext {
  /** The database, or the transaction that the store belongs to. */
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}
