/**
 * What the routes at `/_local` say about the server. The page in the browser is typed by these, so this file imports
 * nothing. Times are ISO 8601.
 */

/** One request and its result, for a list. URLs are redacted. */
export interface RequestView {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The `operationId`; undefined for a path that is none of the API. */
  readonly operation?: string;
  readonly team?: string;
  /** The URL or query that it was about. */
  readonly asked?: string;
  /** Undefined when no response was sent. */
  readonly status?: number;
  readonly durationMs: number;
  /** Bytes of the response. */
  readonly bytes?: number;
  /** What came back, such as `3 formats`. */
  readonly result?: string;
  /** What failed although the status is 200, in a sentence. */
  readonly failed?: string;
  /** Why it was refused, in a sentence. */
  readonly refused?: string;
  /** The refusal as it was sent. */
  readonly refusal?: object;
  /** The fault that was applied to it. */
  readonly fault?: string;
}

/** One request in full, without its secrets. */
export interface ExchangeView extends RequestView {
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON body of the request. */
  readonly request?: unknown;
  /** The JSON body of the response, or its text. */
  readonly response?: unknown;
  /** Why there are no bodies, in a sentence. */
  readonly omitted?: string;
}
