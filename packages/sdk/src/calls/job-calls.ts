import type { JobDriver, JobOptions, JobPage, Resumption } from '../jobs/driver.js';
import { Job } from '../jobs/job.js';
import type { Connection } from './connection.js';
import type { CallOptions, NamedCallOptions } from './invoke.js';

/** The options of a job: of its calls, and of the wait. `totalTimeoutMs` is the deadline of the whole job. */
export interface JobCallOptions extends JobOptions, Omit<CallOptions, keyof JobOptions> {}

/** The calls of a job, which its resource supplies. */
export interface JobCalls<T, P extends JobPage<T>, R>
  extends Pick<JobDriver<T, P, R>, 'operation' | 'calledAs' | 'positionAt' | 'finish'> {
  /** Not called for a job that is resumed. */
  readonly start: (call: NamedCallOptions) => PromiseLike<{ readonly id: string }>;
  readonly poll: (id: string, position: string, call: NamedCallOptions) => Promise<P>;
  readonly cancel: (id: string, call: NamedCallOptions) => PromiseLike<unknown>;
}

/** Creates a job of the calls of its resource. */
export function runJob<T, P extends JobPage<T>, R>(
  { clock }: Connection,
  { start, poll, cancel, ...calls }: JobCalls<T, P, R>,
  given: JobCallOptions,
  resumption?: Resumption,
): Job<T, P, R> {
  const { calledAs } = calls;
  const options = { ...given, calledAs };
  // These options are for the start or for the whole job, and not for its other calls.
  const {
    extraBody: _,
    extraQuery: __,
    idempotencyKey: ___,
    signal: ____,
    totalTimeoutMs: _____,
    ...polling
  } = options;
  const driver: JobDriver<T, P, R> = {
    ...calls,
    start: async (limits) => (await start({ ...options, ...limits })).id,
    poll: (id, position, limits) => poll(id, position, { ...polling, ...limits }),
    cancel: async (id, limits) => cancel(id, { ...polling, ...limits }),
  };
  return new Job(driver, options, clock, resumption);
}

/**
 * The status of a job. A response with `success: false` and no status ends the wait: the next poll would bring no status
 * either.
 */
export function statusOf({ status, success }: { readonly status?: string; readonly success?: boolean }): string {
  if (typeof status === 'string') return status;
  return success === false ? 'failed' : '';
}
