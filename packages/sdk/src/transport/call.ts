/** Runs work until the call ends, even if the work ignores its signal. */
export type RunWithDeadline = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** The limits of one call; all of them optional. */
export interface CallLimits {
  /** Aborts the call, whatever it is doing. */
  readonly signal?: AbortSignal | undefined;
  /** The time for one attempt, from the request to the end of the response. Default: 90 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The time for all attempts and the waits between them. Default: 10 minutes. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a failed attempt is retried. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** The maximum size of a response in bytes, after it is decompressed. Default: 100,000,000. */
  readonly maxResponseBytes?: number | undefined;
  /** Options of the `fetch` of a platform, such as `next`, `cf`, `dispatcher` or `cache`. */
  readonly fetchOptions?: FetchOptions | undefined;
}

/** What a `fetch` takes besides the request itself. */
export interface FetchOptions extends Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> {
  readonly [option: string]: unknown;
}

/** How the result of a call is read from its response. */
export interface ResultRules {
  /** Whether an empty response is a success. */
  readonly emptyIsSuccess?: boolean | undefined;
  /** Whether `success: false` with status 200 is a result, and no error. */
  readonly failureIsResult?: boolean | undefined;
}

/** What the transport has to know about a call. It does not know the API itself. */
export interface Call extends CallLimits, ResultRules {
  /** The name of the operation, for errors and middleware. */
  readonly operation: string;
  /** The method that the caller called, for errors. */
  readonly sdkMethod?: string | undefined;
  /** Whether it is safe to repeat, by the contract. */
  readonly repeatSafe: boolean;
  /** Aborts an attempt in place of `signal`, for a call whose response is still needed after `signal` aborts. */
  readonly attemptSignal?: AbortSignal | undefined;
  /** The time that the request allows the server. An attempt may take at least that long. */
  readonly serverTimeoutMs?: number | undefined;
}
