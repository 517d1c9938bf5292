import { setMaxListeners } from 'node:events';
import type { Ledger } from '../accounts/ledger.js';
import type { Background } from '../background.js';
import type { Clock } from '../clock.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { Database } from '../store/database.js';
import { StorageFull } from '../store/storage-full.js';
import { untilStored } from '../store/until-stored.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { createBatchPlan } from './batch-plan.js';
import { createCrawlPlan } from './crawl-plan.js';
import { type Frontier, openFrontier } from './frontier.js';
import { type Job, nameOf } from './job.js';
import { announce, createJobResults } from './job-results.js';
import type { JobStore } from './job-store.js';
import { emptyJobReason } from './job-warning.js';
import { type PagePlan, type PageRun, startPageRun } from './page-run.js';
import type { PathMatcher } from './path-matcher.js';
import type { RequestSpacing } from './request-spacing.js';

export interface JobRunDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  readonly webhooks: Webhooks;
  readonly ledger: Ledger;
  readonly store: JobStore;
  readonly spacing: RequestSpacing;
  readonly matchPaths: PathMatcher['match'];
  readonly background: Background;
  /** The name by which robots.txt knows this service. */
  readonly robotName: string;
  readonly log: (line: string) => void;
  /** Called as soon as the end of the job is stored. */
  readonly onEnd: () => void;
}

/** A running job. */
export interface JobRun {
  readonly job: Job;
  readonly frontier: Frontier;
  /** The number of pages that are being scraped. */
  readonly active: number;
  /** Whether something could not be stored, and the job waits for the next attempt. */
  readonly isHeldUp: boolean;
  /** Resolves when the job no longer runs. */
  readonly ended: Promise<void>;
  /** Call it after adding URLs to the frontier. */
  wake(): void;
  /** Ends the run; the caller has stored its status. */
  cancel(): void;
  /** Stops the run; the next server with this database resumes it. */
  close(): void;
}

/** Pages scraped at once by default. */
const CONCURRENCY = 10;
export const MAX_CONCURRENCY = 100;

const CANCELLED = new Error('The job was cancelled.');
const CLOSING = new Error('The server closes.');

/** How the visits of all pages ended. */
interface End {
  readonly status: 'completed' | 'failed';
  readonly error?: string;
}

export function startJobRun(job: Job, dependencies: JobRunDependencies): JobRun {
  return new BackgroundJobRun(job, dependencies);
}

class BackgroundJobRun implements JobRun {
  readonly #dependencies: JobRunDependencies;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #webhooks: Webhooks;
  readonly #store: JobStore;
  readonly #log: (line: string) => void;
  readonly #onEnd: () => void;
  readonly #name: string;
  readonly #abort = new AbortController();
  readonly #closing = new AbortController();
  #frontier: Frontier;
  #pages: PageRun | undefined;
  #isAddedTo = false;
  #isHeldUp = false;
  readonly job: Job;
  readonly ended: Promise<void>;

  constructor(job: Job, dependencies: JobRunDependencies) {
    this.job = job;
    this.#dependencies = dependencies;
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#webhooks = dependencies.webhooks;
    this.#store = dependencies.store;
    this.#log = dependencies.log;
    this.#onEnd = dependencies.onEnd;
    this.#name = nameOf(job);
    this.#frontier = openFrontier(this.#database, this.job.number);
    this.ended = dependencies.background.start(this.#name, () => this.#run()).ended;
  }

  get frontier(): Frontier {
    return this.#frontier;
  }

  get active(): number {
    return this.#pages?.running ?? 0;
  }

  get isHeldUp(): boolean {
    return this.#isHeldUp;
  }

  wake(): void {
    this.#isAddedTo = true;
    this.#pages?.wake();
  }

  cancel(): void {
    this.#abort.abort(CANCELLED);
  }

  close(): void {
    this.#closing.abort(CLOSING);
    this.#abort.abort(CLOSING);
  }

  async #run(): Promise<void> {
    const retryOptions = {
      clock: this.#clock,
      log: (line: string) => {
        this.#isHeldUp = true;
        this.#log(line);
      },
    };
    for (let isOver = false; !isOver; ) {
      // Only an abort ends the wait for a full disk.
      const end = await untilStored(this.#name, () => this.#visitPages(), {
        ...retryOptions,
        signal: this.#abort.signal,
      }).catch(() => undefined);
      if (this.#closing.signal.aborted) return;
      isOver = await untilStored(`The end of ${this.#name}`, () => this.#conclude(end), {
        ...retryOptions,
        signal: this.#closing.signal,
      });
    }
  }

  /** Visits the remaining pages. Throws when the disk is full; returns undefined after an abort. */
  async #visitPages(): Promise<End | undefined> {
    const current = this.#store.find(this.job.id) ?? this.job;
    const results = createJobResults(current, this.#dependencies, () => this.#abort.signal.reason === CANCELLED);
    // A separate controller, because a failure aborts the visits but not the run.
    const visits = new AbortController();
    // Each running page adds a listener.
    setMaxListeners(0, visits.signal);
    const stop = () => visits.abort(this.#abort.signal.reason);
    this.#abort.signal.addEventListener('abort', stop, { once: true });
    this.#frontier = openFrontier(this.#database, this.job.number);
    this.#isAddedTo = false;
    this.#isHeldUp = false;
    try {
      this.#pages = startPageRun(this.#frontier, await this.#planOf(current, visits.signal), results, visits);
      await this.#pages.done;
      return this.#abort.signal.aborted ? undefined : { status: 'completed' };
    } catch (error) {
      if (error instanceof StorageFull) throw error;
      this.#log(`${this.#name}: ${(error as Error).stack}`);
      const sentence = `The job ended early, because of an error in this server: ${(error as Error).message}`;
      return { status: 'failed', error: sentence };
    } finally {
      this.#abort.signal.removeEventListener('abort', stop);
    }
  }

  #planOf(current: Job, signal: AbortSignal): PagePlan | Promise<PagePlan> {
    const concurrency = Math.min(current.request.maxConcurrency ?? CONCURRENCY, MAX_CONCURRENCY);
    const common = { ...this.#dependencies, job: current, concurrency, signal };
    if (current.kind === 'batch_scrape') return createBatchPlan(common);
    return createCrawlPlan({ ...common, setProgress: (progress) => this.#store.setProgress(current, progress) });
  }

  /** Returns false if URLs were added to a batch while its last page was finished: then the run goes on. */
  #conclude(end: End | undefined): boolean {
    const isCancelled = this.#abort.signal.aborted;
    if (this.#isAddedTo && !isCancelled) return false;
    this.#isHeldUp = false;
    this.#database.transaction(() => {
      if (end && !isCancelled) {
        this.#store.end(this.job, end.status, end.error);
        // Servers of this API send no event for a failed job; its state has the error.
        if (end.status === 'completed') announce(this.#webhooks, this.job, 'completed', { success: true });
      }
      this.#frontier.clear();
    });
    this.#logEmptyJob();
    this.#onEnd();
    return true;
  }

  #logEmptyJob(): void {
    const current = this.#store.find(this.job.id);
    const reason = current && emptyJobReason(current, this.#store.failedPages(current));
    if (reason === undefined) return;
    const { zeroDataRetention, scrapeOptions } = this.job.request;
    // The reason names the page.
    this.#log(`${this.#name}: ${zeroDataRetention || scrapeOptions.lockdown ? 'It has brought nothing.' : reason}`);
  }
}
