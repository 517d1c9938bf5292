import { sleep } from '../src/async/clock.js';
import { ApiError, TrawlError } from '../src/errors/index.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from '../src/jobs/driver.js';
import { Job } from '../src/jobs/job.js';
import { positionOf, skipOf } from '../src/pagination/position.js';
import type { CallLimits } from '../src/transport/call.js';
import { VirtualClock } from './virtual-clock.js';

export interface Document {
  readonly id: number;
}

/** The documents and statuses of a job over time. */
export interface Plan {
  /** When each document becomes available, in milliseconds after the start, ascending. */
  readonly documents: readonly number[];
  /** When the status changes, in milliseconds after the start; before the first it is `scraping`. */
  readonly statuses: readonly (readonly [at: number, status: string])[];
  /** Documents on a page at most. */
  readonly pageSize?: number;
  /** The total that the server states; by default the number of documents. */
  readonly total?: (atMs: number) => number;
  /** Overrides the `next` link. */
  readonly link?: (skip: number, path: string) => string;
  /** An error for a poll, counted from 1. */
  readonly fail?: (poll: number) => unknown;
}

export interface Summary {
  readonly id: string;
  readonly status: string;
  readonly documents: readonly Document[];
}

/** A driver of crawl jobs in memory. Its pages follow the rules of the recorded ones. */
export class JobServer implements JobDriver<Document, JobPage<Document>, Summary> {
  readonly operation = 'startCrawl';
  readonly requested: string[] = [];
  readonly cancelled: string[] = [];
  /** The total timeout of the last cancel. */
  cancelMs: number | undefined;
  starts = 0;
  readonly #plan: Plan;
  readonly #clock: VirtualClock;
  #startedAt = 0;

  constructor(clock: VirtualClock, plan: Plan) {
    this.#clock = clock;
    this.#plan = plan;
    this.#startedAt = clock.now();
  }

  readonly start: JobDriver<Document, JobPage<Document>, Summary>['start'] = async ({
    signal,
    attemptSignal = signal,
  }) => {
    if (attemptSignal?.aborted) throw new TrawlError('aborted');
    this.starts++;
    this.#startedAt = this.#clock.now();
    return 'c-1';
  };

  readonly positionAt = (id: string, cursor = `/v2/crawl/${id}`): string => cursor;

  readonly cancel = async (id: string, { totalTimeoutMs }: CallLimits): Promise<void> => {
    this.cancelled.push(id);
    this.cancelMs = totalTimeoutMs;
    throw new ApiError('It is done already.', { status: 409 });
  };

  readonly finish = (id: string, documents: Document[], last: JobPage<Document>): Summary => ({
    id,
    documents,
    status: last.status,
  });

  readonly poll: JobDriver<Document, JobPage<Document>, Summary>['poll'] = async (_, position, { signal }) => {
    await sleep(this.#clock, 0, signal);
    this.requested.push(position);
    const { documents, statuses, pageSize = 100, total, link, fail } = this.#plan;
    const error = fail?.(this.requested.length);
    if (error) throw error;
    const at = this.#clock.now() - this.#startedAt;
    const there = documents.filter((since) => since <= at).length;
    const skip = skipOf(position);
    const items = documents.slice(skip, Math.min(there, skip + pageSize)).map((_, index) => ({ id: skip + index }));
    const status = statuses.filter(([since]) => since <= at).at(-1)?.[1] ?? 'scraping';
    const reached = skip + items.length;
    const leadsOn = status !== 'completed' || reached < there;
    const path = position.split('?')[0] ?? '';
    const next = link?.(reached, path) ?? `http://elsewhere.test${path}?skip=${reached}`;
    return {
      status,
      items,
      next: leadsOn ? positionOf(next, position) : undefined,
      completed: there,
      total: total?.(at) ?? documents.length,
      error: status === 'failed' ? 'The site a.test is gone.' : undefined,
    };
  };

  /** The `skip` of each poll. */
  get skips(): number[] {
    return this.requested.map(skipOf);
  }
}

/** Documents of such a server, from an index on. */
export const ids = (count: number, from = 0): Document[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));
/** The times of documents that become available together. */
export const at = (ms: number, count: number): number[] => Array<number>(count).fill(ms);

/** A job on such a server, with virtual time. */
export function crawl(plan: Plan, options: JobOptions = {}, resumption?: Resumption) {
  const clock = new VirtualClock();
  const server = new JobServer(clock, plan);
  return { clock, server, job: new Job(server, options, clock, resumption) };
}
