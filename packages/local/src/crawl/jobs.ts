import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { JobError } from '@trawl/client';
import type { Clock } from '../clock.js';
import { Refusal, type RefusalBody } from '../http/refusal.js';
import type { Fetch } from '../page/fetched.js';
import type { FinishedScrape } from '../page/finished-scrapes.js';
import type { Scraper } from '../page/scraper.js';
import type { Database } from '../store/database.js';
import type { JobQueue } from '../team/job-queue.js';
import type { Ledger } from '../team/ledger.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { createBatchPlan } from './batch-plan.js';
import { crawlDefaults } from './crawl-defaults.js';
import { createCrawlPlan, seedsOf } from './crawl-plan.js';
import { createFrontierTable, type Found, type Frontier, openFrontier } from './frontier.js';
import type { Job, JobKind, JobRequest } from './job.js';
import { announce, createJobResults } from './job-results.js';
import { createJobStore } from './job-store.js';
import { type PagePlan, type PageRun, startPageRun } from './page-run.js';
import { createPathRules } from './path-rules.js';
import { createTurns } from './turns.js';

export interface JobParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  readonly webhooks: Webhooks;
  readonly ledger: Ledger;
  /** The name by which robots.txt knows this service. */
  readonly robotName: string;
  readonly log: (line: string) => void;
}

/** How a job stands. */
export interface JobState {
  readonly job: Job;
  /** Pages known: read, under way, or waiting. */
  readonly total: number;
  /** Until when it is kept; every look at it moves that on. */
  readonly expiresAt: number;
}

/** Crawls and batches: starts them, runs them, and answers for them. */
export interface Jobs {
  crawl(team: string, request: JobRequest, idempotencyKey?: string): Job;
  batch(team: string, request: JobRequest, urls: readonly string[]): Job;
  /** Adds URLs to a batch, which goes on if it had ended. */
  append(team: string, id: string, urls: readonly string[]): Job;
  state(team: string, id: string): JobState;
  /** Documents as JSON text. */
  documents(job: Job, page: { skip: number; limit: number; maxBytes: number }): string[];
  /** What a job read under the given id of a scrape. */
  scrape(scrapeId: string): FinishedScrape | undefined;
  errors(team: string, id: string): { errors: JobError[]; robotsBlocked: string[] };
  cancel(team: string, id: string): void;
  active(team: string): Job[];
  readonly queue: JobQueue;
  /** Resolves when the job runs no more. */
  ended(id: string): Promise<void>;
  /** Stops everything where it is; the next server with this database goes on with it. */
  close(): Promise<void>;
}

/** Pages at once, for jobs that do not say. */
const CONCURRENCY = 10;
const MOST_CONCURRENCY = 100;

const CANCELLED = new Error('The job was cancelled.');
const CLOSING = new Error('The server closes.');

/** What servers of this API answer to a cancel says nothing of success. */
const BARE = { success: undefined };

interface Running {
  readonly job: Job;
  readonly frontier: Frontier;
  readonly abort: AbortController;
  pages?: PageRun;
  ended: Promise<void>;
}

