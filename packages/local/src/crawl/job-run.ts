import { setMaxListeners } from 'node:events';
import type { Background } from '../background.js';
import type { Clock } from '../clock.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { Database } from '../store/database.js';
import { StorageFull } from '../store/storage-full.js';
import { untilStored } from '../store/until-stored.js';
import type { Ledger } from '../team/ledger.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { createBatchPlan } from './batch-plan.js';
import { createCrawlPlan } from './crawl-plan.js';
import { type Frontier, openFrontier } from './frontier.js';
import { type Job, nameOf } from './job.js';
import { announce, createJobResults } from './job-results.js';
import type { JobStore } from './job-store.js';
import { type PagePlan, type PageRun, startPageRun } from './page-run.js';
import type { RequestSpacing } from './request-spacing.js';

export interface JobRunParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  readonly webhooks: Webhooks;
  readonly ledger: Ledger;
  readonly store: JobStore;
  readonly spacing: RequestSpacing;
  readonly background: Background;
  /** The name by which robots.txt knows this service. */
  readonly robotName: string;
  readonly log: (line: string) => void;
  /** Called as soon as the end of the job is stored. */
  readonly onEnd: () => void;
}

/** A job that is being worked on. */
export interface JobRun {
  readonly job: Job;
  readonly frontier: Frontier;
  /** Pages under way. */
  readonly active: number;
  /** Whether something of it could not be stored, and is waiting for the next try. */
  readonly isHeldUp: boolean;
  /** Resolves when it runs no more. */
  readonly ended: Promise<void>;
  /** To be called when URLs were added to its frontier. */
  wake(): void;
  /** Ends it; its status has been stored. */
  cancel(): void;
  /** Stops it where it is; the next server with this database goes on with it. */
  close(): void;
}

/** Pages at once, for jobs that do not say. */
const CONCURRENCY = 10;
export const MOST_CONCURRENCY = 100;

const CANCELLED = new Error('The job was cancelled.');
const CLOSING = new Error('The server closes.');

/** What its pages came to. */
interface End {
  readonly status: 'completed' | 'failed';
  readonly error?: string;
}

export function startJobRun(job: Job, parts: JobRunParts): JobRun {
  const { database, clock, webhooks, store, background, log, onEnd } = parts;
  const name = nameOf(job);
  const abort = new AbortController();
  const closing = new AbortController();
  let frontier = openFrontier(database, job.number);
  let pages: PageRun | undefined;
  let isAddedTo = false;
  let isHeldUp = false;

  async function run(): Promise<void> {
    const patience = {
      clock,
      log(line: string) {
        isHeldUp = true;
        log(line);
      },
    };
    for (let isOver = false; !isOver; ) {
      // Nothing but an abort ends the waiting for a disk that is full.
      const end = await untilStored(name, visitPages, { ...patience, signal: abort.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      isOver = await untilStored(`The end of ${name}`, () => conclude(end), { ...patience, signal: closing.signal });
    }
  }

  /** Visits the pages that are left. Throws when the disk is full; undefined after an abort. */
  async function visitPages(): Promise<End | undefined> {
    const current = store.find(job.id) ?? job;
    const results = createJobResults(current, parts, () => abort.signal.reason === CANCELLED);
    // Of its own, because a failure ends it as well.
    const visits = new AbortController();
    // Each page under way listens to it.
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
    const concurrency = Math.min(current.request.maxConcurrency ?? CONCURRENCY, MOST_CONCURRENCY);
    const common = { ...parts, job: current, concurrency, signal };
    if (current.kind === 'batch_scrape') return createBatchPlan(common);
    return createCrawlPlan({ ...common, setProgress: (progress) => store.setProgress(current, progress) });
  }

  /** Returns false for a batch that was added to as its last page was done: it goes on. */
  function conclude(end: End | undefined): boolean {
    const isCancelled = abort.signal.aborted;
    if (isAddedTo && !isCancelled) return false;
    isHeldUp = false;
    database.transaction(() => {
      if (end && !isCancelled) {
        store.end(job, end.status, end.error);
        // Of a job that failed, no server of this API tells; its state does.
        if (end.status === 'completed') announce(webhooks, job, 'completed', { success: true });
      }
      frontier.clear();
    });
    onEnd();
    return true;
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
