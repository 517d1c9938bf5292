import type { LedgerStore } from './ledger-store.js';
import type { PassageStore } from './passage-store.js';
import type { SearchStore } from './search-store.js';
import type { SharedStores } from './shared-stores.js';
import type { StoreContext } from './store-context.js';

/** What differs between the databases. All else is the same SQL. */
export interface StoreDialect {
  ledger(context: StoreContext): LedgerStore;
  passages(context: StoreContext): PassageStore;
  search(context: StoreContext): SearchStore;
  /** The bytes of all data; undefined for a database that does not tell. */
  usedBytes(context: StoreContext): Promise<number | undefined>;
  /** What the nodes of a service share; missing where one process works alone. */
  shared?(context: StoreContext): SharedStores;
  /** Writes everything that is stored to a new SQLite file. */
  copyTo(context: StoreContext, file: string): Promise<void>;
}
