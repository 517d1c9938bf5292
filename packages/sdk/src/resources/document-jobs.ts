import type { CrawlJob, JobErrors } from '@trawl/client';
import { noop } from '../async/noop.js';
import type { ApiCall } from '../calls/api-call.js';
import type { Connection } from '../calls/connection.js';
import type { Query, RequestBody, ResponseBody, Undefinable } from '../calls/contract-types.js';
import { type CallOptions, refuseInvalid } from '../calls/invoke.js';
import { type JobCallOptions, type JobReport, runJob, statusOf } from '../calls/job-calls.js';
import { checkNamedFields } from '../calls/named-fields.js';
import { dataOf, withId } from '../calls/response-fields.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, RequestedFormats } from '../formats/format-input.js';
import type { Crawled } from '../formats/scraped.js';
import { toCrawled } from '../formats/shape.js';
import type { JobPage, Resumption } from '../jobs/driver.js';
import type { Job } from '../jobs/job.js';
import { positionOf, queryOf } from '../pagination/position.js';

/** The result of a finished job. */
export interface JobResult<T> extends JobReport {
  /** The id of the job. */
  readonly id: string;
  /** `completed`: a job with any other final status throws. */
  readonly status: string;
  /** The pages, in the order of the service. */
  readonly documents: T[];
  /** The number of pages that the job found, by the service's count. */
  readonly total: number;
  /** The number of pages that it read, by the service's count. */
  readonly completed: number;
  /** The cost in credits; `-1` from servers that do not count. */
  readonly creditsUsed: number | undefined;
}

/** A job that reads pages: a crawl or a batch. */
export type DocumentJob<T> = Job<T, DocumentPage<T>, JobResult<T>>;

interface DocumentPage<T> extends JobPage<T> {
  readonly creditsUsed?: number | undefined;
}

/** Where to resume a job: its cursor, alone or with the formats of its start, which give the documents their type. */
export type ResumeInput<F extends Formats> =
  | string
  | {
      /** The cursor of a job or an error. Default: at the beginning. */
      readonly cursor?: string | undefined;
      /** The formats of the start. */
      readonly formats?: RequestedFormats<F> | undefined;
    };

type Start = 'startCrawl' | 'startBatchScrape';

interface Operations<Op extends Start> {
  /** The method of the client that does all of it. */
  readonly run: string;
  /** The field for what is read. */
  readonly subject: string;
  readonly start: Operation<Op>;
  readonly get: Operation<'getCrawl' | 'getBatchScrape'>;
  readonly cancel: Operation<'cancelCrawl' | 'cancelBatchScrape'>;
  readonly errors: Operation<'listCrawlErrors' | 'listBatchScrapeErrors'>;
}

/** Which page of a job. */
export interface JobPageQuery extends Query<'getCrawl'> {}

/** The calls that crawls and batches have in common. */
export interface DocumentJobs {
  /**
   * The state of a job and one page of its documents, as the service sends them. Operations `getCrawl`, `getBatchScrape`.
   *
   * @throws NotFoundError when there is no such job, or no longer.
   */
  get(id: string, query?: JobPageQuery, call?: CallOptions): ApiCall<CrawlJob>;

  /**
   * Stops a job. The pages read so far stay. Operations `cancelCrawl`, `cancelBatchScrape`.
   *
   * @throws ConflictError when it is finished.
   * @throws NotFoundError when there is no such job, or no longer.
   */
  cancel(id: string, call?: CallOptions): ApiCall<void>;

  /**
   * The pages that could not be read, and the URLs that robots.txt forbids. Operations `listCrawlErrors`,
   * `listBatchScrapeErrors`.
   *
   * @throws NotFoundError when there is no such job, or no longer.
   */
  errors(id: string, call?: CallOptions): ApiCall<JobErrors>;

  /**
   * Resumes a job that exists: from the beginning, or from the `cursor` of a job or an error.
   *
   * @throws JobFailedError when the job failed or was cancelled; `received` has what came before.
   * @throws JobTimeoutError when `totalTimeoutMs` is up; the job goes on at the service.
   * @example
   * const { id } = await trawl.crawls.start({ url: 'https://docs.example.com' });
   * for await (const { markdown } of trawl.crawls.resume(id, { formats: ['markdown'] })) console.log(markdown.length);
   */
  resume<const F extends Formats = string[]>(
    id: string,
    from?: ResumeInput<F>,
    call?: JobCallOptions,
  ): DocumentJob<Crawled<F>>;
}

