import type { ActiveCrawl, CrawlJob, CrawlParams, CrawlStarted, JobErrors, ScrapeOptions } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { CrawlInput, ScrapeOptionsInput } from '../formats/requests.js';
import type { Crawled } from '../formats/scraped.js';
import { crawled } from '../formats/shape.js';
import { wireFormats } from '../formats/wire-formats.js';
import type { ApiCall } from './api-call.js';
import {
  type DocumentJob,
  type DocumentJobSource,
  type JobCallOptions,
  type JobContext,
  type ResumeInput,
  resumeDocumentJob,
  runDocumentJob,
} from './document-job.js';
import type { CallOptions, Invoke } from './invoke.js';
import { required, withId } from './required.js';
import type { Body, Query } from './wire.js';

/** Crawls, call by call. `trawl.crawl()` does all of it at once. */
export class Crawls {
  readonly #invoke: Invoke;
  readonly #context: JobContext;

  constructor(invoke: Invoke, context: JobContext) {
    this.#invoke = invoke;
    this.#context = context;
  }

  /** Starts a crawl and does not wait for it: keep its `id`, and `resume()` brings its pages whenever you like. */
  start(
    { scrapeOptions, ...request }: { readonly url: string } & CrawlInput,
    call?: CallOptions,
  ): ApiCall<CrawlStarted & { id: string }> {
    const body = (): Body<'startCrawl'> => ({
      ...request,
      ...(scrapeOptions && { scrapeOptions: wireOptions(scrapeOptions) }),
    });
    return this.#invoke('startCrawl', { body }, call).mapData(withId);
  }

  /** Starts a crawl when it is awaited or iterated, and follows it to its end. */
  run<F extends Formats>(
    request: { readonly url: string } & CrawlInput<F>,
    call: JobCallOptions,
  ): DocumentJob<Crawled<F>> {
    const formats = request.scrapeOptions?.formats as F | undefined;
    return runDocumentJob(
      { ...this.#source(formats), start: async (limits) => (await this.start(request as never, limits)).id },
      call,
      this.#context,
    );
  }

  /**
   * Goes on with a crawl that exists: from the beginning, or from the `cursor` of a job or an error.
   *
   * @example
   * const { id } = await trawl.crawls.start({ url: 'https://docs.example.com' });
   * for await (const { markdown } of trawl.crawls.resume(id, { formats: ['markdown'] })) console.log(markdown.length);
   */
  resume<const F extends Formats = string[]>(
    id: string,
    from: ResumeInput<F> = {},
    call: JobCallOptions = {},
  ): DocumentJob<Crawled<F>> {
    return resumeDocumentJob((formats: F) => this.#source(formats), id, from, call, this.#context);
  }

  /** The state of a crawl and one page of its documents, as they are on the wire. */
  get(id: string, query?: Query<'getCrawl'>, call?: CallOptions): ApiCall<CrawlJob> {
    return this.#invoke('getCrawl', { path: { id }, query, mayFail: true }, call);
  }

  /** Stops a crawl; the pages read so far stay. A `ConflictError` says that it is finished. */
  cancel(id: string, call?: CallOptions): ApiCall<void> {
    return this.#invoke('cancelCrawl', { path: { id }, mayBeEmpty: true }, call).mapData(() => {});
  }

  /** The pages that could not be read, and the URLs that robots.txt forbids. */
  errors(id: string, call?: CallOptions): ApiCall<JobErrors> {
    return this.#invoke('listCrawlErrors', { path: { id } }, call);
  }

  /** The crawls of the team that are running now. */
  active(call?: CallOptions): ApiCall<ActiveCrawl[]> {
    return this.#invoke('listActiveCrawls', {}, call).mapData(({ crawls = [] }) => crawls);
  }

  /** The same list under its older name. */
  ongoing(call?: CallOptions): ApiCall<ActiveCrawl[]> {
    return this.#invoke('listOngoingCrawls', {}, call).mapData(({ crawls = [] }) => crawls);
  }

  /** The crawl options that fit a description in plain words. Starts nothing. */
  preview(request: Body<'previewCrawlParams'>, call?: CallOptions): ApiCall<CrawlParams> {
    return this.#invoke('previewCrawlParams', { body: request }, call).mapData(required('data'));
  }

  #source<F extends Formats>(formats: F | undefined): DocumentJobSource<Crawled<F>> {
    return {
      operation: 'startCrawl',
      path: (id) => `/v2/crawl/${encodeURIComponent(id)}`,
      poll: (id, query, call) => this.get(id, query, call),
      cancel: (id, call) => this.cancel(id, call),
      shape: (document, received) => crawled(document, formats, received),
    };
  }
}

/** Scrape options as they are sent. */
export function wireOptions({ formats, ...options }: ScrapeOptionsInput): ScrapeOptions {
  return { ...options, ...(formats && { formats: wireFormats(formats as Formats, 'scrapeOptions.formats') }) };
}
