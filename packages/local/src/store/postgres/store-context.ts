import { Kysely, sql } from 'kysely';
import type { StoreContext, StoreDialect, StoreOptions } from '../store-context.js';
import type { Tables } from '../tables.js';
import { postgresDialect } from './dialect.js';
import { PostgresLedger } from './ledger-store.js';
import type { PostgresConnections } from './pool.js';
import { PostgresSearch } from './search-store.js';
import { postgresShared } from './shared.js';
import { usedBytes } from './used-bytes.js';

/** What stores of PostgreSQL run with. */
export function storeContext(
  connections: Pick<PostgresConnections, 'pool' | 'silence'>,
  passages: StoreDialect['passages'],
  { clock, observer }: StoreOptions,
): StoreContext {
  const dialect: StoreDialect = {
    ledger: (context) => new PostgresLedger(context),
    passages,
    search: (context) => new PostgresSearch(context),
    locksRows: true,
    // Nodes would wait for each other at its rows. It counts by an index, while this process goes on.
    keepsTaskCounts: false,
    writesTogether: true,
    async lock({ db }, name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },
    async lockLedger({ db }) {
      await sql`lock table ledger in share mode`.execute(db);
    },
    usedBytes,
    shared: postgresShared,
  };
  return { db: new Kysely<Tables>({ dialect: postgresDialect(connections, observer) }), clock, dialect, observer };
}
