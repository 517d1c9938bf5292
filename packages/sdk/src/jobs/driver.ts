import type { OnResponse } from '../async/api-response.js';
import type { NamedCall } from '../errors/sentence.js';
import type { Call, CallLimits } from '../transport/call.js';

/** The result of one poll of a job. */
export interface JobPage<T> {
  /** `completed`, `failed` and `cancelled` are final. With any other status the job goes on. */
  readonly status: string;
  /** The items from the polled position on. */
  readonly items: readonly T[];
  /** The position of the `next` link, if there is one. */
  readonly next?: string | undefined;
  readonly completed?: number | undefined;
  readonly total?: number | undefined;
  /** Why the job failed, as the server said it, without a secret. */
  readonly error?: unknown;
  /** A message of the service about the job. */
  readonly warning?: string | null | undefined;
}

/** The calls of a job, which a resource supplies. The code in this folder does not know the API. */
export interface JobDriver<T, P extends JobPage<T>, R> extends NamedCall {
  /** Starts the job, and returns its id. */
  readonly start: (limits: CallLimits & Pick<Call, 'attemptSignal'>) => Promise<string>;
  /**
   * The position of a cursor, or of the first page; see `pagination/position.ts`. Missing for a job without pages.
   */
  readonly positionAt?: ((id: string, cursor?: string) => string) | undefined;
  readonly poll: (id: string, position: string, call: CallLimits & { readonly onResponse: OnResponse }) => Promise<P>;
  readonly cancel: (id: string, limits: CallLimits) => Promise<unknown>;
  /** Makes the result of the job from all of its items and its last page. */
  readonly finish: (id: string, items: T[], lastPage: P, limits: CallLimits) => R | Promise<R>;
}

/** The progress of a job, by the counts of the service. */
export interface JobProgress {
  /** The number of pages that have been read; 0 until the service counts them. */
  readonly completed: number;
  /** The number of pages that are known so far. A crawl finds more as it goes on. */
  readonly total: number;
}

/** The options of a job. */
export interface JobOptions {
  /** Ends the wait. The job goes on at the service unless you set `cancelOnAbort`. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of the whole job, from its start to its last document. Default: 24 hours. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * A fixed pause between polls. Default: half a second at first, 2 seconds while something new comes, and up to 30 while
   * nothing does.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Called when a poll shows a change. What it throws is ignored. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Cancels the job at the service when `signal` aborts. Default: the job goes on. */
  readonly cancelOnAbort?: boolean | undefined;
}

/** A job that exists, and where to resume it. */
export interface Resumption {
  /** The id of the job. */
  readonly id: string;
  /** Where to resume. Default: at the beginning. */
  readonly cursor?: string | undefined;
  /** What the caller gave, to be checked. */
  readonly input?: object | undefined;
}
