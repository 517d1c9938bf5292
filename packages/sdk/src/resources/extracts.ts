import type { ExtractJob, ExtractStarted } from '@trawl/client';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { RequestBody } from '../calls/contract-types.js';
import type { CallOptions } from '../calls/invoke.js';
import type { JobCallOptions } from '../calls/job-calls.js';
import { checkNamedFields } from '../calls/named-fields.js';
import { withId } from '../calls/response-fields.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats } from '../formats/format-input.js';
import { toJsonSchema } from '../formats/json-schema.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { toWireOptions } from '../formats/wire-formats.js';
import { getExtract, startExtract } from '../generated/operations.js';
import type { Resumption } from '../jobs/driver.js';
import { type DataJob, type DataResumeInput, runDataJob } from './data-jobs.js';

/** What is extracted, with a schema whose type the data then has. */
export type ExtractInput<S extends SchemaInput = SchemaInput, F extends Formats = Formats> = Omit<
  RequestBody<'startExtract'>,
  'schema' | 'scrapeOptions'
> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | undefined;
  /** How each page is read. */
  readonly scrapeOptions?: ScrapeOptionsInput<F> | undefined;
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

  const start = <const F extends Formats>(
    request: ExtractInput<SchemaInput, F>,
    call?: CallOptions,
  ): ApiCall<ExtractStarted & { id: string }> => {
    const outgoing = () => {
      checkNamedFields(startExtract, request, 'urls');
      return {
        body: {
          ...request,
          schema: toJsonSchema(request.schema, 'schema'),
          scrapeOptions: toWireOptions(request.scrapeOptions),
        },
      };
    };
    return invoke(startExtract, outgoing, call).mapData(withId);
  };

  const get = (id: string, call?: CallOptions): ApiCall<ExtractJob> =>
    invoke(getExtract, { path: { id }, mayFail: true }, call);

  const follow = <S extends SchemaInput, const F extends Formats>(
    request: ExtractInput<S, F>,
    options: ExtractCallOptions = {},
    resumption?: Resumption,
  ): DataJob<OutputOf<S>> => {
    const cancel = async () => {
      throw new ConfigurationError('An extraction cannot be cancelled.');
    };
    const calledAs = resumption ? 'extracts.resume' : 'extract';
    const calls = {
      operation: startExtract[0],
      calledAs,
      start: (call: CallOptions) => start(request, call),
      get,
      cancel,
    };
    return runDataJob(connection, calls, request?.schema, options, resumption);
  };

  return {
    /**
     * Starts an extraction and does not wait for it: keep its `id` for `resume()`. Not retried when it may have been
     * carried out. Operation `startExtract`.
     *
     * @throws ConfigurationError when `schema` cannot be written as JSON Schema. Nothing is sent then.
     * @throws BadRequestError when the service refuses the request; `details` says what to correct.
     * @throws PaymentRequiredError when the credits do not suffice.
     */
    start,

    /**
     * The state of an extraction, with its data once it is there. Operation `getExtract`.
     *
     * @throws NotFoundError when there is no such extraction, or no longer.
     */
    get,

    /**
     * Starts an extraction when it is awaited, and waits for its data: `trawl.extract()` with the URLs in its request.
     * Operations `startExtract`, `getExtract`.
     *
     * @throws JobFailedError when the extraction failed.
     * @throws JobTimeoutError when `totalTimeoutMs` is up; the extraction goes on at the service.
     * @throws SchemaMismatchError when its data does not fit `schema`.
     */
    run: <S extends SchemaInput, const F extends Formats>(
      request: ExtractInput<S, F>,
      call?: ExtractCallOptions,
    ): DataJob<OutputOf<S>> => follow(request, call),

    /**
     * Waits for an extraction that exists. Give it the schema of its start, and the data has its type. Operation
     * `getExtract`.
     *
     * @throws JobFailedError when the extraction failed.
     * @throws JobTimeoutError when `totalTimeoutMs` is up; the extraction goes on at the service.
     * @throws SchemaMismatchError when its data does not fit `schema`.
     */
    resume: <S extends SchemaInput>(
      id: string,
      from?: DataResumeInput<S>,
      options: ExtractCallOptions = {},
    ): DataJob<OutputOf<S>> => follow({ schema: from?.schema } as ExtractInput<S>, options, { id }),
  };
};
