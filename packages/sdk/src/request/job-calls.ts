import type { JobDriver, JobOptions, JobPage, Resumption } from '../jobs/driver.js';
import { Job } from '../jobs/job.js';
import type { Connection } from './connection.js';
import { CALL_OPTIONS, type CallOptions, type NamedCallOptions } from './invoke.js';
import { checkOptions } from './options.js';

/** The options of a job: of its calls, and of the wait. `totalTimeoutMs` is the deadline of the whole job. */
export interface JobCallOptions extends JobOptions, Omit<CallOptions, keyof JobOptions> {}

/** The items and the last page of a job that has ended. */
export interface FinishedJob<T, P> {
  readonly id: string;
  readonly items: T[];
  readonly lastPage: P;
  /** The fields that every result has besides its own. */
  readonly report: JobReport & StartReport;
}

/** The calls of a job, which its resource supplies. */
export interface JobCalls<T, P extends JobPage<T>, R>
  extends Pick<JobDriver<T, P, R>, 'operation' | 'sdkMethod' | 'positionAt'> {
  /** The fields of the second argument of a job that is resumed. */
  readonly resumeNames: Readonly<Record<string, 1>>;
  /** It is not called for a job that is resumed. */
  readonly start: (call: NamedCallOptions) => PromiseLike<Started>;
  readonly poll: (place: { readonly id: string; readonly position: string }, call: NamedCallOptions) => Promise<P>;
  readonly cancel: (id: string, call: NamedCallOptions) => PromiseLike<unknown>;
  readonly finish: (job: FinishedJob<T, P>, call: NamedCallOptions) => R | Promise<R>;
}

/** The fields that the result of every kind of job has beside its data. */
export interface JobReport {
  /** The URLs that the start left out because they are not valid; `undefined` where it does not list them, and for a resumed job. */
  readonly invalidURLs?: readonly string[] | undefined;
  /**
   * A message of the service, for example why the job brought nothing. It also says when the service has sent fewer documents
   * than it counts, and lists no errors in their place.
   */
  readonly warning?: string | undefined;
  /**
   * The number of pages that could not be read, with those that robots.txt forbids; `errors(id)` lists them. `undefined`
   * when the service did not list them within 90 seconds, and for agents and extractions, which have no such list.
   */
  readonly errorCount?: number | undefined;
}

/** The messages of the service about the start of a job. */
export interface StartReport {
  /** Messages of the service about the start, such as that the operation is deprecated. */
  readonly warnings?: readonly string[] | undefined;
  /** The operation to use instead, such as `/v2/scrape`. */
  readonly replacement?: string | undefined;
}

/** The response to the start of a job. */
interface Started extends StartReport {
  readonly id: string;
  readonly invalidURLs?: readonly string[] | null;
  readonly warning?: string | null;
}

/** Creates a job that makes the calls of its resource. */
export function runJob<T, P extends JobPage<T>, R>(
  { clock }: Connection,
  calls: JobCalls<T, P, R>,
  options: JobCallOptions | undefined,
  resumption?: Resumption,
): Job<T, P, R> {
  const { operation, sdkMethod, positionAt } = calls;
  const { pollIntervalMs, onProgress, cancelOnAbort, ...callOptions } = { ...options };
  // The other options are for the start or for the whole job, and not for its other calls.
  const pollOptions: NamedCallOptions = {
    sdkMethod,
    headers: options?.headers,
    timeoutMs: options?.timeoutMs,
    maxRetries: options?.maxRetries,
    maxResponseBytes: options?.maxResponseBytes,
    fetchOptions: options?.fetchOptions,
  };
  let job: Started | undefined;
  const driver: JobDriver<T, P, R> = {
    operation,
    sdkMethod,
    positionAt: (id, cursor) => {
      // A job that is resumed makes no call that would check them.
      checkOptions(callOptions, CALL_OPTIONS, `the call ${sdkMethod}`);
      checkOptions<object>({ ...resumption?.input }, calls.resumeNames, `the second argument of ${sdkMethod}`);
      return positionAt?.(id, cursor) ?? '';
    },
    start: async (limits) => {
      job = await calls.start({ ...callOptions, sdkMethod, ...limits });
      return job.id;
    },
    poll: (id, position, limits) => calls.poll({ id, position }, { ...pollOptions, ...limits }),
    cancel: async (id, limits) => calls.cancel(id, { ...pollOptions, ...limits }),
    finish: (id, items, lastPage, limits) => {
      const report = {
        invalidURLs: job?.invalidURLs ?? undefined,
        warning: [job?.warning, lastPage.warning].filter(Boolean).join(' ') || undefined,
        warnings: job?.warnings,
        replacement: job?.replacement,
      };
      return calls.finish({ id, items, lastPage, report }, { ...pollOptions, ...limits });
    },
  };
  return new Job(driver, { ...options }, clock, resumption);
}

/**
 * The status of a job. A response with `success: false` and no status ends the wait: the next poll would bring no status
 * either.
 */
export function statusOf({ status, success }: { readonly status?: string; readonly success?: boolean }): string {
  if (typeof status === 'string') return status;
  return success === false ? 'failed' : '';
}
