import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { StoreOptions } from '../store-context.js';
import type { StoreDialect } from '../store-dialect.js';
import { createStores, type Stores } from '../stores.js';
import type { Tables } from '../tables.js';
import { postgresDialect } from './dialect.js';
import { PostgresLedger } from './ledger-store.js';
import { PostgresSearch } from './search-store.js';
import { postgresShared } from './shared.js';

/** Opens the stores on a database whose tables are up to date. */
export function openStores(pool: Pool, passages: StoreDialect['passages'], { clock, observer }: StoreOptions): Stores {
  const dialect: StoreDialect = {
    ledger: (context) => new PostgresLedger(context),
    passages,
    search: (context) => new PostgresSearch(context),
    // Its files do not shrink when rows are deleted.
    usedBytes: async () => undefined,
    shared: postgresShared,
    copyTo: () => Promise.reject(new Error('A database of PostgreSQL is exported by its own tools.')),
  };
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, observer) });
  return createStores({ db, clock, dialect, observer });
}
