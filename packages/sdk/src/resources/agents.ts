import type { AgentJob, AgentStarted } from '@trawl/client';
import { noop } from '../async/noop.js';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { RequestBody } from '../calls/contract-types.js';
import type { CallOptions } from '../calls/invoke.js';
import type { JobCallOptions } from '../calls/job-calls.js';
import { checkNamedFields } from '../calls/named-fields.js';
import { withId } from '../calls/response-fields.js';
import { toJsonSchema } from '../formats/json-schema.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { cancelAgent, getAgent, startAgent } from '../generated/operations.js';
import type { Resumption } from '../jobs/driver.js';
import { type DataJob, type DataResumeInput, runDataJob } from './data-jobs.js';

/** What an agent is asked, with a schema whose type its data then has. */
export type AgentInput<S extends SchemaInput = SchemaInput> = Omit<RequestBody<'startAgent'>, 'schema'> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
};

/** Agents, call by call. `trawl.agent()` does all of it at once. */
export interface Agents extends ReturnType<typeof agents> {}

/** Agents, call by call. */
export const agents = (connection: Connection) => {
  const { invoke } = connection;

  const start = (request: AgentInput, call?: CallOptions): ApiCall<AgentStarted & { id: string }> => {
    const outgoing = () => {
      checkNamedFields(startAgent, request, 'prompt');
      return { body: { ...request, schema: toJsonSchema(request.schema, 'schema') } };
    };
    return invoke(startAgent, outgoing, call).mapData(withId);
  };

  const get = (jobId: string, call?: CallOptions): ApiCall<AgentJob> =>
    invoke(getAgent, { path: { jobId }, mayFail: true }, call);

  const cancel = (jobId: string, call?: CallOptions): ApiCall<void> =>
    invoke(cancelAgent, { path: { jobId }, mayBeEmpty: true }, call).mapData(noop);

  const follow = <S extends SchemaInput>(
    request: AgentInput<S>,
    options: JobCallOptions = {},
    resumption?: Resumption,
  ): DataJob<OutputOf<S>> => {
    const calledAs = resumption ? 'agents.resume' : 'agent';
    const calls = {
      operation: startAgent[0],
      calledAs,
      start: (call: CallOptions) => start(request, call),
      get,
      cancel,
    };
    return runDataJob(connection, calls, request?.schema, options, resumption);
  };

  return {
    /**
     * Starts an agent and does not wait for it: keep its `id` for `resume()`. Not retried when it may have been carried
     * out. Operation `startAgent`.
     *
     * @throws ConfigurationError when `schema` cannot be written as JSON Schema. Nothing is sent then.
     * @throws BadRequestError when the service refuses the request; `details` says what to correct.
     * @throws PaymentRequiredError when the credits do not suffice.
     */
    start,

    /**
     * The state of an agent, with its data once it is there. Operation `getAgent`.
     *
     * @throws NotFoundError when there is no such agent, or no longer.
     */
    get,

    /**
     * Stops an agent. Operation `cancelAgent`.
     *
     * @throws ConflictError when it is finished.
     * @throws NotFoundError when there is no such agent, or no longer.
     */
    cancel,

    /**
     * Starts an agent when it is awaited, and waits for its data: `trawl.agent()` with the prompt in its request.
     * Operations `startAgent`, `getAgent`.
     *
     * @throws JobFailedError when the agent failed or was cancelled.
     * @throws JobTimeoutError when `totalTimeoutMs` is up; the agent goes on at the service.
     * @throws SchemaMismatchError when its data does not fit `schema`.
     */
    run: <S extends SchemaInput>(request: AgentInput<S>, call?: JobCallOptions): DataJob<OutputOf<S>> =>
      follow(request, call),

    /**
     * Waits for an agent that exists. Give it the schema of its start, and the data has its type. Operation `getAgent`.
     *
     * @throws JobFailedError when the agent failed or was cancelled.
     * @throws JobTimeoutError when `totalTimeoutMs` is up; the agent goes on at the service.
     * @throws SchemaMismatchError when its data does not fit `schema`.
     */
    resume: <S extends SchemaInput>(
      id: string,
      from?: DataResumeInput<S>,
      options: JobCallOptions = {},
    ): DataJob<OutputOf<S>> => follow({ schema: from?.schema } as AgentInput<S>, options, { id }),
  };
};
