import type { Call, CallLimits } from '../transport/call.js';

/** What one poll of a job brings. */
export interface JobPage<T> {
  /** `completed`, `failed` and `cancelled` end a job; any other word means that it goes on. */
  readonly status: string;
  /** What stands from the polled position on. */
  readonly items: readonly T[];
  /** The position of the `next` link, if there is one. */
  readonly next?: string | undefined;
  readonly completed?: number | undefined;
  readonly total?: number | undefined;
  /** Why it failed, in the server's words, without a secret. */
  readonly error?: unknown;
}

/** What a resource supplies so that the engine can run its jobs: the engine does not know the API. */
export interface JobDriver<T, P extends JobPage<T>, R> {
  /** The operation's name in the contract, for errors. */
  readonly operation: string;
  /** Starts the job; returns its id. */
  readonly start: (limits: CallLimits & Pick<Call, 'attemptSignal'>) => Promise<string>;
  /**
   * Where a cursor of the caller's leads, or where the job's first page stands; see `pagination/position.ts`. Missing
   * where a job has no pages.
   */
  readonly positionAt?: (id: string, cursor?: string) => string;
  readonly poll: (id: string, position: string, limits: CallLimits) => Promise<P>;
  readonly cancel: (id: string, limits: CallLimits) => Promise<unknown>;
  /** What awaiting the job gives: everything that it brought, and its last page. */
  readonly finish: (id: string, items: T[], last: P) => R | Promise<R>;
}

/** How far a job has come, by the counts of the service. */
export interface JobProgress {
  /** Pages that have been read; 0 as long as the service does not count them. */
  readonly completed: number;
  /** Pages that are known so far; a crawl finds more of them as it goes on. */
  readonly total: number;
}

/** How a caller wants a job run. */
export interface JobOptions {
  /** Ends the wait. The job goes on at the service, unless `cancelOnAbort` says otherwise. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of the whole job, from its start to its last document; 24 hours unless told otherwise. */
  readonly totalTimeoutMs?: number | undefined;
  /** A fixed pause between polls, instead of one that grows from 2 to 30 seconds. */
  readonly pollIntervalMs?: number | undefined;
  /** Told whenever a poll shows a change. What it throws is ignored. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Cancels the job on the server when `signal` aborts before it is over. Otherwise it goes on there. */
  readonly cancelOnAbort?: boolean | undefined;
}

/** A job that exists already, and where in it to go on. */
export interface Resumption {
  /** The id of the job. */
  readonly id: string;
  /** Where to go on; at the beginning unless told otherwise. */
  readonly cursor?: string | undefined;
}
