import { sql } from 'kysely';
import { DataInUse } from '../data-in-use.js';
import { inTransaction, type StoreContext } from '../store-context.js';
import { isLockTimeout } from './errors.js';
import { PostgresNodes } from './node-store.js';
import { EMPTIED_TABLES } from './stored-tables.js';

/**
 * How long to wait for a transaction that uses a table. All that is asked for later waits meanwhile. It is longer than the second
 * after which PostgreSQL looks whether two wait for each other, and ends its own work on the table.
 */
const LOCK_TIMEOUT_MS = 2000;

const CLEARED_TABLES = EMPTIED_TABLES.filter((table) => table !== 'api_keys');

/**
 * Deletes everything but the keys, and removes all nodes: each stops what it does, and enters the service again.
 *
 * @throws DataInUse when another transaction uses a table for longer: then nothing is deleted.
 */
export function clear(context: StoreContext): Promise<void> {
  return inTransaction(context, async (transaction) => {
    try {
      await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(transaction.db);
      await sql.raw(`truncate ${CLEARED_TABLES.join(', ')}`).execute(transaction.db);
      await removeNodes(new PostgresNodes(transaction));
    } catch (error) {
      throw isLockTimeout(error) ? new DataInUse(error) : error;
    }
  });
}

async function removeNodes(nodes: PostgresNodes): Promise<void> {
  for (const { id } of await nodes.list()) await nodes.remove(id);
}
