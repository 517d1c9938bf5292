import type { ExtractJob, ExtractStarted } from '@trawl/client';
import type { Connection } from '../connection.js';
import { ConfigurationError } from '../errors/configuration-error.js';
import { toJsonSchema } from '../formats/json-schema.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { getExtract, startExtract } from '../generated/operations.js';
import type { Resumption } from '../jobs/driver.js';
import type { ApiCall } from './api-call.js';
import { wireOptions } from './crawls.js';
import { type DataJob, runDataJob } from './data-jobs.js';
import type { CallOptions } from './invoke.js';
import type { JobCallOptions } from './job-calls.js';
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
export interface Extracts extends ReturnType<typeof extracts> {}

/**
 * Extractions, call by call.
 *
 * @deprecated Scrape with a `json` format, or ask an agent.
 */
export const extracts = (connection: Connection) => {
  const { invoke } = connection;

  /** Starts an extraction and does not wait for it. */
  const start = (request: ExtractInput, call?: CallOptions): ApiCall<ExtractStarted & { id: string }> => {
    const outgoing = () => ({
      body: {
        ...request,
        schema: toJsonSchema(request.schema, 'schema'),
        scrapeOptions: wireOptions(request.scrapeOptions),
      },
    });
    return invoke(startExtract, outgoing, call).mapData(withId);
  };

  /** The state of an extraction, with its data once it is there. */
  const get = (id: string, call?: CallOptions): ApiCall<ExtractJob> =>
    invoke(getExtract, { path: { id }, mayFail: true }, call);

  /** Starts an extraction when it is awaited, unless it exists already, and waits for its data. */
  const run = <S extends SchemaInput>(
    request: ExtractInput<S>,
    options: ExtractCallOptions = {},
    resumption?: Resumption,
  ): DataJob<OutputOf<S>> => {
    const cancel = async () => {
      throw new ConfigurationError('An extraction cannot be cancelled: the API has no call for it.');
    };
    const calls = { operation: startExtract[0], start: (call: CallOptions) => start(request, call), get, cancel };
    return runDataJob(connection, calls, request.schema, options, resumption);
  };

  return {
    start,
    get,
    run,

    /** Waits for an extraction that exists already. */
    resume: <S extends SchemaInput>(
      id: string,
      { schema }: { readonly schema?: S | undefined } = {},
      options: ExtractCallOptions = {},
    ): DataJob<OutputOf<S>> => run({ schema } as ExtractInput<S>, options, { id }),
  };
};
