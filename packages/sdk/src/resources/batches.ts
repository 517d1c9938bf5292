import type { BatchScrapeStarted } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { BatchScrapeInput } from '../formats/requests.js';
import type { Crawled, DefaultFormats } from '../formats/scraped.js';
import { cancelBatchScrape, getBatchScrape, listBatchScrapeErrors, startBatchScrape } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions } from '../request/invoke.js';
import type { JobCallOptions } from '../request/job-calls.js';
import { type DocumentJob, type DocumentJobs, documentJob, documentJobs } from './document-jobs.js';

/** What a batch sends. */
export type BatchStartInput<F extends Formats = Formats> = {
  /** The pages to read. */
  readonly urls: readonly string[];
} & BatchScrapeInput<F>;

const BATCH = {
  method: 'batchScrape',
  subject: 'urls',
  start: startBatchScrape,
  get: getBatchScrape,
  cancel: cancelBatchScrape,
  errors: listBatchScrapeErrors,
};

/** Batches of URLs by their ids. `trawl.batchScrape()` starts one and follows it to its end. */
export interface Batches extends DocumentJobs {
  /**
   * Starts a batch and does not wait for it: keep its `id` for `resume()`. Not
   * retried when it may have been carried out. Operation `startBatchScrape`.
   *
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   */
  start<const F extends Formats = DefaultFormats>(
    request: BatchStartInput<F>,
    call?: CallOptions,
  ): ApiCall<BatchScrapeStarted & { id: string }>;
}

/** Scrapes a list of URLs as one job: `trawl.batchScrape()` on a connection. */
export function batchScrape<const F extends Formats = DefaultFormats>(
  connection: Connection,
  urls: readonly string[],
  request: BatchScrapeInput<F> = {} as BatchScrapeInput<F>,
  call?: JobCallOptions,
): DocumentJob<Crawled<F>> {
  return documentJob<F>(connection, BATCH, { request: { ...request, urls } }, call);
}

/** Batches of URLs by their ids: `trawl.batches` on a connection. */
export const batches = (connection: Connection): Batches => documentJobs(connection, BATCH);
