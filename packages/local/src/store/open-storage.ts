import { openSqliteStorage } from './sqlite/storage.js';
import type { Storage } from './storage.js';
import type { StoreOptions } from './store-context.js';

/** Opens the storage in a file, created if it does not exist, or a temporary one. */
export async function openStorage(file: string | undefined, options: StoreOptions): Promise<Storage> {
  return openSqliteStorage(file, options);
}
