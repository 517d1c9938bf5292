import { randomUUID } from 'node:crypto';
import { DatabaseAway } from '../store/database-away.js';
import { StorageFull } from '../store/storage-full.js';
import type { Reply } from './call.js';
import { errorReply } from './reply.js';

/** Logs an unexpected error. The response has the same id. */
export type Report = (error: unknown, id: string) => void;

/** How long a database takes to start, or to be replaced by another. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The response after an unexpected error. It has an id, which the log has too. A full disk is reported to the client, with
 * a status that its operation may have, and so is a database that does not answer.
 */
export function unexpectedError(error: unknown, report: Report, statusWhenFull = 500): Reply {
  const id = randomUUID();
  report(error, id);
  if (error instanceof StorageFull && error.isOfDatabase) {
    return unavailable(
      `The disk of the database of this server is full, and nothing was stored. Try again later. Error ID: ${id}`,
    );
  }
  if (error instanceof StorageFull) {
    const sentence = `The disk of this server is full, and nothing was stored. Free some space on it, and try again. Error ID: ${id}`;
    return unknownError(sentence, statusWhenFull);
  }
  if (error instanceof DatabaseAway) {
    return unavailable(`The database of this server does not answer. Try again in a moment. Error ID: ${id}`);
  }
  const sentence = `An error occurred. Please check your logs for more details. Error ID: ${id}`;
  return unknownError(sentence, 500);
}

function unknownError(error: string, status: number, headers: Record<string, string> = {}): Reply {
  return errorReply({ status, headers, body: { code: 'UNKNOWN_ERROR', error } });
}

function unavailable(error: string): Reply {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return unknownError(error, 503, headers);
}
