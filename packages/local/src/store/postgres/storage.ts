import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '../sqlite/import-file.js';
import { openFile, TEMPORARY } from '../sqlite/sqlite.js';
import { openTemporaryPassages } from '../sqlite/temporary-passages.js';
import type { Storage, StorageOptions } from '../storage.js';
import type { StoreContext } from '../store-context.js';
import { createStores } from '../stores.js';
import { checkTables } from './check.js';
import { clear } from './clear.js';
import { copyFromFile, copyToFile } from './copy.js';
import { isRestored, noteIdentity } from './database-identity.js';
import { cannotOpen } from './errors.js';
import { migrate } from './migrations.js';
import { openConnections, type PoolOptions, type PostgresConnections } from './pool.js';
import { storeContext } from './store-context.js';

/** A storage that several processes share. */
export interface PostgresStorage extends Storage {
  readonly connections: PostgresConnections;
  /** What stores on this database run with. */
  context(): StoreContext;
}

/** Opens the storage in a database of PostgreSQL, and brings its tables up to date. */
export async function openPostgresStorage(
  poolOptions: PoolOptions,
  { clock, observer, announce }: StorageOptions,
): Promise<PostgresStorage> {
  const connections = await openConnections(poolOptions);
  const { pool } = connections;
  try {
    await migrate(pool, { announce });
  } catch (cause) {
    await pool.end();
    throw cannotOpen(poolOptions.url, cause);
  }
  const passages = openTemporaryPassages({ observer });
  const context = () => storeContext(connections, () => passages, { clock, observer });
  return {
    connections,
    context,
    openStores: () => createStores(context()),
    makeFolder: () => mkdtemp(join(tmpdir(), 'trawl-work-')),
    fill: (newFile, receivedFile, options) => importFile(newFile, receivedFile, { ...options, clock }),
    copyTo: (file) => copyToFile(context(), file),
    isCopy: () => isRestored(pool),
    takeIntoUse: () => noteIdentity(pool),
    check: () => checkTables(pool),
    clear: () => clear(context()),
    async replace(filledFile, use) {
      const database = openFile(filledFile, TEMPORARY);
      try {
        await copyFromFile(context(), database);
      } finally {
        database.close();
      }
      return use(createStores(context()));
    },
    async close() {
      passages.close();
      await pool.end();
    },
  };
}
