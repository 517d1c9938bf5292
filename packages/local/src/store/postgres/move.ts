import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { OptionError } from '@trawl/base/option-error';
import { isMarkedAsCopy, removeCopyMark } from '../sqlite/copy-mark.js';
import { migrate as migrateFile } from '../sqlite/migrations.js';
import { openDatabase } from '../sqlite/sqlite.js';
import type { StoreOptions } from '../store-context.js';
import { copyFromFile } from './copy.js';
import { noteRestored } from './database-identity.js';
import { statementError } from './errors.js';
import { APPLICATION_NAME, connect, type PoolOptions } from './pool.js';
import { openPostgresStorage, type PostgresStorage } from './storage.js';
import { STORED_TABLES } from './stored-tables.js';

/**
 * Copies everything from a storage file to an empty database: all of it, or nothing.
 *
 * @throws FileInUse when a server has the file open, and OptionError when the database is in use or not empty.
 */
export async function moveToDatabase(file: string, database: PoolOptions, options: StoreOptions): Promise<void> {
  const source = openDatabase(file);
  try {
    migrateFile(source);
    await withDatabase(database, options, async ({ context, connections: { pool } }) => {
      for (const table of STORED_TABLES) {
        const { rows } = await pool.query(`select 1 from ${table} limit 1`);
        if (rows.length > 0) throw new OptionError(`The database is not empty: its table ${table} has rows.`);
      }
      await copyFromFile(context(), source);
      if (isMarkedAsCopy(source)) await noteRestored(pool);
    });
  } finally {
    source.close();
  }
}

/**
 * Copies everything from a database to a new storage file: all of it, or nothing.
 *
 * @throws OptionError when the database is in use, or the file exists.
 */
export async function moveToFile(database: PoolOptions, file: string, options: StoreOptions): Promise<void> {
  if (existsSync(file)) throw new OptionError(`The file ${file} exists already. Name a new file.`);
  const unfinishedFile = `${file}.unfinished`;
  await rm(unfinishedFile, { force: true });
  try {
    await withDatabase(database, options, async (storage) => {
      await storage.copyTo(unfinishedFile);
      if (!(await storage.isCopy())) removeMark(unfinishedFile);
    });
    await rename(unfinishedFile, file);
  } finally {
    await rm(unfinishedFile, { force: true });
  }
}

/** What was moved is no copy: it is in use nowhere else. */
function removeMark(file: string): void {
  const moved = openDatabase(file);
  try {
    removeCopyMark(moved);
  } finally {
    moved.close();
  }
}

async function withDatabase(
  database: PoolOptions,
  options: StoreOptions,
  work: (storage: PostgresStorage) => Promise<void>,
): Promise<void> {
  try {
    await refuseUse(database);
    const storage = await openPostgresStorage(database, options);
    try {
      await work(storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    throw statementError(error);
  }
}

/** Refuses a database that another process of this program is connected to. */
async function refuseUse(database: PoolOptions): Promise<void> {
  const client = await connect(database);
  try {
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()',
      [APPLICATION_NAME],
    );
    if (rows.length > 0) throw new OptionError('A server uses the database. Stop all servers on it first.');
  } finally {
    await client.end();
  }
}
