import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storagePlace } from '../../storage-place.js';
import { inconsistencies } from '../consistency.js';
import { importFile } from '../sqlite/import-file.js';
import { openTemporaryPassages } from '../sqlite/temporary-passages.js';
import type { SharedConnections, Storage } from '../storage.js';
import type { StoreOptions } from '../store-context.js';
import { TABLE_NAMES } from '../table-names.js';
import { reasonOf } from './errors.js';
import { migrate } from './migrations.js';
import { openStores } from './open-stores.js';
import { openConnections, type PoolOptions } from './pool.js';

/** A storage that several processes share. */
export interface PostgresStorage extends Storage {
  readonly connections: SharedConnections;
}

/** The tables of what is stored: those of all databases, and one for positions in the ledger. */
export const STORED_TABLES: readonly string[] = [...TABLE_NAMES, 'ledger_positions'];

/** Opens the storage in a database of PostgreSQL, and brings its tables up to date. */
export async function openPostgresStorage(
  poolOptions: PoolOptions,
  { clock, observer }: StoreOptions,
): Promise<PostgresStorage> {
  const connections = await openConnections(poolOptions);
  const { pool } = connections;
  try {
    await migrate(pool);
  } catch (cause) {
    await pool.end();
    const place = storagePlace({ storage: undefined, database: poolOptions.url });
    throw new Error(`The database cannot be opened (${place}): ${reasonOf(cause as Error)}`, { cause });
  }
  const passages = openTemporaryPassages({ observer });
  return {
    connections,
    openStores: () => openStores(pool, () => passages, { clock, observer }),
    makeFolder: () => mkdtemp(join(tmpdir(), 'trawl-work-')),
    fill: (newFile, receivedFile, options) => importFile(newFile, receivedFile, { ...options, clock }),
    copyTo: () => Promise.reject(new Error('A database of PostgreSQL is exported by its own tools.')),
    async check() {
      const count = async (query: string) => Number((await pool.query<{ rows: string }>(query)).rows[0]?.rows ?? 0);
      return { problems: await inconsistencies(count), pendingChanges: [] };
    },
    async clear() {
      await pool.query(`truncate ${[...STORED_TABLES, 'task_leases', 'host_turns'].join(', ')}`);
    },
    replace: () => Promise.reject(new Error('What is stored in PostgreSQL cannot be replaced by a file.')),
    async close() {
      passages.close();
      await pool.end();
    },
  };
}
