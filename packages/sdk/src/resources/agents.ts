import type { AgentJob, AgentStarted } from '@trawl/client';
import { toJsonSchema } from '../formats/json-schema.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { type Subject, validated } from '../formats/validated.js';
import type { ApiCall } from './api-call.js';
import { type DataJob, type DataJobSource, runDataJob } from './data-job.js';
import type { JobCallOptions, JobContext } from './document-job.js';
import type { CallOptions, Invoke } from './invoke.js';
import { withId } from './required.js';
import type { Body } from './wire.js';

/** What an agent is asked, with a schema whose type its data then has. */
export type AgentInput<S extends SchemaInput = SchemaInput> = Omit<Body<'startAgent'>, 'schema'> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
};

/** Agents, call by call. `trawl.agent()` does all of it at once. */
export class Agents {
  readonly #invoke: Invoke;
  readonly #context: JobContext;

  constructor(invoke: Invoke, context: JobContext) {
    this.#invoke = invoke;
    this.#context = context;
  }

  /** Starts an agent and does not wait for it. */
  start({ schema, ...request }: AgentInput, call?: CallOptions): ApiCall<AgentStarted & { id: string }> {
    const body = (): Body<'startAgent'> => ({
      ...request,
      ...(schema && { schema: toJsonSchema(schema, 'schema') }),
    });
    return this.#invoke('startAgent', { body }, call).mapData(withId);
  }

  /** Starts an agent when it is awaited, and waits for its data. */
  run<S extends SchemaInput>(request: AgentInput<S>, call: JobCallOptions): DataJob<OutputOf<S>> {
    const start = async (limits: CallOptions) => (await this.start(request, limits)).id;
    return runDataJob({ ...this.#source(request.schema), start }, call, this.#context);
  }

  /** Waits for an agent that exists already; with the schema of its start, its data has its type again. */
  resume<S extends SchemaInput>(
    id: string,
    { schema }: { readonly schema?: S | undefined } = {},
    call: JobCallOptions = {},
  ): DataJob<OutputOf<S>> {
    return runDataJob(this.#source(schema), call, this.#context, { id });
  }

  /** The state of an agent, with its data once it is there. */
  get(jobId: string, call?: CallOptions): ApiCall<AgentJob> {
    return this.#invoke('getAgent', { path: { jobId }, mayFail: true }, call);
  }

  /** Stops an agent. */
  cancel(jobId: string, call?: CallOptions): ApiCall<void> {
    return this.#invoke('cancelAgent', { path: { jobId }, mayBeEmpty: true }, call).mapData(() => {});
  }

  #source<S extends SchemaInput>(schema: S | undefined): DataJobSource<OutputOf<S>> {
    return {
      operation: 'startAgent',
      get: (id, call) => this.get(id, call),
      cancel: (id, call) => this.cancel(id, call),
      shape: (data, received) => shapeData(data, schema, { name: 'The data of the agent', received }, 'getAgent'),
    };
  }
}

/** Data as its schema makes it. */
export async function shapeData<S extends SchemaInput>(
  data: unknown,
  schema: S | undefined,
  subject: Subject,
  operation: string,
): Promise<OutputOf<S>> {
  return (await validated(data, schema, subject, { operation })) as OutputOf<S>;
}