/** The calls that crawls and batches type by their own requests. */
interface StartAndRun<Started, Request> {
  start(request: Request, call?: CallOptions): ApiCall<Started & { id: string }>;
  /** Starts a job and follows it to its end. */
  run<F extends Formats>(request: Request, formats: F | undefined, call: JobCallOptions): DocumentJob<Crawled<F>>;
}

/** The calls of a kind of job. `bodyOf` turns the input into the body of the start. */
export function documentJobs<Op extends Start, Request>(
  connection: Connection,
  operations: Operations<Op>,
  bodyOf: (request: Request) => Undefinable<RequestBody<Op>>,
): DocumentJobs & StartAndRun<ResponseBody<Op>, Request> {
  const { invoke } = connection;

  const start = (request: Request, call?: CallOptions): ApiCall<ResponseBody<Op> & { id: string }> =>
    invoke<Start>(
      operations.start,
      () => {
        checkNamedFields(operations.start, request, operations.subject);
        return { body: bodyOf(request) as Undefinable<RequestBody<Start>> };
      },
      call,
    ).mapData(withId) as never;

  const get = (id: string, query?: JobPageQuery, call?: CallOptions): ApiCall<CrawlJob> =>
    invoke(operations.get, { path: { id }, query, mayFail: true }, call);

  const cancel = (id: string, call?: CallOptions): ApiCall<void> =>
    invoke(operations.cancel, { path: { id }, mayBeEmpty: true }, call).mapData(noop);

  const listErrors = (id: string, call?: CallOptions): ApiCall<JobErrors> =>
    invoke(operations.errors, { path: { id } }, call);

  /**
   * No state of a job shows that pages failed: neither `total` nor `completed` counts them. The documents have come, so a
   * count that cannot be had must not lose them.
   */
  const countErrors = async (id: string, call: CallOptions): Promise<number | undefined> => {
    try {
      const { errors, robotsBlocked } = await listErrors(id, call);
      return Array.isArray(errors) ? errors.length + (robotsBlocked?.length ?? 0) : undefined;
    } catch {
      return undefined;
    }
  };

  const run = <F extends Formats>(
    request: Request,
    formats: F | undefined,
    options: JobCallOptions,
    resumption?: Resumption,
  ): DocumentJob<Crawled<F>> => {
    const calledAs = resumption ? operations.start[4].replace('start', 'resume') : operations.run;
    return runJob<Crawled<F>, DocumentPage<Crawled<F>>, JobResult<Crawled<F>>>(
      connection,
      {
        operation: operations.start[0],
        calledAs,
        start: (call) => start(request, call),
        cancel,
        positionAt: (id, cursor) => {
          const [operation, , path] = operations.get;
          const first = refuseInvalid({ operation, calledAs }, () => path.replace('{id}', encodeURIComponent(id)));
          return cursor === undefined ? first : positionOf(cursor, first, 'cursor', ConfigurationError);
        },
        poll: (id, position, call) =>
          get(id, queryOf(position), call).mapData(async (answer, received) => {
            const { data, next, ...page } = answer;
            const status = statusOf(page);
            // As an empty page, it would make an incomplete list look complete.
            const documents = status === 'completed' ? dataOf(answer, received) : (data ?? []);
            return {
              ...received.redact({ ...page, status }),
              items: await Promise.all(documents.map((document) => toCrawled(document, formats, received))),
              next: next ? positionOf(next, position) : undefined,
            };
          }),
        finish: async (id, documents, last, report, call) => {
          const { status, total = documents.length, completed = documents.length, creditsUsed } = last;
          const errorCount = await countErrors(id, call);
          return { id, status, documents, total, completed, creditsUsed, ...report, errorCount };
        },
      },
      options,
      resumption,
    );
  };

  return {
    start,
    get,
    cancel,
    run,

    errors: listErrors,

    resume: <const F extends Formats = string[]>(
      id: string,
      from?: ResumeInput<F>,
      options: JobCallOptions = {},
    ): DocumentJob<Crawled<F>> => {
      const { cursor, formats = [] as readonly [] } = typeof from === 'string' ? { cursor: from } : (from ?? {});
      return run(undefined as never, formats as unknown as F, options, { id, cursor });
    },
  };
}
