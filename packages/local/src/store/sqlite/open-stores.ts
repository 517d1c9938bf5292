import type { Clock } from '@trawl/base/clock';
import { sql } from 'kysely';
import { SqlLedger } from '../sql-ledger.js';
import { NO_OBSERVER, type StoreDialect, type StoreObserver } from '../store-context.js';
import { createStores, type Stores } from '../stores.js';
import type { Database } from './database.js';
import { kyselyOn } from './kysely.js';
import { migrate } from './migrations.js';
import { SqlitePassages } from './passage-store.js';
import { SqliteSearch } from './search-store.js';
import { tidy } from './tidy.js';

/** Brings the tables up to date, and opens the stores on them. */
export function openStores(database: Database, clock: Clock, observer: StoreObserver = NO_OBSERVER): Stores {
  migrate(database);
  const db = kyselyOn(database, observer);
  return createStores({ db, clock, dialect: DIALECT, observer });
}

const DIALECT: StoreDialect = {
  ledger: (context) => new SqlLedger(context),
  passages: (context) => new SqlitePassages(context),
  search: (context) => new SqliteSearch(context),
  locksRows: false,
  keepsTaskCounts: true,
  writesTogether: false,
  tidy,
  // Its transactions follow each other.
  lock: async () => undefined,
  lockLedger: async () => undefined,
  async usedBytes({ db }) {
    const { rows } = await sql<{ bytes: number }>`
      select (page_count - freelist_count) * page_size as bytes
      from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db);
    return rows[0]?.bytes ?? 0;
  },
};
