import type { StoreOptions } from './store-context.js';

/** A storage file and a database of PostgreSQL, of which one gets all data of the other. */
export interface Move {
  readonly file: string;
  /** The URL of the database. */
  readonly database: string;
  readonly to: 'file' | 'database';
}

/** A copy takes one connection, and its checks another. */
const MAX_CONNECTIONS = 2;

/**
 * Copies everything to an empty database, or to a new file: all of it, or nothing.
 *
 * @throws OptionError when the database is in use or not empty, or the file exists, and FileInUse when a server has it open.
 */
export async function moveStorage({ file, database, to }: Move, options: StoreOptions): Promise<void> {
  // Loaded on demand: most servers need no PostgreSQL.
  const { moveToDatabase, moveToFile } = await import('./postgres/move.js');
  const poolOptions = { url: database, maxConnections: MAX_CONNECTIONS };
  if (to === 'database') await moveToDatabase(file, poolOptions, options);
  else await moveToFile(poolOptions, file, options);
}
