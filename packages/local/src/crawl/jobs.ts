import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Document, JobError } from '@trawl/client';
import type { JobQueue } from '../accounts/job-queue.js';
import type { Ledger } from '../accounts/ledger.js';
import { type Background, createBackground } from '../background.js';
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
import { createRequestSpacing, type RequestSpacing } from './request-spacing.js';

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
  return new PageJobs(dependencies);
}

class PageJobs implements Jobs {
  readonly #dependencies: JobDependencies;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #webhooks: Webhooks;
  readonly #ledger: Ledger;
  readonly #log: (line: string) => void;
  // Each job is an event, and each client that watches it a listener.
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #store: JobStore;
  readonly #spacing: RequestSpacing;
  readonly #matcher = createPathMatcher();
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, JobRun>();
  readonly queue: JobQueue;

  constructor(dependencies: JobDependencies) {
    this.#dependencies = dependencies;
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#webhooks = dependencies.webhooks;
    this.#ledger = dependencies.ledger;
    this.#log = dependencies.log;
    const { database, clock, log } = dependencies;
    this.#store = createJobStore({ database, clock, onChange: (jobId) => this.#changes.emit(jobId) });
    createFrontierTable(database);
    this.#spacing = createRequestSpacing(clock);
    this.#background = createBackground(log);
    for (const job of this.#store.unfinished()) {
      if (job.request.endsWithServer) this.#end(job);
      else this.#launch(job);
    }
    this.#background.start('What cancelled jobs have left', async () => forgetFrontiers(database));
    this.queue = { state: (team) => this.#queueState(team) };
  }

  crawl(team: string, request: JobRequest, idempotencyKey?: string): Job {
    const seeds = seedsOf(request);
    refuseInvalidPaths(request.crawl ?? {});
    return this.#begin('crawl', team, request, seeds, idempotencyKey);
  }

  batch(team: string, request: JobRequest, urls: readonly string[]): Job {
    return this.#begin('batch_scrape', team, request, pagesOf(urls));
  }

  append(team: string, id: string, urls: readonly string[]): Job {
    this.#closing.signal.throwIfAborted();
    const job = this.#find(team, id);
    if (job.kind !== 'batch_scrape') throw new Refusal(404, { error: 'Job not found' });
    if (job.status === 'cancelled' || job.status === 'failed') {
      throw new Refusal(409, { error: `Batch is already ${job.status}` });
    }
    const current = this.#running.get(job.id);
    this.#database.transaction(() => {
      (current?.frontier ?? openFrontier(this.#database, job.number)).add(pagesOf(urls));
      if (!current) this.#store.reopen(job);
    });
    if (current) current.wake();
    else this.#launch(this.#find(team, id));
    return job;
  }

  state(team: string, id: string): JobState {
    const job = this.#find(team, id);
    // A request for the state is answered even when nothing can be stored.
    const expiresAt = storedIfPossible(() => this.#store.touch(job)) ?? job.expiresAt;
    return { ...this.#stateOf(job), expiresAt };
  }

  latest(limit: number): JobState[] {
    return this.#store.latest(limit).map((job) => this.#stateOf(job));
  }

  inspect(id: string): JobState | undefined {
    const job = this.#store.find(id);
    return job && this.#stateOf(job);
  }

  failures(job: Job): FailedPages {
    return this.#store.failedPages(job);
  }

  isPrivate(id: string): boolean {
    return this.#store.isPrivate(id);
  }

  documents(job: Job, page: { skip: number; limit: number; maxBytes: number }): string[] {
    return this.#store.documents(job, page);
  }

  scrape(scrapeId: string): FinishedScrape | undefined {
    const found = this.#store.findDocument(scrapeId);
    if (!found) return undefined;
    const document: Document = JSON.parse(found.document);
    const { scrapeOptions }: JobRequest = JSON.parse(found.request);
    return { team: found.team, document, origin: originOf(document, scrapeOptions) };
  }

  errors(team: string, id: string): { errors: JobError[]; robotsBlocked: string[] } {
    const job = this.#store.find(id);
    if (!job) throw new Refusal(404, { error: 'Job not found' });
    if (job.team !== team) throw new Refusal(403, { error: 'Forbidden' });
    return { errors: this.#store.errors(job), robotsBlocked: this.#store.blocked(job) };
  }

  cancel(team: string, id: string): void {
    const job = this.#find(team, id, BARE);
    if (job.status === 'cancelled') return;
    if (job.status !== 'scraping') {
      const name = job.kind === 'crawl' ? 'Crawl' : 'Batch';
      throw new Refusal(409, { error: `${name} is already ${job.status}`, ...BARE });
    }
    this.#store.end(job, 'cancelled');
    this.#running.get(job.id)?.cancel();
  }

  async active(team: string): Promise<Job[]> {
    const crawls: Job[] = [];
    await inTurns(this.#store.crawling(team), (id) => {
      const job = this.#store.find(id);
      if (job?.status === 'scraping') crawls.push(job);
    });
    return crawls;
  }

  async ended(id: string): Promise<void> {
    return this.#running.get(id)?.ended;
  }

  onChange(id: string, listener: () => void): () => void {
    this.#changes.on(id, listener);
    return () => this.#changes.off(id, listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    for (const run of this.#running.values()) run.close();
    await this.#background.idle();
    await this.#matcher.close();
  }

  #launch(job: Job): void {
    const onEnd = () => this.#running.delete(job.id);
    this.#running.set(
      job.id,
      startJobRun(job, {
        ...this.#dependencies,
        store: this.#store,
        spacing: this.#spacing,
        matchPaths: this.#matcher.match,
        background: this.#background,
        onEnd,
      }),
    );
  }

  #end(job: Job): void {
    const name = `The end of ${nameOf(job)}`;
    const cancel = () => this.#store.end(job, 'cancelled');
    this.#background.start(name, () =>
      untilStored(name, cancel, { clock: this.#clock, log: this.#log, signal: this.#closing.signal }),
    );
  }

  #begin(kind: JobKind, team: string, request: JobRequest, seeds: readonly FoundPage[], key?: string): Job {
    this.#closing.signal.throwIfAborted();
    this.#forgetExpired();
    const job = this.#database.transaction(() => {
      if (key !== undefined && !this.#store.claimKey(team, key)) {
        throw new Refusal(409, { error: 'Idempotency key already used' });
      }
      const created = this.#store.create({ id: randomUUID(), kind, team, request });
      openFrontier(this.#database, created.number).add(seeds);
      this.#ledger.charge({ team, endpoint: kind, credits: 0, jobId: created.id, target: request.url });
      announce(this.#webhooks, created, 'started', { success: true });
      return created;
    });
    this.#launch(job);
    return job;
  }

