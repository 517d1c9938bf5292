/** What an error knows besides its sentence. */
export type ErrorFields = {
  -readonly [Fact in Exclude<keyof TrawlError, keyof Error | 'toJSON'> | 'cause']?: TrawlError[Fact] | undefined;
};

/** Not printed with the error: it is too long, or, as a cause always is, printed anyway. */
const UNPRINTED = /^(cause|headers|received)$/;

/**
 * Every error that this SDK throws is one of these; `instanceof` its subclasses to tell them apart.
 * No secret stands in any of them, not even one that the server repeated in its answer.
 */
export class TrawlError extends Error {
  // A getter survives minification and, unlike a field, is not printed a second time.
  /** The name of its class. */
  override get name(): string {
    return 'TrawlError';
  }

  /** HTTP status of the last answer. */
  declare readonly status?: number;
  /** The server's own code for the failure, such as `SCRAPE_TIMEOUT`. */
  declare readonly code?: string;
  /** What else the server said; for a refused request, which fields are wrong. */
  declare readonly details?: unknown;
  /** `x-request-id` of the last answer; support will ask for it. */
  declare readonly requestId?: string;
  /** Headers of the last answer. */
  declare readonly headers?: Headers;
  /** The operation of the contract that failed, such as `searchWeb`. */
  declare readonly operation?: string;
  /** How often the request was sent. */
  declare readonly attempts?: number;
  /** How long the server asked to wait before the next try, in milliseconds. */
  declare readonly retryAfterMs?: number;
  /** The same call may succeed later: the network, a timeout or the server's state was to blame, not the request. */
  declare readonly retryable?: boolean;
  /** The call changes something and may have been carried out although no answer arrived: look before you repeat it. */
  declare readonly possiblyStarted?: boolean;
  /** What had arrived before a listing or a job failed. Empty when it was streamed: the caller has it already. */
  declare readonly received?: readonly unknown[];
  /** Where to go on after a listing or a job failed. */
  declare readonly cursor?: string;
  /** The job that failed, or that goes on without us. */
  declare readonly jobId?: string;

  constructor(message: string, fields: ErrorFields = {}) {
    super(message);
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      Object.defineProperty(this, name, { value, enumerable: !UNPRINTED.test(name), writable: true });
    }
  }

  /** What `JSON.stringify` writes: enough for a log, without the headers and what was received. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}
