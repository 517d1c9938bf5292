import type { ActiveCrawl, CrawlParams, ScrapeOptions } from '@trawl/client';
import type { Connection } from '../connection.js';
import type { Formats } from '../formats/format-input.js';
import type { CrawlInput, ScrapeOptionsInput } from '../formats/requests.js';
import type { Crawled, DefaultFormats } from '../formats/scraped.js';
import { wireFormats } from '../formats/wire-formats.js';
import {
  cancelCrawl,
  getCrawl,
  listActiveCrawls,
  listCrawlErrors,
  listOngoingCrawls,
  previewCrawlParams,
  startCrawl,
} from '../generated/operations.js';
import type { ApiCall } from './api-call.js';
import { type DocumentJob, documentJobs } from './document-jobs.js';
import type { CallOptions } from './invoke.js';
import type { JobCallOptions } from './job-calls.js';
import { dataOf } from './required.js';
import type { Body } from './wire.js';

type CrawlRequest<F extends Formats = Formats> = { readonly url: string } & CrawlInput<F>;

const CALLS = { start: startCrawl, get: getCrawl, cancel: cancelCrawl, errors: listCrawlErrors };

/** Crawls, call by call. `trawl.crawl()` does all of it at once. */
export interface Crawls extends ReturnType<typeof crawls> {}

/** Crawls, call by call. */
export const crawls = (connection: Connection) => {
  const { invoke } = connection;
  const { run, ...jobs } = documentJobs(connection, CALLS, (request: CrawlRequest) => ({
    ...request,
    scrapeOptions: wireOptions(request.scrapeOptions),
  }));
  return {
    ...jobs,

    /** Starts a crawl when it is awaited or iterated, and follows it to its end. */
    run: <const F extends Formats = DefaultFormats>(
      request: CrawlRequest<F>,
      call: JobCallOptions = {},
    ): DocumentJob<Crawled<F>> =>
      run(request as CrawlRequest<never>, request.scrapeOptions?.formats as F | undefined, call),

    /** The crawls of the team that are running now. */
    active: (call?: CallOptions): ApiCall<ActiveCrawl[]> => invoke(listActiveCrawls, {}, call).mapData(crawlsOf),

    /** The same list under its older name. */
    ongoing: (call?: CallOptions): ApiCall<ActiveCrawl[]> => invoke(listOngoingCrawls, {}, call).mapData(crawlsOf),

    /** The crawl options that fit a description in plain words. Starts nothing. */
    preview: (body: Body<'previewCrawlParams'>, call?: CallOptions): ApiCall<CrawlParams> =>
      invoke(previewCrawlParams, { body }, call).mapData(dataOf),
  };
};

const crawlsOf = ({ crawls = [] }: { readonly crawls?: ActiveCrawl[] }): ActiveCrawl[] => crawls;

/** Scrape options as they are sent; what is undefined is not. */
export function wireOptions(given: ScrapeOptionsInput | undefined): ScrapeOptions | undefined {
  return given && ({ ...given, formats: wireFormats(given.formats, 'scrapeOptions.formats') } as ScrapeOptions);
}
