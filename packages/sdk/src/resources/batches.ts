import type { BatchScrapeStarted, CrawlJob, JobErrors } from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { BatchScrapeInput } from '../formats/requests.js';
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
import { withId } from './required.js';
import type { Body, Query } from './wire.js';

/** Batches of URLs, call by call. `trawl.batchScrape()` does all of it at once. */
export class Batches {
  readonly #invoke: Invoke;
  readonly #context: JobContext;

  constructor(invoke: Invoke, context: JobContext) {
    this.#invoke = invoke;
    this.#context = context;
  }

  /** Starts a batch and does not wait for it: keep its `id`, and `resume()` brings its pages whenever you like. */
  start(
    { formats, ...request }: { readonly urls: readonly string[] } & BatchScrapeInput,
    call?: CallOptions,
  ): ApiCall<BatchScrapeStarted & { id: string }> {
    const body = (): Body<'startBatchScrape'> => ({
      ...request,
      ...(formats && { formats: wireFormats(formats as Formats) }),
    });
    return this.#invoke('startBatchScrape', { body }, call).mapData(withId);
  }

  /** Starts a batch when it is awaited or iterated, and follows it to its end. */
  run<F extends Formats>(
    request: { readonly urls: readonly string[] } & BatchScrapeInput<F>,
    call: JobCallOptions,
  ): DocumentJob<Crawled<F>> {
    return runDocumentJob(
      {
        ...this.#source(request.formats as F | undefined),
        start: async (limits) => (await this.start(request as never, limits)).id,
      },
      call,
      this.#context,
    );
  }

  /** Goes on with a batch that exists: from the beginning, or from the `cursor` of a job or an error. */
  resume<const F extends Formats = string[]>(
    id: string,
    from: ResumeInput<F> = {},
    call: JobCallOptions = {},
  ): DocumentJob<Crawled<F>> {
    return resumeDocumentJob((formats: F) => this.#source(formats), id, from, call, this.#context);
  }

  /** The state of a batch and one page of its documents, as they are on the wire. */
  get(id: string, query?: Query<'getBatchScrape'>, call?: CallOptions): ApiCall<CrawlJob> {
    return this.#invoke('getBatchScrape', { path: { id }, query, mayFail: true }, call);
  }

  /** Stops a batch; the pages read so far stay. A `ConflictError` says that it is finished. */
  cancel(id: string, call?: CallOptions): ApiCall<void> {
    return this.#invoke('cancelBatchScrape', { path: { id }, mayBeEmpty: true }, call).mapData(() => {});
  }

  /** The URLs that could not be read, and those that robots.txt forbids. */
  errors(id: string, call?: CallOptions): ApiCall<JobErrors> {
    return this.#invoke('listBatchScrapeErrors', { path: { id } }, call);
  }

  #source<F extends Formats>(formats: F | undefined): DocumentJobSource<Crawled<F>> {
    return {
      operation: 'startBatchScrape',
      path: (id) => `/v2/batch/scrape/${encodeURIComponent(id)}`,
      poll: (id, query, call) => this.get(id, query, call),
      cancel: (id, call) => this.cancel(id, call),
      shape: (document, received) => crawled(document, formats, received),
    };
  }
}
