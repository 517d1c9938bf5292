import type { ExtractJob, ExtractStarted } from '@trawl/client';
import { ConfigurationError } from '../errors/configuration-error.js';
import { toJsonSchema } from '../formats/json-schema.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { shapeData } from './agents.js';
import type { ApiCall } from './api-call.js';
import { wireOptions } from './crawls.js';
import { type DataJob, type DataJobSource, runDataJob } from './data-job.js';
import type { JobCallOptions, JobContext } from './document-job.js';
import type { CallOptions, Invoke } from './invoke.js';
import { withId } from './required.js';
import type { Body } from './wire.js';

/** What is extracted, with a schema whose type the data then has. */
export type ExtractInput<S extends SchemaInput = SchemaInput> = Omit<
  Body<'startExtract'>,
  'schema' | 'scrapeOptions'
> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
  readonly scrapeOptions?: ScrapeOptionsInput | undefined;
};

/** Extractions cannot be cancelled. */
export type ExtractCallOptions = Omit<JobCallOptions, 'cancelOnAbort'>;

/**
 * Extractions, call by call. `trawl.extract()` does all of it at once.
 *
 * @deprecated Scrape with a `json` format, or ask an agent.
 */
export class Extracts {
  readonly #invoke: Invoke;
  readonly #context: JobContext;

  constructor(invoke: Invoke, context: JobContext) {
    this.#invoke = invoke;
    this.#context = context;
  }

  /** Starts an extraction and does not wait for it. */
  start(
    { schema, scrapeOptions, ...request }: ExtractInput,
    call?: CallOptions,
  ): ApiCall<ExtractStarted & { id: string }> {
    const body = (): Body<'startExtract'> => ({
      ...request,
      ...(schema && { schema: toJsonSchema(schema, 'schema') }),
      ...(scrapeOptions && { scrapeOptions: wireOptions(scrapeOptions) }),
    });
    return this.#invoke('startExtract', { body }, call).mapData(withId);
  }

  /** Starts an extraction when it is awaited, and waits for its data. */
  run<S extends SchemaInput>(request: ExtractInput<S>, call: ExtractCallOptions): DataJob<OutputOf<S>> {
    const start = async (limits: CallOptions) => (await this.start(request, limits)).id;
    return runDataJob({ ...this.#source(request.schema), start }, call, this.#context);
  }

  /** Waits for an extraction that exists already; with the schema of its start, its data has its type again. */
  resume<S extends SchemaInput>(
    id: string,
    { schema }: { readonly schema?: S | undefined } = {},
    call: ExtractCallOptions = {},
  ): DataJob<OutputOf<S>> {
    return runDataJob(this.#source(schema), call, this.#context, { id });
  }

  /** The state of an extraction, with its data once it is there. */
  get(id: string, call?: CallOptions): ApiCall<ExtractJob> {
    return this.#invoke('getExtract', { path: { id }, mayFail: true }, call);
  }

  #source<S extends SchemaInput>(schema: S | undefined): DataJobSource<OutputOf<S>> {
    return {
      operation: 'startExtract',
      get: (id, call) => this.get(id, call),
      cancel: async () => {
        throw new ConfigurationError('An extraction cannot be cancelled: the API has no call for it.');
      },
      shape: (data, received) => shapeData(data, schema, { name: 'The extracted data', received }, 'getExtract'),
    };
  }
}
