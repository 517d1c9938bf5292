import type { Pool } from 'pg';
import { inconsistencies, newerVersion } from '../consistency.js';
import type { CheckReport } from '../storage.js';
import { cannotOpen } from './errors.js';
import { compareMigrations } from './migrations.js';
import { openConnections, type PoolOptions } from './pool.js';

/** Checks a database of which no storage is open, and changes nothing in it. */
export async function checkAt(options: PoolOptions): Promise<CheckReport> {
  const { pool } = await openConnections(options);
  try {
    return await checkTables(pool);
  } catch (cause) {
    throw cannotOpen(options.url, cause);
  } finally {
    await pool.end();
  }
}

/** Tells what does not fit together in the tables, as they are at one moment. PostgreSQL keeps them from changes meanwhile. */
export async function checkTables(pool: Pool): Promise<CheckReport> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { names, missing, unknown } = await compareMigrations(client);
    const problems = unknown.map(newerVersion);
    // The tables of other versions may lack what the rules name.
    if (missing.length === 0 && unknown.length === 0) {
      const count = async (query: string) => Number((await client.query<{ rows: string }>(query)).rows[0]?.rows ?? 0);
      problems.push(...(await inconsistencies(count)));
    }
    await client.query('commit');
    client.release();
    return { problems, version: names.at(-1), pendingChanges: missing };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
