import type { Database } from './database.js';

/** Resolves to the reason why the database does not answer; undefined when it does. */
export async function databaseProblem(database: Database): Promise<string | undefined> {
  try {
    database.get('select 1');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
