import type { ExtractJob, ExtractStarted } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { ScrapeOptionsInput } from '../formats/requests.js';
import type { OutputOf, SchemaInput } from '../formats/schema-input.js';
import { getExtract, startExtract } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import type { JobCallOptions } from '../request/job-calls.js';
import { type DataJob, type DataResumeInput, dataJob, dataJobs } from './data-jobs.js';

/** What is extracted, with a schema whose type the data then has. */
export type ExtractInput<S extends SchemaInput = SchemaInput, F extends Formats = Formats> = Omit<
  RequestBody<'startExtract'>,
  'schema' | 'scrapeOptions'
> & {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: S | null | undefined;
  /** How each page is read. */
  readonly scrapeOptions?: ScrapeOptionsInput<F> | undefined;
};

/** Extractions cannot be cancelled. */
export type ExtractCallOptions = Omit<JobCallOptions, 'cancelOnAbort'>;

/**
 * Extractions by their ids. `trawl.extract()` starts one and waits for its data.
 *
 * @deprecated Scrape with a `json` format, or ask an agent.
 */
export interface Extracts {
  /**
   * Starts an extraction and does not wait for it: keep its `id` for `resume()`. Not retried when it may have been
   * carried out. Operation `startExtract`.
   *
   * @throws ConfigurationError when `schema` cannot be written as JSON Schema. Nothing is sent then.
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   */
  start<const F extends Formats>(
    request: ExtractInput<SchemaInput, F>,
    call?: CallOptions,
  ): ApiCall<ExtractStarted & { id: string }>;

  /**
   * The state of an extraction, with its data once it is there. Operation `getExtract`.
   *
   * @throws NotFoundError when there is no such extraction, or no longer.
   */
  get(id: string, call?: CallOptions): ApiCall<ExtractJob>;

  /**
   * Waits for an extraction that exists. Give it the schema of its start, and the data has its type. Operation
   * `getExtract`.
   *
   * @throws JobFailedError when the extraction failed.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the extraction goes on at the service.
   * @throws SchemaMismatchError when its data does not fit `schema`.
   */
  resume<S extends SchemaInput>(
    id: string,
    input?: DataResumeInput<S>,
    call?: ExtractCallOptions,
  ): DataJob<OutputOf<S>>;
}

const EXTRACT = { method: 'extract', subject: 'urls', start: startExtract, get: getExtract };

/**
 * Extracts structured data from several URLs: `trawl.extract()` on a connection.
 *
 * @deprecated Scrape with a `json` format, or ask an agent.
 */
export function extract<S extends SchemaInput, const F extends Formats>(
  connection: Connection,
  urls: readonly string[],
  request: Omit<ExtractInput<S, F>, 'urls'> = {},
  call?: ExtractCallOptions,
): DataJob<OutputOf<S>> {
  return dataJob(connection, EXTRACT, { request: { ...request, urls } as ExtractInput<S, F> }, call);
}

/**
 * Extractions by their ids: `trawl.extracts` on a connection.
 *
 * @deprecated Scrape with a `json` format, or ask an agent.
 */
export const extracts = (connection: Connection): Extracts => dataJobs(connection, EXTRACT);
