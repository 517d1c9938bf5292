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
  return new ConcurrentPageRun(frontier, plan, results, abort);
}

class ConcurrentPageRun implements PageRun {
  readonly #frontier: Frontier;
  readonly #plan: PagePlan;
  readonly #results: PageResults;
  readonly #abort: AbortController;
  readonly #signal: AbortSignal;
  #running = 0;
  #isPreparing = true;
  #isStopped = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #waiting: (() => void)[] = [];
  readonly #stop = (): void => {
    this.#isStopped = true;
    this.wake();
  };
  readonly done: Promise<void>;

  constructor(frontier: Frontier, plan: PagePlan, results: PageResults, abort: AbortController) {
    this.#frontier = frontier;
    this.#plan = plan;
    this.#results = results;
    this.#abort = abort;
    this.#signal = abort.signal;
    this.done = this.#run();
  }

  wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  get running(): number {
    return this.#running;
  }

  #isPageWanted(): boolean {
    return this.#results.count < this.#plan.limit;
  }

  #next(): FrontierPage | undefined {
    return this.#results.count + this.#running < this.#plan.limit ? this.#frontier.take() : undefined;
  }

  async #prepare(): Promise<void> {
    if (this.#isPageWanted()) await this.#plan.prepare?.(this.#frontier, () => this.#isPageWanted());
    this.#isPreparing = false;
    this.wake();
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      const page = this.#next();
      if (page) {
        this.#running += 1;
        await this.#visit(page);
        this.#running -= 1;
        this.wake();
      } else if (this.#running > 0 || this.#isPreparing) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      } else {
        return;
      }
    }
  }

  async #visit(page: FrontierPage): Promise<void> {
    let scraped: ScrapeResult;
    try {
      const exclusionBefore = await this.#plan.exclusionOf(page);
      if (exclusionBefore) return this.#finish(page, () => this.#results.exclusion(page, exclusionBefore), true);
      scraped = await this.#plan.scrape(page);
      const exclusionAfter = await this.#plan.follow?.(page, scraped, this.#frontier);
      if (exclusionAfter) return this.#finish(page, () => this.#results.exclusion(page, exclusionAfter));
    } catch (error) {
      if (this.#signal.aborted) return this.#results.interruption(page);
      if (error instanceof StorageFull) throw error;
      return this.#finish(page, () => this.#results.failure(page, error));
    }
    this.#finish(page, () => {
      if (this.#plan.recordFinalUrl(page, scraped, this.#frontier) !== 'duplicate')
        this.#results.document(page, scraped);
    });
  }

  #finish(page: FrontierPage, store: () => void, refused = false): void {
    this.#results.transaction(() => {
      store();
      this.#frontier.finish(page);
      this.#plan.onFinish?.(page, refused);
    });
  }

  /** A failure that concerns no single page, such as a full disk, aborts the run once the running pages have ended. */
  #guard(part: () => Promise<void>): Promise<void> {
    return part().catch((error: unknown) => {
      if (this.#signal.aborted) return;
      this.#failure = { error };
      this.#abort.abort(error);
    });
  }

  async #run(): Promise<void> {
    if (this.#signal.aborted) return;
    this.#signal.addEventListener('abort', this.#stop, { once: true });
    const workers = Array.from({ length: this.#plan.concurrency }, () => this.#guard(() => this.#work()));
    await Promise.all([this.#guard(() => this.#prepare()), ...workers]);
    this.#signal.removeEventListener('abort', this.#stop);
    if (this.#failure) throw this.#failure.error;
  }
}
