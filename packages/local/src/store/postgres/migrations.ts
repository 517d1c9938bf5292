import type { Pool } from 'pg';
import { TABLES } from './migrations/0001-tables.js';
import { NODES } from './migrations/0002-nodes.js';

/** A change of the tables. It is never edited after a release: databases that had it do not get it again. */
interface Migration {
  readonly name: string;
  readonly sql: string;
}

const MIGRATIONS: readonly Migration[] = [
  { name: '0001-tables', sql: TABLES },
  { name: '0002-nodes', sql: NODES },
];

/** The table of the names of the migrations that the database had. */
const MIGRATIONS_TABLE = 'trawl_migrations';

/** Any number that no other program uses: nodes that start at once make the changes one after the other. */
const LOCK = 7_238_114_902;

/**
 * Makes those changes of the tables, in their order, that the database has not had. All of them are stored, or none.
 *
 * @throws Error for a database with a change that this version does not know.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // It ends with the transaction: behind a pooler, no lock may outlive one.
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    await client.query(`create table if not exists ${MIGRATIONS_TABLE} (name text primary key)`);
    const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
    const names = new Set(rows.map(({ name }) => name));
    for (const { name, sql } of MIGRATIONS) {
      if (names.delete(name)) continue;
      await client.query(sql);
      await client.query(`insert into ${MIGRATIONS_TABLE} values ($1)`, [name]);
    }
    const [unknownName] = names;
    if (unknownName !== undefined) {
      throw new Error(`it was written by a newer version of this server, which knows ${unknownName}.`);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    // A connection that is closed rolls back what it had begun.
    client.release(true);
    throw error;
  }
}
