import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { CallOptions } from '../calls/invoke.js';
import { type JobCallOptions, type JobCalls, type JobReport, runJob, statusOf } from '../calls/job-calls.js';
import type { Received } from '../calls/received.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { validate } from '../formats/validate.js';
import type { JobPage, Resumption } from '../jobs/driver.js';
import type { Job } from '../jobs/job.js';

/** The result of a job. */
export interface DataResult<T> extends JobReport {
  readonly id: string;
  readonly data: T;
  /** The cost of the job in credits, if it is counted in credits. */
  readonly creditsUsed?: number | undefined;
  /** The cost of the job in tokens, if it is counted in tokens. */
  readonly tokensUsed?: number | undefined;
}

/** A job whose result comes at its end: an agent or an extraction. */
export type DataJob<T> = Job<never, DataPage, DataResult<T>>;

interface DataPage extends JobPage<never> {
  readonly received: Received<DataState>;
}

/** What gives the data of a resumed job its type. */
export interface DataResumeInput<S extends SchemaInput> {
  /** The schema of its start: of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
}

/** The state of such a job, as the service sends it. */
interface DataState {
  readonly success?: boolean;
  readonly status?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly creditsUsed?: number;
  readonly tokensUsed?: number;
  readonly warning?: string | null;
}

/** The calls of such a job, supplied by its resource. */
interface DataCalls extends Pick<JobCalls<never, DataPage, unknown>, 'operation' | 'calledAs' | 'start' | 'cancel'> {
  readonly get: (id: string, call: CallOptions) => ApiCall<DataState>;
}

/** Runs a job whose result comes at its end, and validates the result with its schema. */
export function runDataJob<S extends SchemaInput>(
  connection: Connection,
  { get, ...calls }: DataCalls,
  schema: S | undefined,
  options: JobCallOptions,
  resumption?: Resumption,
): DataJob<OutputOf<S>> {
  return runJob<never, DataPage, DataResult<OutputOf<S>>>(
    connection,
    {
      ...calls,
      poll: (id, _, call) =>
        get(id, call).mapData((state, received) => ({
          ...received.redact({ status: statusOf(state), error: state.error, warning: state.warning }),
          items: [],
          received,
        })),
      finish: async (id, _, { received }, report) => {
        const { data, creditsUsed, tokensUsed } = received.data;
        const checked = await validate(data, schema, { name: 'The data', received: received.data }, received);
        return { id, data: checked as OutputOf<S>, creditsUsed, tokensUsed, ...report };
      },
    },
    options,
    resumption,
  );
}
