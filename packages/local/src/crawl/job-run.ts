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
  const { database, clock, webhooks, store, background, log, onEnd } = dependencies;
  const name = nameOf(job);
  const abort = new AbortController();
  const closing = new AbortController();
  let frontier = openFrontier(database, job.number);
  let pages: PageRun | undefined;
  let isAddedTo = false;
  let isHeldUp = false;

  async function run(): Promise<void> {
    const retryOptions = {
      clock,
      log(line: string) {
        isHeldUp = true;
        log(line);
      },
    };
    for (let isOver = false; !isOver; ) {
      // Only an abort ends the wait for a full disk.
      const end = await untilStored(name, visitPages, { ...retryOptions, signal: abort.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      isOver = await untilStored(`The end of ${name}`, () => conclude(end), {
        ...retryOptions,
        signal: closing.signal,
      });
    }
  }

  /** Visits the remaining pages. Throws when the disk is full; returns undefined after an abort. */
  async function visitPages(): Promise<End | undefined> {
    const current = store.find(job.id) ?? job;
    const results = createJobResults(current, dependencies, () => abort.signal.reason === CANCELLED);
    // A separate controller, because a failure aborts the visits but not the run.
    const visits = new AbortController();
    // Each running page adds a listener.
    setMaxListeners(0, visits.signal);
    const stop = () => visits.abort(abort.signal.reason);
    abort.signal.addEventListener('abort', stop, { once: true });
    frontier = openFrontier(database, job.number);
    [isAddedTo, isHeldUp] = [false, false];
    try {
      pages = startPageRun(frontier, await planOf(current, visits.signal), results, visits);
      await pages.done;
      return abort.signal.aborted ? undefined : { status: 'completed' };
    } catch (error) {
      if (error instanceof StorageFull) throw error;
      log(`${name}: ${(error as Error).stack}`);
      const sentence = `The job ended early, because of an error in this server: ${(error as Error).message}`;
      return { status: 'failed', error: sentence };
    } finally {
      abort.signal.removeEventListener('abort', stop);
    }
  }

  function planOf(current: Job, signal: AbortSignal): PagePlan | Promise<PagePlan> {
    const concurrency = Math.min(current.request.maxConcurrency ?? CONCURRENCY, MAX_CONCURRENCY);
    const common = { ...dependencies, job: current, concurrency, signal };
    if (current.kind === 'batch_scrape') return createBatchPlan(common);
    return createCrawlPlan({ ...common, setProgress: (progress) => store.setProgress(current, progress) });
  }

  /** Returns false if URLs were added to a batch while its last page was finished: then the run goes on. */
  function conclude(end: End | undefined): boolean {
    const isCancelled = abort.signal.aborted;
    if (isAddedTo && !isCancelled) return false;
    isHeldUp = false;
    database.transaction(() => {
      if (end && !isCancelled) {
        store.end(job, end.status, end.error);
        // Servers of this API send no event for a failed job; its state has the error.
        if (end.status === 'completed') announce(webhooks, job, 'completed', { success: true });
      }
      frontier.clear();
    });
    logEmptyJob();
    onEnd();
    return true;
  }

  function logEmptyJob(): void {
    const current = store.find(job.id);
    const reason = current && emptyJobReason(current, store.failedPages(current));
    if (reason === undefined) return;
    const { zeroDataRetention, scrapeOptions } = job.request;
    // The reason names the page.
    log(`${name}: ${zeroDataRetention || scrapeOptions.lockdown ? 'It has brought nothing.' : reason}`);
  }

  const { ended } = background.start(name, run);
  return {
    job,
    get frontier() {
      return frontier;
    },
    get active() {
      return pages?.running ?? 0;
    },
    get isHeldUp() {
      return isHeldUp;
    },
    ended,
    wake() {
      isAddedTo = true;
      pages?.wake();
    },
    cancel: () => abort.abort(CANCELLED),
    close() {
      closing.abort(CLOSING);
      abort.abort(CLOSING);
    },
  };
}