  #queueState(team: string): ReturnType<JobQueue['state']> {
    const mine = [...this.#running.values()].filter(({ job }) => job.team === team);
    const active = mine.reduce((sum, run) => sum + run.active, 0);
    const open = mine.reduce((sum, { frontier }) => sum + frontier.open, 0);
    const mostRecentSuccess = this.#store.lastCompletion(team);
    return { active, waiting: Math.max(0, open - active), maxActive: MAX_CONCURRENCY, mostRecentSuccess };
  }

  /** Nothing depends on it: a disk that is full takes no job, and says so where one is to be stored. */
  #forgetExpired(): void {
    storedIfPossible(() => this.#store.forgetExpired());
  }

  #find(team: string, id: string, body: Partial<RefusalBody> = {}): Job {
    const job = this.#store.find(id);
    if (job?.team !== team) throw new Refusal(404, { error: 'Job not found', ...body });
    return job;
  }

  #stateOf(job: Job): JobState {
    const { frontier, isHeldUp = false } = this.#running.get(job.id) ?? {};
    const open = frontier?.open ?? 0;
    const most = job.request.crawl
      ? Math.ceil(job.request.crawl.limit ?? crawlDefaults().limit)
      : Number.POSITIVE_INFINITY;
    const total = Math.max(job.completed, Math.min(most, job.completed + open));
    const warning = job.status === 'scraping' ? undefined : jobWarning(job, this.#store.failedPages(job));
    return { job, total, expiresAt: job.expiresAt, isHeldUp, warning };
  }
}

/** Each URL has its own key: a URL that is listed twice is scraped twice. */
function pagesOf(urls: readonly string[]): FoundPage[] {
  return urls.map((url) => ({ key: randomUUID(), url, depth: 0 }));
}
