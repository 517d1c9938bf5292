import type { JobPage, Resumption } from '../jobs/driver.js';
import { Job } from '../jobs/job.js';
import type { CallLimits } from '../transport/call.js';
import type { ApiCall } from './api-call.js';
import type { JobCallOptions, JobContext } from './document-job.js';
import type { CallOptions } from './invoke.js';
import { statusOf } from './job-status.js';

/** What a finished job gathered. */
export interface DataResult<T> {
  readonly id: string;
  readonly data: T;
  /** Credits that the job cost, where it is counted in credits. */
  readonly creditsUsed?: number | undefined;
  /** Tokens that the job cost, where it is counted in tokens. */
  readonly tokensUsed?: number | undefined;
}

/** A job whose result comes whole at its end: an agent or an extraction. */
export type DataJob<T> = Job<never, DataPage, DataResult<T>>;

interface DataPage extends JobPage<never> {
  readonly state: DataState;
}

/** The state of such a job, as it is on the wire. */
interface DataState {
  readonly success?: boolean;
  readonly status?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly creditsUsed?: number;
  readonly tokensUsed?: number;
}

/** The calls of such a job, supplied by its resource. */
export interface DataJobSource<T> {
  readonly operation: string;
  readonly start?: (call: CallOptions) => PromiseLike<string>;
  readonly get: (id: string, call: CallOptions) => ApiCall<DataState>;
  readonly cancel: (id: string, call: CallOptions) => PromiseLike<unknown>;
  /** The data in the shape that was asked for. */
  readonly shape: (data: unknown, state: DataState) => Promise<T>;
}

/** Runs a job whose result comes whole at its end: one that `start` begins, or one that exists already. */
export function runDataJob<T>(
  source: DataJobSource<T>,
  { onProgress, pollIntervalMs, cancelOnAbort, signal, totalTimeoutMs, ...call }: JobCallOptions,
  { clock }: JobContext,
  resumption?: Resumption,
): DataJob<T> {
  const { extraBody: _, idempotencyKey: __, ...polling } = call;
  return new Job(
    {
      operation: source.operation,
      start: async (limits: CallLimits) => (await source.start?.({ ...call, ...limits })) ?? '',
      firstPosition: (id: string) => `/${encodeURIComponent(id)}`,
      poll: (position: string, limits: CallLimits) =>
        source
          .get(decodeURIComponent(position.slice(1)), { ...polling, ...limits })
          .mapData((state): DataPage => ({ status: statusOf(state), items: [], error: state.error, state })),
      cancel: async (id: string, limits: CallLimits) => source.cancel(id, { ...polling, ...limits }),
      finish: async (id: string, _: never[], { state }: DataPage): Promise<DataResult<T>> => {
        const { creditsUsed, tokensUsed } = state;
        return { id, data: await source.shape(state.data, state), creditsUsed, tokensUsed };
      },
    },
    { onProgress, pollIntervalMs, cancelOnAbort, signal, totalTimeoutMs },
    clock,
    resumption,
  );
}
