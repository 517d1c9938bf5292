import type { AgentJob, AgentStarted } from '@trawl/client';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { cancelAgent, getAgent, startAgent } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import type { JobCallOptions } from '../request/job-calls.js';
import { type DataJob, type DataResumeInput, dataJob, dataJobs } from './data-jobs.js';
import { cancelJob } from './job-operations.js';

/** What an agent is asked, with a schema whose type its data then has. */
export type AgentInput<S extends SchemaInput = SchemaInput> = Omit<RequestBody<'startAgent'>, 'schema'> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | null | undefined;
};

/** Agents by their ids. `trawl.agent()` starts one and waits for its data. */
export interface Agents {
  /**
   * Starts an agent and does not wait for it: keep its `id` for `resume()`. Not retried when it may have been carried
   * out. Operation `startAgent`.
   *
   * @throws ConfigurationError when `schema` cannot be written as JSON Schema. Nothing is sent then.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   */
  start(request: AgentInput, call?: CallOptions): ApiCall<AgentStarted & { id: string }>;

  /**
   * The state of an agent, with its data once it is there. Operation `getAgent`.
   *
   * @throws NotFoundError when there is no such agent, or no longer.
   */
  get(jobId: string, call?: CallOptions): ApiCall<AgentJob>;

  /**
   * Stops an agent. Operation `cancelAgent`.
   *
   * @throws ConflictError when it is finished.
   * @throws NotFoundError when there is no such agent, or no longer.
   */
  cancel(jobId: string, call?: CallOptions): ApiCall<void>;

  /**
   * Waits for an agent that exists. Give it the schema of its start, and the data has its type. Operation `getAgent`.
   *
   * @throws JobFailedError when the agent failed or was cancelled.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the agent goes on at the service.
   * @throws SchemaMismatchError when its data does not fit `schema`.
   */
  resume<S extends SchemaInput>(id: string, input?: DataResumeInput<S>, call?: JobCallOptions): DataJob<OutputOf<S>>;
}

const AGENT = { method: 'agent', subject: 'prompt', start: startAgent, get: getAgent, cancel: cancelAgent };

/** Starts an agent and waits for its data: `trawl.agent()` on a connection. */
export function agent<S extends SchemaInput>(
  connection: Connection,
  prompt: string,
  request: Omit<AgentInput<S>, 'prompt'> = {},
  call?: JobCallOptions,
): DataJob<OutputOf<S>> {
  return dataJob(connection, AGENT, { request: { ...request, prompt } as AgentInput<S> }, call);
}

/** Agents by their ids: `trawl.agents` on a connection. */
export const agents = (connection: Connection): Agents => ({
  ...dataJobs(connection, AGENT),
  cancel: (jobId, call) => cancelJob(connection, AGENT, jobId, call),
});
