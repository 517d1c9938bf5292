import type { JobDriver, JobOptions, JobPage, Resumption } from '../jobs/driver.js';
import { Job } from '../jobs/job.js';
import type { Connection } from './connection.js';
import type { CallOptions } from './invoke.js';

/** How to run a job: how to make each call of it, and how to wait. `totalTimeoutMs` is the deadline of all of it. */
export interface JobCallOptions extends JobOptions, Omit<CallOptions, keyof JobOptions> {}

/** What a job needs of its resource. */
export interface JobCalls<T, P extends JobPage<T>, R>
  extends Pick<JobDriver<T, P, R>, 'operation' | 'positionAt' | 'finish'> {
  /** Not called for a job that exists already. */
  readonly start: (call: CallOptions) => PromiseLike<{ readonly id: string }>;
  readonly poll: (id: string, position: string, call: CallOptions) => Promise<P>;
  readonly cancel: (id: string, call: CallOptions) => PromiseLike<unknown>;
}

/** Runs a job by the calls of its resource. */
export function runJob<T, P extends JobPage<T>, R>(
  { clock }: Connection,
  { start, poll, cancel, ...calls }: JobCalls<T, P, R>,
  given: JobCallOptions,
  resumption?: Resumption,
): Job<T, P, R> {
  const options = { ...given };
  // What only its start takes, or only the job as a whole, does not belong to its other calls.
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
 * The status of a job. An answer that has none but says `success: false` will not have one at the next poll either, so
 * it ends the wait.
 */
export function statusOf({ status, success }: { readonly status?: string; readonly success?: boolean }): string {
  if (typeof status === 'string') return status;
  return success === false ? 'failed' : '';
}
