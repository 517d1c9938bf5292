import { systemClock } from '@trawl/base/clock';
import { openSqliteStorage } from './sqlite/storage.js';
import type { CheckOptions, CheckReport, Storage, StorageOptions } from './storage.js';
import type { StoragePlace } from './storage-place.js';
import { NO_OBSERVER } from './store-context.js';

/** Opens the storage, and brings its tables up to date. */
export async function openStorage(
  { storage, database, databaseConnections }: StoragePlace,
  options: StorageOptions,
): Promise<Storage> {
  if (database === undefined) return openSqliteStorage(storage, options);
  // Loaded on demand: most servers need no PostgreSQL.
  const { openPostgresStorage } = await import('./postgres/storage.js');
  return openPostgresStorage({ url: database, maxConnections: databaseConnections }, options);
}

/** Reads what no process has open, and tells what is wrong with it. Its tables stay as they are. */
export async function checkStorage(
  { storage, database, databaseConnections }: StoragePlace,
  options: CheckOptions,
): Promise<CheckReport> {
  if (database !== undefined) {
    const { checkAt } = await import('./postgres/check.js');
    return checkAt({ url: database, maxConnections: databaseConnections });
  }
  const fileStorage = openSqliteStorage(storage, { clock: systemClock, observer: NO_OBSERVER });
  try {
    return await fileStorage.check(options);
  } finally {
    await fileStorage.close();
  }
}
