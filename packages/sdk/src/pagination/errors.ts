import { AbortedError, PaginationError } from '../errors/errors.js';
import { type ErrorFields, TrawlError } from '../errors/trawl-error.js';

/** The error for a signal that aborts between two items, when no request is pending. */
export function abortedError(signal: AbortSignal, what: string, fields: ErrorFields): AbortedError {
  return new AbortedError(`${what} was aborted by its signal.`, { ...fields, cause: signal.reason });
}

/** The error for a listing or a job that was interrupted, with what you need to resume it. */
export function interruptedError(error: unknown, what: string, count: number, fields: ErrorFields): unknown {
  if (!(error instanceof TrawlError)) return error;
  const [Kind, cause] = error instanceof AbortedError ? [AbortedError, error.cause] : [PaginationError, error];
  const onward = fields.cursor ? 'from error.cursor' : 'with error.jobId';
  const message = `${what} broke off after ${count} items: ${error.message} Go on ${onward}.`;
  return new Kind(message, { ...error, headers: error.headers, ...fields, cause });
}
