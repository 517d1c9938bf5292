import { randomUUID } from 'node:crypto';
import { Refusal } from '../contract/refusal.js';
import { StorageFull } from '../store/storage-full.js';
import { DroppedConnection, type Middleware } from './middleware.js';
import { refuse } from './reply.js';

/** Told of errors that nobody foresaw; the id stands in the answer. */
export type Report = (error: unknown, id: string) => void;

/**
 * The answer to a request that met an error which nobody foresaw: an id, which the log has as well. That there is no room
 * for what was to be stored is also said to the client, under a status that its operation may have.
 */
export function unexpectedError(error: unknown, report: Report, statusWhenFull = 500): Response {
  const id = randomUUID();
  report(error, id);
  if (error instanceof StorageFull) {
    const sentence = `The disk of this server is full, and nothing was stored. Free some space on it, and try again. Error ID: ${id}`;
    return refuse(new Refusal(statusWhenFull, { code: 'UNKNOWN_ERROR', error: sentence }));
  }
  const sentence = `An error occurred. Please check your logs for more details. Error ID: ${id}`;
  return refuse(new Refusal(500, { code: 'UNKNOWN_ERROR', error: sentence }));
}

/** Nothing that goes wrong here ends the process. Answers of the API have been made before; the others have no contract. */
export function errorBoundary(report: Report): Middleware {
  return async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      // Of a client that has gone, there is nothing to report and nobody to answer.
      if (error instanceof DroppedConnection || request.signal.aborted) throw error;
      return unexpectedError(error, report, 507);
    }
  };
}
