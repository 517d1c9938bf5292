import type { ActiveCrawl, CrawlParams, CrawlParamsPreviewRequest, CrawlStarted } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { CrawlInput } from '../formats/requests.js';
import type { Crawled, DefaultFormats } from '../formats/scraped.js';
import {
  cancelCrawl,
  getCrawl,
  listActiveCrawls,
  listCrawlErrors,
  listOngoingCrawls,
  previewCrawlParams,
  startCrawl,
} from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions } from '../request/invoke.js';
import type { JobCallOptions } from '../request/job-calls.js';
import { dataOf, listOf } from '../request/response-fields.js';
import { type DocumentJob, type DocumentJobs, documentJob, documentJobs } from './document-jobs.js';

/** What a crawl sends. */
export type CrawlStartInput<F extends Formats = Formats> = {
  /** Where to start. */
  readonly url: string;
} & CrawlInput<F>;

const CRAWL = {
  method: 'crawl',
  subject: 'url',
  start: startCrawl,
  get: getCrawl,
  cancel: cancelCrawl,
  errors: listCrawlErrors,
};

/** Crawls by their ids. `trawl.crawl()` starts one and follows it to its end. */
export interface Crawls extends DocumentJobs {
  /**
   * Starts a crawl and does not wait for it: keep its `id` for `resume()`. Not
   * retried when it may have been carried out. Operation `startCrawl`.
   *
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   * @throws PaymentRequiredError when the credits do not suffice.
   */
  start<const F extends Formats = DefaultFormats>(
    request: CrawlStartInput<F>,
    call?: CallOptions,
  ): ApiCall<CrawlStarted & { id: string }>;

  /** The crawls of the team that are running now. Operation `listActiveCrawls`. */
  active(call?: CallOptions): ApiCall<ActiveCrawl[]>;

  /** The same list under its older name. Operation `listOngoingCrawls`. */
  ongoing(call?: CallOptions): ApiCall<ActiveCrawl[]>;

  /**
   * The crawl options that fit a description in plain words. Starts nothing. Operation `previewCrawlParams`.
   *
   * @throws BadRequestError when the service refuses the request; `details` says what to correct.
   */
  preview(body: CrawlParamsPreviewRequest, call?: CallOptions): ApiCall<CrawlParams>;
}

/** Crawls a site: `trawl.crawl()` on a connection. */
export function crawl<const F extends Formats = DefaultFormats>(
  connection: Connection,
  url: string,
  request: CrawlInput<F> = {},
  call?: JobCallOptions,
): DocumentJob<Crawled<F>> {
  return documentJob<F>(connection, CRAWL, { request: { ...request, url } }, call);
}

/** Crawls by their ids: `trawl.crawls` on a connection. */
export const crawls = (connection: Connection): Crawls => {
  const { invoke } = connection;
  return {
    ...documentJobs(connection, CRAWL),
    active: (call) => invoke(listActiveCrawls, {}, call).mapData(listOf('crawls', [])),
    ongoing: (call) => invoke(listOngoingCrawls, {}, call).mapData(listOf('crawls', [])),
    preview: (body, call) => invoke(previewCrawlParams, { body }, call).mapData(dataOf),
  };
};
