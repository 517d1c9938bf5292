import { DatabaseAway } from '../database-away.js';
import { StorageFull } from '../storage-full.js';
import { storagePlace } from '../storage-place.js';
import { TransactionConflict } from '../transaction-conflict.js';

/** Two transactions waited for each other, or read what the other changed. */
const CONFLICTS = ['40001', '40P01'];

const DISK_FULL = '53100';

const LOCK_TIMEOUT = '55P03';

/**
 * States in which a server of PostgreSQL answers, and serves nobody: connection exceptions (08), too little memory or too
 * many connections (53), an end or a start of the server (57P), a transaction that waited too long for its process (25P03), a
 * server that only reads (25006), and a password that was changed (28). Also the end of a statement that took too long, that
 * waited too long for a lock (55P03), or that an administrator has ended (57014): it is no fault of what was to be stored.
 */
const AWAY = /^(?:08|53|57P|57014|55P03|25P03|25006|28)/;

/** What `pg` says, without a code, when a connection ends or does not answer. */
const CONNECTION_LOST = /connection|timeout|not queryable/i;

/** What it means to a caller of the stores that no connection could be had. */
export function connectError(error: unknown): DatabaseAway {
  return new DatabaseAway(reasonOf(error as Error), error);
}

/** What the error of a statement means to a caller of the stores. */
export function statementError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const state = sqlState(error);
  if (state === undefined) return isConnectionLost(error) ? connectError(error) : error;
  if (CONFLICTS.includes(state)) return new TransactionConflict(error.message, { cause: error });
  if (state === DISK_FULL) return new StorageFull(undefined, error);
  return AWAY.test(state) ? connectError(error) : error;
}

/** Whether a statement of the stores failed because it had waited as long for a lock as it may. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseAway && sqlState(error.cause as Error) === LOCK_TIMEOUT;
}

/** Whether PostgreSQL, or a pooler in its place, has sent the error. */
export function isAnswer(error: Error): boolean {
  return sqlState(error) !== undefined;
}

/** The code of an error that PostgreSQL sent. */
function sqlState(error: Error): string | undefined {
  const { code, severity } = error as Error & { code?: string; severity?: string };
  return severity === undefined ? undefined : code;
}

function isConnectionLost(error: Error): boolean {
  return 'syscall' in error || CONNECTION_LOST.test(error.message);
}

/** The reason without the name of the user, which PostgreSQL says when it refuses one. */
function reasonOf(error: Error): string {
  if (sqlState(error)?.startsWith('28')) return 'it refuses the user or the password';
  // Node.js tried several addresses, and the error of all says nothing.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return (first ?? error).message;
}

/** The error of a database that cannot be used at all. */
export function cannotOpen(url: string, cause: unknown): Error {
  const place = storagePlace({ storage: undefined, database: url });
  return new Error(`The database cannot be opened (${place}): ${reasonOf(cause as Error)}`, { cause });
}
