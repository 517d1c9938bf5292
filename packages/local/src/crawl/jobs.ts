import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Document, JobError } from '@trawl/client';
import type { JobQueue } from '../accounts/job-queue.js';
import type { Ledger } from '../accounts/ledger.js';
import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal, type RefusalBody } from '../contract/refusal.js';
import { inTurns } from '../event-loop.js';
import { type FinishedScrape, originOf } from '../scrape/finished-scrapes.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { Database } from '../store/database.js';
import { storedIfPossible, untilStored } from '../store/until-stored.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { crawlDefaults } from './crawl-defaults.js';
import { seedsOf } from './crawl-plan.js';
import { createFrontierTable, type FoundPage, forgetFrontiers, openFrontier } from './frontier.js';
import { type Job, type JobKind, type JobRequest, nameOf } from './job.js';
import { announce } from './job-results.js';
import { type JobRun, MAX_CONCURRENCY, startJobRun } from './job-run.js';
import { createJobStore, type JobStore } from './job-store.js';
import { type FailedPages, jobWarning } from './job-warning.js';
import { createPathMatcher } from './path-matcher.js';
import { refuseInvalidPaths } from './path-rules.js';
import { createRequestSpacing } from './request-spacing.js';

export interface JobDependencies {
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

/** The state of a job. */
export interface JobState {
  readonly job: Job;
  /** All known pages: scraped, running or waiting. */
  readonly total: number;
  /** When the job is deleted; each request for it extends this. */
  readonly expiresAt: number;
  /** Whether the job waits because something cannot be stored. */
  readonly isHeldUp: boolean;
  /** Why the job has ended without results, or that robots.txt kept pages out. */
  readonly warning: string | undefined;
}

/** Starts and runs crawls and batches, and returns their state. */
export interface Jobs {
  crawl(team: string, request: JobRequest, idempotencyKey?: string): Job;
  batch(team: string, request: JobRequest, urls: readonly string[]): Job;
  /** Adds URLs to a batch, which goes on if it had ended. */
  append(team: string, id: string, urls: readonly string[]): Job;
  state(team: string, id: string): JobState;
  /** The documents as JSON text. */
  documents(job: Job, page: { skip: number; limit: number; maxBytes: number }): string[];
  /** The scrape of a job with the given id. */
  scrape(scrapeId: string): FinishedScrape | undefined;
  /** The last jobs of all teams, for the operator; does not extend their retention. */
  latest(limit: number): JobState[];
  /** The state of a job of any team, for the operator; does not extend its retention. */
  inspect(id: string): JobState | undefined;
  /** How many pages of the job are no results. */
  failures(job: Job): FailedPages;
  /** Whether nothing of the job may be kept elsewhere. */
  isPrivate(id: string): boolean;
  errors(team: string, id: string): { errors: JobError[]; robotsBlocked: string[] };
  cancel(team: string, id: string): void;
  active(team: string): Promise<Job[]>;
  readonly queue: JobQueue;
  /** Resolves when the job no longer runs. */
  ended(id: string): Promise<void>;
  /** Calls the listener when the job gets a document and when it ends; returns a function that stops the calls. */
  onChange(id: string, listener: () => void): () => void;
  /** Stops all jobs; the next server with this database resumes them. */
  close(): Promise<void>;
}

/** The answer to a request that still runs when the service closes or is reset. */
const CLOSED = new Refusal(503, {
  error: 'The server closed or was reset while it handled this request. Send it again.',
});

/** Servers of this API answer a cancel without the field `success`. */
const BARE = { success: undefined };

export function createJobs(dependencies: JobDependencies): Jobs {
  const { database, clock, webhooks, ledger, log } = dependencies;
  // Each job is an event, and each client that watches it a listener.
  const changes = new EventEmitter().setMaxListeners(0);
  const stored = createJobStore(dependencies);
  const store: JobStore = {
    ...stored,
    addDocument(job, document, credits) {
      stored.addDocument(job, document, credits);
      changes.emit(job.id);
    },
    end(job, status, error) {
      stored.end(job, status, error);
      changes.emit(job.id);
    },
  };
  createFrontierTable(database);
  const spacing = createRequestSpacing(clock);
  const matcher = createPathMatcher();
  const background = createBackground(log);
  const closing = new AbortController();
  const running = new Map<string, JobRun>();

  for (const job of store.unfinished()) {
    if (job.request.endsWithServer) end(job);
    else launch(job);
  }
  background.start('What cancelled jobs have left', async () => forgetFrontiers(database));

  function launch(job: Job): void {
    const onEnd = () => running.delete(job.id);
    running.set(
      job.id,
      startJobRun(job, { ...dependencies, store, spacing, matchPaths: matcher.match, background, onEnd }),
    );
  }

  function end(job: Job): void {
    const name = `The end of ${nameOf(job)}`;
    const cancel = () => store.end(job, 'cancelled');
    background.start(name, () => untilStored(name, cancel, { clock, log, signal: closing.signal }));
  }

  function begin(kind: JobKind, team: string, request: JobRequest, seeds: readonly FoundPage[], key?: string): Job {
    closing.signal.throwIfAborted();
    forgetExpired();
    const job = database.transaction(() => {
      if (key !== undefined && !store.claimKey(team, key)) {
        throw new Refusal(409, { error: 'Idempotency key already used' });
      }
      const created = store.create({ id: randomUUID(), kind, team, request });
      openFrontier(database, created.number).add(seeds);
      ledger.charge({ team, endpoint: kind, credits: 0, jobId: created.id, target: request.url });
      announce(webhooks, created, 'started', { success: true });
      return created;
    });
    launch(job);
    return job;
  }

  /** Nothing depends on it: a disk that is full takes no job, and says so where one is to be stored. */
  function forgetExpired(): void {
    storedIfPossible(() => store.forgetExpired());
  }

  function find(team: string, id: string, body: Partial<RefusalBody> = {}): Job {
    const job = store.find(id);
    if (job?.team !== team) throw new Refusal(404, { error: 'Job not found', ...body });
    return job;
  }

  function stateOf(job: Job): JobState {
    const { frontier, isHeldUp = false } = running.get(job.id) ?? {};
    const open = frontier?.open ?? 0;
    const most = job.request.crawl
      ? Math.ceil(job.request.crawl.limit ?? crawlDefaults().limit)
      : Number.POSITIVE_INFINITY;
    const total = Math.max(job.completed, Math.min(most, job.completed + open));
    const warning = job.status === 'scraping' ? undefined : jobWarning(job, store.failedPages(job));
    return { job, total, expiresAt: job.expiresAt, isHeldUp, warning };
  }

  return {
    crawl(team, request, idempotencyKey) {
      const seeds = seedsOf(request);
      refuseInvalidPaths(request.crawl ?? {});
      return begin('crawl', team, request, seeds, idempotencyKey);
    },

    batch: (team, request, urls) => begin('batch_scrape', team, request, pagesOf(urls)),

    append(team, id, urls) {
      closing.signal.throwIfAborted();
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
      if (current) current.wake();
      else launch(find(team, id));
      return job;
    },

    state(team, id) {
      const job = find(team, id);
      // A request for the state is answered even when nothing can be stored.
      const expiresAt = storedIfPossible(() => store.touch(job)) ?? job.expiresAt;
      return { ...stateOf(job), expiresAt };
    },

    latest: (limit) => store.latest(limit).map(stateOf),

    inspect(id) {
      const job = store.find(id);
      return job && stateOf(job);
    },

    failures: store.failedPages,

    isPrivate: store.isPrivate,

    documents: store.documents,

    scrape(scrapeId) {
      const found = store.findDocument(scrapeId);
      if (!found) return undefined;
      const document: Document = JSON.parse(found.document);
      const { scrapeOptions }: JobRequest = JSON.parse(found.request);
      return { team: found.team, document, origin: originOf(document, scrapeOptions) };
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
      running.get(job.id)?.cancel();
    },

    async active(team) {
      const crawls: Job[] = [];
      await inTurns(store.crawling(team), (id) => {
        const job = store.find(id);
        if (job?.status === 'scraping') crawls.push(job);
      });
      return crawls;
    },

    queue: {
      state(team) {
        const mine = [...running.values()].filter(({ job }) => job.team === team);
        const active = mine.reduce((sum, run) => sum + run.active, 0);
        const open = mine.reduce((sum, { frontier }) => sum + frontier.open, 0);
        const mostRecentSuccess = store.lastCompletion(team);
        return { active, waiting: Math.max(0, open - active), maxActive: MAX_CONCURRENCY, mostRecentSuccess };
      },
    },

    ended: async (id) => running.get(id)?.ended,

    onChange(id, listener) {
      changes.on(id, listener);
      return () => changes.off(id, listener);
    },

    async close() {
      closing.abort(CLOSED);
      for (const run of running.values()) run.close();
      await background.idle();
      await matcher.close();
    },
  };
}

/** Each URL has its own key: a URL that is listed twice is scraped twice. */
function pagesOf(urls: readonly string[]): FoundPage[] {
  return urls.map((url) => ({ key: randomUUID(), url, depth: 0 }));
}