export function createJobs(parts: JobParts): Jobs {
  const { database, clock, webhooks, ledger, log } = parts;
  const store = createJobStore(parts);
  createFrontierTable(database);
  const turns = createTurns(clock);
  const running = new Map<string, Running>();
  for (const job of store.unfinished()) launch(job);

  function launch(job: Job): void {
    const frontier = openFrontier(database, job.number);
    const entry: Running = { job, frontier, abort: new AbortController(), ended: Promise.resolve() };
    // Each page under way listens to it.
    setMaxListeners(0, entry.abort.signal);
    running.set(job.id, entry);
    entry.ended = run(entry).catch((error: Error) => log(`${job.kind} ${job.id}: ${error.stack}`));
  }

  async function run(entry: Running): Promise<void> {
    const { job, frontier, abort } = entry;
    const { signal } = abort;
    const results = createJobResults(job, { ...parts, store }, () => signal.reason === CANCELLED);
    try {
      const plan = await planOf(job, signal);
      // A batch may be added to just as its last page is done.
      do {
        entry.pages = startPageRun(frontier, plan, results, abort);
        await entry.pages.done;
      } while (!signal.aborted && frontier.open > 0 && results.count < plan.limit);
      conclude(entry, signal.aborted ? undefined : 'completed');
    } catch (error) {
      log(`${job.kind} ${job.id}: ${(error as Error).stack}`);
      conclude(entry, 'failed', `The job ended early, because of an error in this server: ${(error as Error).message}`);
    }
  }

  /** After a cancel the status stands already; a server that closes leaves the job as it is. */
  function conclude({ job, frontier, abort }: Running, status?: 'completed' | 'failed', error?: string): void {
    running.delete(job.id);
    if (abort.signal.reason === CLOSING) return;
    const { team, id, kind, request } = job;
    database.transaction(() => {
      if (status) {
        store.end(job, status, error);
        // Of a job that failed, no server of this API tells; its state does.
        if (status === 'completed') announce(webhooks, job, status, { success: true });
      }
      frontier.clear();
      ledger.charge({ team, endpoint: kind, credits: store.bill(job), jobId: id, target: request.url });
    });
  }

  function planOf(job: Job, signal: AbortSignal): PagePlan | Promise<PagePlan> {
    const concurrency = Math.min(job.request.maxConcurrency ?? CONCURRENCY, MOST_CONCURRENCY);
    if (job.kind === 'batch_scrape') {
      return createBatchPlan({ job, scraper: parts.scraper, concurrency, signal });
    }
    return createCrawlPlan({
      ...parts,
      job,
      turns,
      concurrency,
      signal,
      setProgress: (progress) => store.setProgress(job, progress),
    });
  }

  function begin(kind: JobKind, team: string, request: JobRequest, seeds: readonly Found[]): Job {
    const job = database.transaction(() => {
      const created = store.create({ id: randomUUID(), kind, team, request });
      openFrontier(database, created.number).add(seeds);
      announce(webhooks, created, 'started', { success: true });
      return created;
    });
    launch(job);
    return job;
  }

  function find(team: string, id: string, body: Partial<RefusalBody> = {}): Job {
    const job = store.find(id);
    if (job?.team !== team) throw new Refusal(404, { error: 'Job not found', ...body });
    return job;
  }

  return {
    crawl(team, request, idempotencyKey) {
      const seeds = seedsOf(request);
      createPathRules(request.crawl ?? {}); // Refuses expressions that are none, before anything is stored.
      if (idempotencyKey !== undefined && !store.claimKey(team, idempotencyKey)) {
        throw new Refusal(409, { error: 'Idempotency key already used' });
      }
      return begin('crawl', team, request, seeds);
    },

    batch: (team, request, urls) => begin('batch_scrape', team, request, pagesOf(urls)),

    append(team, id, urls) {
      const job = find(team, id);
      if (job.kind !== 'batch_scrape') throw new Refusal(404, { error: 'Job not found' });
      if (job.status === 'cancelled' || job.status === 'failed') {
        throw new Refusal(409, { error: `Batch is already ${job.status}` });
      }
      const current = running.get(job.id);
      database.transaction(() => {
        (current?.frontier ?? openFrontier(database, job.number)).add(pagesOf(urls));
        if (!current) store.reopen(job);
      });
      if (current) current.pages?.wake();
      else launch(find(team, id));
      return job;
    },

    state(team, id) {
      const job = find(team, id);
      const open = running.get(job.id)?.frontier.open ?? 0;
      const most = job.request.crawl ? (job.request.crawl.limit ?? crawlDefaults().limit) : Number.POSITIVE_INFINITY;
      return { job, total: Math.max(job.completed, Math.min(most, job.completed + open)), expiresAt: store.touch(job) };
    },

    documents: store.documents,

    scrape(scrapeId) {
      const found = store.findDocument(scrapeId);
      return found && { team: found.team, document: JSON.parse(found.document) };
    },

    errors(team, id) {
      const job = store.find(id);
      if (!job) throw new Refusal(404, { error: 'Job not found' });
      if (job.team !== team) throw new Refusal(403, { error: 'Forbidden' });
      return { errors: store.errors(job), robotsBlocked: store.blocked(job) };
    },

    cancel(team, id) {
      const job = find(team, id, BARE);
      if (job.status === 'cancelled') return;
      if (job.status !== 'scraping') {
        const name = job.kind === 'crawl' ? 'Crawl' : 'Batch';
        throw new Refusal(409, { error: `${name} is already ${job.status}`, ...BARE });
      }
      store.end(job, 'cancelled');
      running.get(job.id)?.abort.abort(CANCELLED);
    },

    active: (team) => store.unfinished(team).filter(({ kind }) => kind === 'crawl'),

    queue: {
      state(team) {
        const mine = [...running.values()].filter(({ job }) => job.team === team);
        const active = mine.reduce((sum, { pages }) => sum + (pages?.running ?? 0), 0);
        const open = mine.reduce((sum, { frontier }) => sum + frontier.open, 0);
        const mostRecentSuccess = store.lastCompletion(team);
        return { active, waiting: Math.max(0, open - active), most: MOST_CONCURRENCY, mostRecentSuccess };
      },
    },

    ended: async (id) => running.get(id)?.ended,

    async close() {
      const all = [...running.values()];
      for (const { abort } of all) abort.abort(CLOSING);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** Each stands for itself: a URL that is given twice is read twice. */
function pagesOf(urls: readonly string[]): Found[] {
  return urls.map((url) => ({ key: randomUUID(), url, depth: 0 }));
}
