import type { BatchScrapeStarted } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { BatchScrapeInput } from '../formats/requests.js';
import type { Crawled, DefaultFormats } from '../formats/scraped.js';
import { cancelBatchScrape, getBatchScrape, listBatchScrapeErrors, startBatchScrape } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions } from '../request/invoke.js';
import type { JobCallOptions } from '../request/job-calls.js';
import { type DocumentJob, type DocumentJobs, documentJobs } from './document-jobs.js';

/** What a batch sends. */
export type BatchStartInput<F extends Formats = Formats> = {
  /** The pages to read. */
  readonly urls: readonly string[];
} & BatchScrapeInput<F>;

const CALLS = {
  run: 'batchScrape',
  subject: 'urls',
  start: startBatchScrape,
  get: getBatchScrape,
  cancel: cancelBatchScrape,
  errors: listBatchScrapeErrors,
};

/** Batches of URLs, call by call. `trawl.batchScrape()` does all of it at once. */
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

  /**
   * Starts a batch when it is awaited or iterated, and follows it to its end: `trawl.batchScrape()` with the URLs in its
   * request. Operations `startBatchScrape`, `getBatchScrape`.
   *
   * @throws JobFailedError when the batch failed or was cancelled; `received` has what came before.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the batch goes on at the service.
   */
  run<const F extends Formats = DefaultFormats>(
    request: BatchStartInput<F>,
    call?: JobCallOptions,
  ): DocumentJob<Crawled<F>>;
}

/** Batches of URLs, call by call. */
export const batches = (connection: Connection): Batches => documentJobs(connection, CALLS);
