import type { CrawlJob, Document } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { AnswerContext } from '../formats/answer-context.js';
import type { Formats } from '../formats/format-input.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from '../jobs/driver.js';
import { Job } from '../jobs/job.js';
import { positionOf } from '../pagination/position.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions } from './invoke.js';
import { statusOf } from './job-status.js';

/** How to run a job: how to make each call of it, and how to wait. `totalTimeoutMs` is the deadline of all of it. */
export interface JobCallOptions extends CallOptions, JobOptions {}

/** Where to go on with a job: its cursor, alone or with the formats of its start, so that its documents have their type. */
export type ResumeInput<F extends Formats> =
  | string
  | {
      /** Of a job or an error; from the beginning unless told otherwise. */
      readonly cursor?: string | undefined;
      /** Formats that are not named promise nothing. */
      readonly formats?: F | undefined;
    };

/** All that a finished job brought. */
export interface JobResult<T> {
  readonly id: string;
  readonly status: string;
  readonly documents: T[];
  readonly total: number;
  readonly completed: number;
  /** `-1` from servers that do not count. */
  readonly creditsUsed: number | undefined;
}

/** A job that reads pages: a crawl or a batch. */
export type DocumentJob<T> = Job<T, DocumentPage<T>, JobResult<T>>;

interface DocumentPage<T> extends JobPage<T> {
  readonly creditsUsed?: number | undefined;
}

/** The calls of a job that reads pages, supplied by its resource. */
export interface DocumentJobSource<T> {
  readonly operation: string;
  /** The path of its status, such as `/v2/crawl/{id}`. */
  readonly path: (id: string) => string;
  readonly poll: (id: string, query: { skip?: number; limit?: number }, call: CallOptions) => ApiCall<CrawlJob>;
  readonly cancel: (id: string, call: CallOptions) => PromiseLike<unknown>;
  readonly shape: (document: Document, received: AnswerContext) => T | Promise<T>;
}

/** What every job of a client has in common. */
export interface JobContext {
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Goes on with a job that reads pages; `sourceFor` makes its source for the formats that it was started with. */
export function resumeDocumentJob<T, F extends Formats>(
  sourceFor: (formats: F) => DocumentJobSource<T>,
  id: string,
  from: ResumeInput<F>,
  call: JobCallOptions,
  context: JobContext,
): DocumentJob<T> {
  const { cursor, formats = [] as readonly [] } = typeof from === 'string' ? { cursor: from } : from;
  return runDocumentJob(sourceFor(formats as unknown as F), call, context, { id, cursor });
}

/** Runs a job that reads pages: one that `start` begins, or one that exists already. */
export function runDocumentJob<T>(
  source: DocumentJobSource<T> & { readonly start?: (call: CallOptions) => PromiseLike<string> },
  { onProgress, pollIntervalMs, cancelOnAbort, signal, totalTimeoutMs, ...call }: JobCallOptions,
  { clock, baseUrl }: JobContext,
  resumption?: Resumption,
): DocumentJob<T> {
  // What only the start of a job takes does not belong to its other calls.
  const { extraBody: _, idempotencyKey: __, ...options } = call;
  const driver: JobDriver<T, DocumentPage<T>, JobResult<T>> = {
    operation: source.operation,
    // A job that is resumed is never started.
    start: async (limits) => (await source.start?.({ ...call, ...limits })) ?? '',
    firstPosition: source.path,
    poll: (position, limits) => {
      const { pathname, searchParams } = new URL(position, 'http://base');
      const id = decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '');
      // Sent back as the link has it, whatever it has; the types know the text of a number by its number only.
      const query: { skip?: number } = Object.fromEntries<never>(searchParams as Iterable<[string, never]>);
      return source
        .poll(id, query, { ...options, ...limits })
        .mapData(async ({ data = [], next, ...page }, received) => ({
          ...page,
          status: statusOf(page),
          items: await Promise.all(data.map((document) => source.shape(document, received))),
          next: next ? positionOf(next, position, baseUrl) : undefined,
        }));
    },
    cancel: async (id, limits) => source.cancel(id, { ...options, ...limits }),
    finish: (id, documents, { status, total = documents.length, completed = documents.length, creditsUsed }) => ({
      id,
      status,
      documents,
      total,
      completed,
      creditsUsed,
    }),
  };
  return new Job(driver, { onProgress, pollIntervalMs, cancelOnAbort, signal, totalTimeoutMs }, clock, resumption);
}
