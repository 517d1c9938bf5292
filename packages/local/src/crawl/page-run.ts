import type { ScrapeResult } from '../scrape/scrape-task.js';
import { StorageFull } from '../store/storage-full.js';
import type { Frontier, FrontierPage } from './frontier.js';

/** Why a page is not visited or not stored. */
export interface PageExclusion {
  /** `denial` adds an error to the job; `robots` adds the page to the list of pages that robots.txt forbids. */
  readonly kind: 'denial' | 'robots';
  readonly message: string;
}

/** The steps for the pages of a job, which differ between crawls and batches. */
export interface PagePlan {
  /** The number of pages that are visited at once. */
  readonly concurrency: number;
  /** The maximum number of documents. */
  readonly limit: number;
  /** Finds pages by other means than links, during the visits, as long as `isWanted` returns true. */
  readonly prepare?: ((frontier: Frontier, isWanted: () => boolean) => Promise<void>) | undefined;
  /** Waits for the turn of the page; returns why it must not be visited. */
  exclusionOf(page: FrontierPage): Promise<PageExclusion | undefined>;
  scrape(page: FrontierPage): Promise<ScrapeResult>;
  /**
   * Adds the links of the page to the frontier, or returns why the page was redirected out of the job. The links are stored
   * before the page is finished, because they may be many; adding one twice has no effect.
   */
  follow?(page: FrontierPage, scraped: ScrapeResult, frontier: Frontier): Promise<PageExclusion | undefined>;
  /** Records the final URL of the page; returns `duplicate` when another URL has led to it before. */
  recordFinalUrl(page: FrontierPage, scraped: ScrapeResult, frontier: Frontier): 'duplicate' | undefined;
  /** Called when the page is finished: it was visited, or refused before the visit. */
  onFinish?(page: FrontierPage, refused: boolean): void;
}

/** Receives the outcome of each page. */
export interface PageResults {
  /** The number of documents so far. */
  readonly count: number;
  /** Stores everything about a page, or nothing. */
  transaction(work: () => void): void;
  document(page: FrontierPage, scraped: ScrapeResult): void;
  exclusion(page: FrontierPage, exclusion: PageExclusion): void;
  failure(page: FrontierPage, error: unknown): void;
  /** The run was aborted before the page was scraped. */
  interruption(page: FrontierPage): void;
}

export interface PageRun {
  /** Resolves when no pages are left to visit, or after an abort, when no page is running any more. */
  readonly done: Promise<void>;
  /** The number of pages that are being visited. */
  readonly running: number;
  /** Checks the frontier again after pages were added to it. */
  wake(): void;
}

/** Visits the pages of a frontier, several at once, until none are left. */
export function startPageRun(
  frontier: Frontier,
  plan: PagePlan,
  results: PageResults,
  abort: AbortController,
): PageRun {
  const { signal } = abort;
  let running = 0;
  let preparing = true;
  let stopped = false;
  let broken: { readonly error: unknown } | undefined;
  const waiting: (() => void)[] = [];

  function wake(): void {
    for (const resume of waiting.splice(0)) resume();
  }

  const isWanted = () => results.count < plan.limit;

  function next(): FrontierPage | undefined {
    return results.count + running < plan.limit ? frontier.take() : undefined;
  }

  function stop(): void {
    stopped = true;
    wake();
  }

  async function prepare(): Promise<void> {
    if (isWanted()) await plan.prepare?.(frontier, isWanted);
    preparing = false;
    wake();
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const page = next();
      if (page) {
        running += 1;
        await visit(page);
        running -= 1;
        wake();
      } else if (running > 0 || preparing) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        return;
      }
    }
  }

  async function visit(page: FrontierPage): Promise<void> {
    let scraped: ScrapeResult;
    try {
      const exclusionBefore = await plan.exclusionOf(page);
      if (exclusionBefore) return finish(page, () => results.exclusion(page, exclusionBefore), true);
      scraped = await plan.scrape(page);
      const exclusionAfter = await plan.follow?.(page, scraped, frontier);
      if (exclusionAfter) return finish(page, () => results.exclusion(page, exclusionAfter));
    } catch (error) {
      if (signal.aborted) return results.interruption(page);
      if (error instanceof StorageFull) throw error;
      return finish(page, () => results.failure(page, error));
    }
    finish(page, () => {
      if (plan.recordFinalUrl(page, scraped, frontier) !== 'duplicate') results.document(page, scraped);
    });
  }

  function finish(page: FrontierPage, store: () => void, refused = false): void {
    results.transaction(() => {
      store();
      frontier.finish(page);
      plan.onFinish?.(page, refused);
    });
  }

  /** A failure that concerns no single page, such as a full disk, aborts the run once the running pages have ended. */
  const guarded = (part: () => Promise<void>) =>
    part().catch((error: unknown) => {
      if (signal.aborted) return;
      broken = { error };
      abort.abort(error);
    });

  async function run(): Promise<void> {
    if (signal.aborted) return;
    signal.addEventListener('abort', stop, { once: true });
    await Promise.all([prepare, ...Array.from({ length: plan.concurrency }, () => work)].map(guarded));
    signal.removeEventListener('abort', stop);
    if (broken) throw broken.error;
  }

  return {
    done: run(),
    get running() {
      return running;
    },
    wake,
  };
}
