import type { ValueSources } from '@trawl/client';
import type { SchemaInput } from '../formats/schema-input.js';
import { validate } from '../formats/validate.js';
import type { JobPage, Resumption } from '../jobs/driver.js';
import type { Job } from '../jobs/job.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { OperationName, ResponseBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import { type JobCallOptions, type JobReport, runJob, type StartReport, statusOf } from '../request/job-calls.js';
import { withoutUncounted } from '../request/response-fields.js';
import type { ReceivedResponse } from '../transport/received-response.js';
import { cancelJob, getJob, type JobKind, jobNames, startJob } from './job-operations.js';

/** The result of a job. */
export interface DataResult<T> extends JobReport, StartReport {
  readonly id: string;
  readonly data: T;
  /** The pages that say a value, by the path of the value such as `companies[0].name`, if the service names them. */
  readonly sources?: ValueSources | undefined;
  /** The cost of the job in credits, if it is counted in credits. */
  readonly creditsUsed?: number | undefined;
  /** The cost of the job in tokens, if it is counted in tokens. */
  readonly tokensUsed?: number | undefined;
}

/** A job whose result comes at its end: an agent or an extraction. */
export type DataJob<T> = Job<never, DataPage, DataResult<T>>;

interface DataPage extends JobPage<never> {
  readonly response: ReceivedResponse<DataState>;
}

/** The schema that gives the data of a resumed job its type. */
export interface DataResumeInput<S extends SchemaInput> {
  /** The schema of its start: of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
}

/** The state of such a job, as the service sends it. */
interface DataState {
  readonly success?: boolean;
  readonly status?: string;
  readonly data?: unknown;
  readonly sources?: ValueSources;
  readonly error?: string;
  readonly creditsUsed?: number;
  readonly tokensUsed?: number;
  readonly warning?: string | null;
}

interface WithSchema {
  readonly schema?: SchemaInput | null | undefined;
}

/** The calls of a kind of job whose result comes at its end, which their resources type by their own requests. */
export interface DataJobs<Start extends OperationName, Get extends OperationName> {
  start(request: object, call?: CallOptions): ApiCall<ResponseBody<Start> & { id: string }>;
  get(id: string, call?: CallOptions): ApiCall<ResponseBody<Get>>;
  resume(id: string, input?: WithSchema, call?: JobCallOptions): DataJob<never>;
}

export function dataJobs<Start extends OperationName, Get extends OperationName>(
  connection: Connection,
  kind: JobKind<Start, Get>,
): DataJobs<Start, Get> {
  return {
    start: (request, call) => startJob(connection, kind, request, call),
    get: (id, call) => getJob(connection, kind, { id }, call),
    resume: (id, input, call) =>
      dataJob(connection, kind, { request: { schema: input?.schema }, resumption: { id, input } }, call),
  };
}

/** A job whose data is validated at its end. It starts a new one unless there is one to resume. */
export function dataJob(
  connection: Connection,
  kind: JobKind<OperationName, OperationName>,
  { request, resumption }: { request: WithSchema; resumption?: Resumption },
  options?: JobCallOptions,
): DataJob<never> {
  return runJob<never, DataPage, DataResult<never>>(
    connection,
    {
      ...jobNames(kind, resumption !== undefined),
      resumeNames: { schema: 1 },
      start: (call) => startJob(connection, kind, request, call) as ApiCall<{ id: string }>,
      cancel: (id, call) => cancelJob(connection, kind, id, call),
      poll: ({ id }, call) =>
        (getJob(connection, kind, { id }, call) as ApiCall<DataState>).mapData((state, response) => ({
          ...response.redact({ status: statusOf(state), error: state.error, warning: state.warning }),
          items: [],
          response,
        })),
      finish: async ({ id, lastPage, report }) => {
        const { response } = lastPage;
        const { data, sources, creditsUsed, tokensUsed } = withoutUncounted(response.data);
        const subject = { name: 'The data', body: response.data };
        const validData = (await validate(data, request.schema, subject, response)) as never;
        return { id, data: validData, sources, creditsUsed, tokensUsed, ...report };
      },
    },
    options,
    resumption,
  );
}
