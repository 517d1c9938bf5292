import type { Redact } from '../errors/redact.js';

/** Runs work until the call ends, even if the work ignores its signal. */
export type Within = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** The limits of one call; all of them optional. */
export interface CallLimits {
  /** Ends the call, wherever it is. */
  readonly signal?: AbortSignal | undefined;
  /** Time for one attempt, its whole answer included; 90 seconds unless told otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Time for all attempts and the waits between them; 10 minutes unless told otherwise. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; 2 unless told otherwise. */
  readonly maxRetries?: number | undefined;
  /** How many bytes an answer may have, once it is unpacked; 100,000,000 unless told otherwise. */
  readonly maxResponseBytes?: number | undefined;
}

/** What the transport has to know about a call. It does not know the API itself. */
export interface Call extends CallLimits {
  /** The operation's name in the contract, for errors and middleware. */
  readonly operation: string;
  /** Whether sending it twice does no harm, by the contract. */
  readonly repeatSafe: boolean;
  /** Aborts an attempt in place of `signal`, for a call whose response is still needed after `signal` aborts. */
  readonly attemptSignal?: AbortSignal | undefined;
  /** The time that the request allows the server. An attempt may take at least that long. */
  readonly serverTimeoutMs?: number | undefined;
  /** The call has no result: an empty answer is a success. */
  readonly mayBeEmpty?: boolean | undefined;
  /** `success: false` with status 200 is a result of this call, not an error. */
  readonly mayFail?: boolean | undefined;
}

/** A successful response, read to its end. */
export interface Answer extends Pick<Call, 'operation' | 'repeatSafe'> {
  /** The JSON of the answer; undefined when it was empty and may be. */
  readonly data: unknown;
  /** For its status and headers; the body has been read. */
  readonly response: Response;
  readonly requestId: string | undefined;
  /** Takes the secrets of the request out of what the server sent, before it goes into an error. */
  readonly redact: Redact;
  /** Runs further work on the response within the deadline and the signal of the call. */
  readonly within: Within;
  /** How often the request was sent. */
  readonly attempts: number;
}
