import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, Pool } from 'pg';
import { storagePlace } from '../../storage-place.js';
import { inconsistencies } from '../consistency.js';
import { importFile } from '../sqlite/import-file.js';
import { openTemporaryPassages } from '../sqlite/temporary-passages.js';
import type { Storage } from '../storage.js';
import type { StoreOptions } from '../store-context.js';
import { TABLE_NAMES } from '../table-names.js';
import { reasonOf } from './errors.js';
import { migrate } from './migrations.js';
import { openStores } from './open-stores.js';
import { connect, openPool, type PoolOptions } from './pool.js';

/** A storage with the connections that it stands on. */
export interface PostgresStorage extends Storage {
  readonly pool: Pool;
  /** Opens a connection of its own, such as one that listens. */
  connect(): Promise<Client>;
}

/** The tables of what is stored: those of all databases, and one for positions in the ledger. */
export const STORED_TABLES: readonly string[] = [...TABLE_NAMES, 'ledger_positions'];

/** Opens the storage in a database of PostgreSQL, and brings its tables up to date. */
export async function openPostgresStorage(
  poolOptions: PoolOptions,
  { clock, observer }: StoreOptions,
): Promise<PostgresStorage> {
  const pool = await openPool(poolOptions);
  try {
    await migrate(pool);
  } catch (cause) {
    await pool.end();
    const place = storagePlace({ storage: undefined, database: poolOptions.url });
    throw new Error(`The database cannot be opened (${place}): ${reasonOf(cause as Error)}`, { cause });
  }
  const passages = openTemporaryPassages({ observer });
  return {
    pool,
    connect: () => connect(poolOptions),
    openStores: () => openStores(pool, () => passages, { clock, observer }),
    makeFolder: () => mkdtemp(join(tmpdir(), 'trawl-work-')),
    fill: (newFile, receivedFile, options) => importFile(newFile, receivedFile, { ...options, clock }),
    copyTo: () => Promise.reject(new Error('A database of PostgreSQL is exported by its own tools.')),
    async check() {
      const count = async (query: string) => Number((await pool.query<{ rows: string }>(query)).rows[0]?.rows ?? 0);
      return { problems: await inconsistencies(count), pendingChanges: [] };
    },
    async clear() {
      await pool.query(`truncate ${STORED_TABLES.join(', ')} restart identity`);
    },
    replace: () => Promise.reject(new Error('What is stored in PostgreSQL cannot be replaced by a file.')),
    async close() {
      passages.close();
      await pool.end();
    },
  };
}
