import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import type { Database } from './database.js';

/** The application id of a file that was copied from the data of a service: `copy` in ASCII. */
const COPY = 0x636f7079;

/** That of a file which no service has used yet. */
const UNUSED = 0;

/** Marks a file as a copy, whose original goes on. */
export function markAsCopy(database: Pick<Database, 'execute'>): void {
  setId(database, COPY);
}

export function isMarkedAsCopy(database: Pick<Database, 'get'>): boolean {
  return idOf(database) === COPY;
}

export function removeCopyMark(database: Pick<Database, 'execute'>): void {
  setId(database, UNUSED);
}

/**
 * Whether a service has used the data in another file, of which this one is a copy. A file that only was moved, or has been
 * restored where it was, is none. A file that no service has used is in use here from now on.
 */
export function isCopyOfOther(database: Pick<Database, 'get' | 'execute'>, file: string): boolean {
  const id = idOf(database);
  if (id === COPY) return true;
  const here = placeOf(file);
  const isElsewhere = id >>> 16 !== here >>> 16 && (id & 0xffff) !== (here & 0xffff);
  if (id !== UNUSED && isElsewhere) return true;
  if (id !== here) setId(database, here);
  return false;
}

/** Notes that the data is in use in this file. */
export function noteUse(database: Pick<Database, 'execute'>, file: string): void {
  setId(database, placeOf(file));
}

/** The application id of a file in use: 16 bits for where it is, and 16 for which file it is. */
function placeOf(file: string): number {
  const digest = (text: string) => createHash('sha256').update(text).digest().readUInt16BE();
  const { ino } = statSync(file, { bigint: true });
  return (digest(realpathSync(file)) << 16) | digest(String(ino));
}

const idOf = (database: Pick<Database, 'get'>) =>
  database.get<{ application_id: number }>('pragma application_id')?.application_id ?? UNUSED;

function setId(database: Pick<Database, 'execute'>, id: number): void {
  database.execute(`pragma application_id = ${id}`);
}
