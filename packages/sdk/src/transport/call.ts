import type { Redact } from '../errors/redact.js';

/** Runs work that ends with the call, whether it heeds the signal it is given or not. */
export type Within = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** How a caller wants one call made; all of it optional. */
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

/** What a resource tells the transport about a call: the transport itself does not know the API. */
export interface Call extends CallLimits {
  /** The operation's name in the contract, for errors and middleware. */
  readonly operation: string;
  /** Whether sending it twice does no harm, by the contract. */
  readonly repeatSafe: boolean;
  /** What ends an attempt, where it is not to be `signal`: the answer may be worth waiting for. */
  readonly attemptSignal?: AbortSignal | undefined;
  /** Time that the request allows the server; an attempt is never cut shorter than that. */
  readonly serverTimeoutMs?: number | undefined;
  /** The call has no result: an empty answer is a success. */
  readonly mayBeEmpty?: boolean | undefined;
  /** `success: false` with status 200 is a result of this call, not an error. */
  readonly mayFail?: boolean | undefined;
}

/** A successful answer, read to its end. */
export interface Answer extends Pick<Call, 'operation' | 'repeatSafe'> {
  /** The JSON of the answer; undefined when it was empty and may be. */
  readonly data: unknown;
  /** For its status and headers; the body has been read. */
  readonly response: Response;
  readonly requestId: string | undefined;
  /** Takes the secrets of the request out of anything that the answer says, before it gets into an error. */
  readonly redact: Redact;
  /** Ends what is still to be done about the answer with the call: when its time is up, or its signal aborts. */
  readonly within: Within;
  /** How often the request was sent. */
  readonly attempts: number;
}
