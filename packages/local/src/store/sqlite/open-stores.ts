import { Kysely } from 'kysely';
import type { Clock } from '../../clock.js';
import { NO_OBSERVER, type StoreObserver } from '../store-context.js';
import { createStores, type Stores } from '../stores.js';
import type { Tables } from '../tables.js';
import type { Database } from './database.js';
import { sqliteDialect } from './dialect.js';
import { migrate } from './migrations.js';

/** Brings the tables up to date, and opens the stores on them. */
export function openStores(database: Database, clock: Clock, observer: StoreObserver = NO_OBSERVER): Stores {
  migrate(database);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, observer) });
  return createStores({ db, clock, observer });
}
