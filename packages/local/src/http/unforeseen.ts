import { randomUUID } from 'node:crypto';
import { DroppedConnection, type Layer } from './layer.js';
import { Refusal } from './refusal.js';
import { refuse } from './reply.js';

/** Told of errors that nobody foresaw; the id stands in the answer. */
export type Report = (error: unknown, id: string) => void;

/** The answer to a request that met an error which nobody foresaw: an id, which the log has as well. */
export function unforeseen(error: unknown, report: Report): Response {
  const id = randomUUID();
  report(error, id);
  const sentence = `An error occurred. Please check your logs for more details. Error ID: ${id}`;
  return refuse(new Refusal(500, { code: 'UNKNOWN_ERROR', error: sentence }));
}

/** Nothing that goes wrong here ends the process. */
export function lastResort(report: Report): Layer {
  return async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      // Of a client that has gone, there is nothing to report and nobody to answer.
      if (error instanceof DroppedConnection || request.signal.aborted) throw error;
      return unforeseen(error, report);
    }
  };
}
