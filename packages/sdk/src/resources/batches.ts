import type { Connection } from '../connection.js';
import type { Formats } from '../formats/format-input.js';
import type { BatchScrapeInput } from '../formats/requests.js';
import type { Crawled, DefaultFormats } from '../formats/scraped.js';
import { wireFormats } from '../formats/wire-formats.js';
import { cancelBatchScrape, getBatchScrape, listBatchScrapeErrors, startBatchScrape } from '../generated/operations.js';
import { type DocumentJob, documentJobs } from './document-jobs.js';
import type { JobCallOptions } from './job-calls.js';

type BatchRequest<F extends Formats = Formats> = { readonly urls: readonly string[] } & BatchScrapeInput<F>;

const CALLS = {
  start: startBatchScrape,
  get: getBatchScrape,
  cancel: cancelBatchScrape,
  errors: listBatchScrapeErrors,
};

/** Batches of URLs, call by call. `trawl.batchScrape()` does all of it at once. */
export interface Batches extends ReturnType<typeof batches> {}

/** Batches of URLs, call by call. */
export const batches = (connection: Connection) => {
  const { run, ...jobs } = documentJobs(connection, CALLS, (request: BatchRequest) => ({
    ...request,
    formats: wireFormats(request.formats),
  }));
  return {
    ...jobs,

    /** Starts a batch when it is awaited or iterated, and follows it to its end. */
    run: <const F extends Formats = DefaultFormats>(
      request: BatchRequest<F>,
      call: JobCallOptions = {},
    ): DocumentJob<Crawled<F>> => run(request as BatchRequest<never>, request.formats as F | undefined, call),
  };
};
