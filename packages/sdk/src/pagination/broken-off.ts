import { AbortedError, PaginationError } from '../errors/errors.js';
import { type ErrorFacts, TrawlError } from '../errors/trawl-error.js';

/** The error for a walk that its signal ends between two items, where there is no request to be aborted. */
export function abortedBetween(signal: AbortSignal, what: string, progress: ErrorFacts): AbortedError {
  return new AbortedError(`${what} was aborted by its signal.`, { ...progress, cause: signal.reason });
}

/** The error for a walk that broke off: what went wrong, and all that is needed to go on. */
export function brokenOff(error: unknown, what: string, count: number, progress: ErrorFacts): unknown {
  if (!(error instanceof TrawlError)) return error;
  const [Kind, cause] = error instanceof AbortedError ? [AbortedError, error.cause] : [PaginationError, error];
  const onward = progress.cursor ? 'from error.cursor' : 'with error.jobId';
  const message = `${what} broke off after ${count} items: ${error.message} Go on ${onward}.`;
  return new Kind(message, { ...error, headers: error.headers, ...progress, cause });
}
