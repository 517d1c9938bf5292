import type { Database } from './database.js';

/** The application id of a file that was copied from the data of a service: `copy` in ASCII. */
const COPY = 0x636f7079;

/** Marks a file as a copy, whose original goes on. */
export function markAsCopy(database: Pick<Database, 'execute'>): void {
  database.execute(`pragma application_id = ${COPY}`);
}

export function isMarkedAsCopy(database: Pick<Database, 'get'>): boolean {
  return database.get<{ application_id: number }>('pragma application_id')?.application_id === COPY;
}

export function removeCopyMark(database: Pick<Database, 'execute'>): void {
  database.execute('pragma application_id = 0');
}
