import type { Middleware } from './middleware.js';

/** The log entry of one attempt. It has no body, no query, and only harmless headers. */
export interface LogEntry {
  /** The operation's name in the contract, such as `searchWeb`. */
  readonly operation: string;
  /** The number of the attempt, counted from 1 for each call. */
  readonly attempt: number;
  readonly method: string;
  /** The path of the URL, without host and query. */
  readonly path: string;
  /** Milliseconds until the headers of the response came. */
  readonly durationMs: number;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** Headers of the response: type, length, date, retry-after and request id. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The error, if there was no response. */
  readonly error?: string;
}

const LOGGED_HEADERS = /^(content-(type|length)|date|retry-after.*|x-request-id)$/;

/**
 * A middleware that writes an entry for each attempt. Without it nothing is logged.
 *
 * @example
 * new Trawl({ middleware: [logging(console.debug)] });
 */
export function logging(write: (entry: LogEntry) => void): Middleware {
  return async (request, next, { redact, ...context }) => {
    const startedAt = performance.now();
    const line = (outcome: Partial<LogEntry>): void => {
      const { method, url } = request;
      try {
        write({
          ...context,
          method,
          path: new URL(url).pathname,
          durationMs: Math.round(performance.now() - startedAt),
          ...redact(outcome),
        });
      } catch {
        // You have paid for the response: a log that fails must not lose it.
      }
    };
    try {
      const response = await next(request);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => LOGGED_HEADERS.test(name)));
      line({ status: response.status, headers });
      return response;
    } catch (error) {
      line({ error: String(error) });
      throw error;
    }
  };
}
