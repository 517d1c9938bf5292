import type { CrawlJob, JobErrors } from '@trawl/client';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, RequestedFormats } from '../formats/format-input.js';
import { type ReceivedPage, withPageUrls } from '../formats/page-urls.js';
import type { Crawled } from '../formats/scraped.js';
import { toCrawled } from '../formats/shape.js';
import type { JobPage, Resumption } from '../jobs/driver.js';
import type { Job } from '../jobs/job.js';
import { positionOf, queryOf } from '../pagination/position.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query, ResponseBody } from '../request/contract-types.js';
import { type CallOptions, refuseInvalid } from '../request/invoke.js';
import { type JobCallOptions, type JobReport, runJob, statusOf } from '../request/job-calls.js';
import { dataOf, withoutUncounted } from '../request/response-fields.js';
import type { ReceivedResponse } from '../transport/received-response.js';
import { cancelJob, getJob, type JobKind, jobNames, startJob } from './job-operations.js';

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
  /** The cost in credits, from servers that count them. */
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
      readonly formats?: RequestedFormats<F>;
    };

type Start = 'startCrawl' | 'startBatchScrape';

/** A kind of job that reads pages. */
export interface DocumentJobKind<Op extends Start = Start> extends JobKind<Op, 'getCrawl' | 'getBatchScrape'> {
  readonly errors: Operation<'listCrawlErrors' | 'listBatchScrapeErrors'>;
}

/** Which page of a job. */
export interface JobPageQuery extends Query<'getCrawl'> {}

/** The state of a job, with one page of its documents. */
export interface DocumentJobState extends Omit<CrawlJob, 'data'> {
  /** The documents, from `skip` on. */
  data?: ReceivedPage[];
}

/** The calls that crawls and batches have in common. */
export interface DocumentJobs {
  /**
   * The state of a job and one page of its documents, as the service sends them, but without `creditsUsed: -1`, and with
   * both URLs in the metadata of every document. Operations `getCrawl`, `getBatchScrape`.
   *
   * @throws NotFoundError when there is no such job, or no longer.
   */
  get(id: string, query?: JobPageQuery, call?: CallOptions): ApiCall<DocumentJobState>;

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
    input?: ResumeInput<F>,
    call?: JobCallOptions,
  ): DocumentJob<Crawled<F>>;
}

/** What a job reads, and in which formats: a batch has formats, and a crawl those of its scrape options. */
interface RequestWithFormats<F extends Formats> {
  readonly url?: string;
  readonly urls?: readonly string[];
  readonly formats?: RequestedFormats<F>;
  readonly scrapeOptions?: { readonly formats?: RequestedFormats<F> } | undefined;
}

/** The calls of a kind of job, of which crawls and batches type the start by their own requests. */
export function documentJobs<Op extends Start>(
  connection: Connection,
  kind: DocumentJobKind<Op>,
): DocumentJobs & { start(request: object, call?: CallOptions): ApiCall<ResponseBody<Op> & { id: string }> } {
  return {
    start: (request, call) => startJob(connection, kind, request, call),
    get: (id, query, call) =>
      getDocuments(connection, kind, { id, query }, call).mapData((state) => withPageUrls(state)),
    cancel: (id, call) => cancelJob(connection, kind, id, call),
    errors: (id, call) => listErrors(connection, kind, id, call),
    resume: <const F extends Formats>(id: string, input?: ResumeInput<F>, call?: JobCallOptions) => {
      const { cursor, formats } = typeof input === 'string' ? { cursor: input } : { ...input };
      // Without formats, no field is promised.
      const request = { formats: formats ?? ([] as unknown as RequestedFormats<F>) };
      return documentJob<F>(
        connection,
        kind,
        { request, resumption: { id, cursor, input: typeof input === 'string' ? undefined : input } },
        call,
      );
    },
  };
}

/** A job that is followed to its end. It starts a new one unless there is one to resume. */
export function documentJob<F extends Formats>(
  connection: Connection,
  kind: DocumentJobKind,
  { request, resumption }: { request: RequestWithFormats<F>; resumption?: Resumption },
  options?: JobCallOptions,
): DocumentJob<Crawled<F>> {
  type Page = DocumentPage<Crawled<F>>;
  const names = jobNames(kind, resumption !== undefined);
  const formats = (request.scrapeOptions?.formats ?? request.formats) as F | undefined;
  return runJob<Crawled<F>, Page, JobResult<Crawled<F>>>(
    connection,
    {
      ...names,
      resumeNames: { cursor: 1, formats: 1 },
      start: (call) => startJob(connection, kind, request, call),
      cancel: (id, call) => cancelJob(connection, kind, id, call),
      positionAt: (id, cursor) => {
        const { path, name: operation } = kind.get;
        const first = refuseInvalid({ ...names, operation }, () => path.replace('{id}', encodeURIComponent(id)));
        return cursor === undefined ? first : positionOf(cursor, first, 'cursor', ConfigurationError);
      },
      poll: ({ id, position }, call) =>
        getDocuments(connection, kind, { id, query: queryOf(position) }, call).mapData((state, response) =>
          documentPage(state, formats, position, response),
        ),
      finish: async ({ id, items, lastPage, report }, call) => {
        const { status, total = items.length, completed = items.length, creditsUsed } = lastPage;
        const errorCount = await countErrors(connection, kind, id, call);
        // A job that was resumed has brought the pages before its cursor elsewhere.
        const counted = resumption?.cursor === undefined ? Math.max(total, completed) : 0;
        const isShort = counted > items.length + (errorCount ?? 0);
        const shortage = isShort && `The service counts ${counted} pages, and has sent ${items.length} of them.`;
        const warning = [report.warning, shortage].filter(Boolean).join(' ') || undefined;
        return { id, status, documents: items, total, completed, creditsUsed, ...report, warning, errorCount };
      },
    },
    options,
    resumption,
  );
}

function getDocuments(
  connection: Connection,
  kind: DocumentJobKind,
  page: { readonly id: string; readonly query?: JobPageQuery | undefined },
  call?: CallOptions,
): ApiCall<CrawlJob> {
  return getJob(connection, kind, page, call).mapData(withoutUncounted);
}

/** A page of a job, from the state that the service sends. */
async function documentPage<F extends Formats>(
  state: CrawlJob,
  formats: F | undefined,
  position: string,
  response: ReceivedResponse,
): Promise<DocumentPage<Crawled<F>>> {
  const { data, next, ...fields } = state;
  const status = statusOf(fields);
  // As an empty page, it would make an incomplete list look complete.
  const documents = status === 'completed' ? dataOf(state, response) : (data ?? []);
  return {
    ...response.redact({ ...fields, status }),
    items: await Promise.all(documents.map((document) => toCrawled(document, formats, response))),
    next: next ? positionOf(next, position) : undefined,
  };
}

function listErrors({ invoke }: Connection, kind: DocumentJobKind, id: string, call?: CallOptions): ApiCall<JobErrors> {
  return invoke(kind.errors, { path: { id } }, call);
}

/**
 * No state of a job shows that pages failed: neither `total` nor `completed` counts them. The documents have come, so a
 * count that cannot be had must not lose them.
 */
async function countErrors(
  connection: Connection,
  kind: DocumentJobKind,
  id: string,
  call: CallOptions,
): Promise<number | undefined> {
  try {
    const { errors, robotsBlocked } = await listErrors(connection, kind, id, call);
    return Array.isArray(errors) ? errors.length + (robotsBlocked?.length ?? 0) : undefined;
  } catch {
    return undefined;
  }
}
