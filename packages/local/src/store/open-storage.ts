import type { Settings } from '../settings.js';
import { openSqliteStorage } from './sqlite/storage.js';
import type { Storage } from './storage.js';
import type { StoreOptions } from './store-context.js';

/** Where to store: in a database of PostgreSQL, in a file, or in a temporary one. */
export type StoragePlace = Pick<Settings, 'storage' | 'database' | 'databaseConnections'>;

/** Opens the storage, and brings its tables up to date. */
export async function openStorage(
  { storage, database, databaseConnections }: StoragePlace,
  options: StoreOptions,
): Promise<Storage> {
  if (database === undefined) return openSqliteStorage(storage, options);
  // Loaded on demand: most servers need no PostgreSQL.
  const { openPostgresStorage } = await import('./postgres/storage.js');
  return openPostgresStorage({ url: database, maxConnections: databaseConnections }, options);
}
