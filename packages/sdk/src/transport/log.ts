import type { Middleware } from './middleware.js';

/** One attempt, as it stands in the log. Neither bodies nor queries do, and of the headers only harmless ones. */
export interface LogEntry {
  /** The operation's name in the contract, such as `searchWeb`. */
  readonly operation: string;
  /** Counted from 1 for each call. */
  readonly attempt: number;
  readonly method: string;
  /** Of the URL, without host and query. */
  readonly path: string;
  /** Until the headers of the response, in milliseconds. */
  readonly durationMs: number;
  /** Of the response, if there was one. */
  readonly status?: number;
  /** Of the response: its type, length and date, what it says about retries, and its request id. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong instead. */
  readonly error?: string;
}

const HARMLESS = /^(content-(type|length)|date|retry-after.*|x-request-id)$/;

/**
 * A middleware that writes a line for each attempt. Nothing is logged without it.
 *
 * @example
 * new Trawl({ middleware: [logging(console.debug)] });
 */
export function logging(write: (entry: LogEntry) => void): Middleware {
  return async (request, next, { redact, ...context }) => {
    const startedAt = Date.now();
    const line = (outcome: Partial<LogEntry>): void => {
      const { method, url } = request;
      try {
        write({
          ...context,
          method,
          path: new URL(url).pathname,
          durationMs: Date.now() - startedAt,
          ...redact(outcome),
        });
      } catch {
        // A log that fails must not cost the caller an answer that may have been paid for.
      }
    };
    try {
      const response = await next(request);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => HARMLESS.test(name)));
      line({ status: response.status, headers });
      return response;
    } catch (error) {
      line({ error: String(error) });
      throw error;
    }
  };
}
