import type { JobTransaction } from '../jobs/job-kind.js';
import type { ScrapeResult } from '../scrape/scrape-task.js';
import type { Stores } from '../store/stores.js';
import type { CrawlProgress, Page } from './job.js';

/** Why a page is not visited or not stored. */
export interface PageExclusion {
  /** `robots` adds the page to the list of pages that robots.txt forbids. */
  readonly kind: 'denial' | 'robots';
  /** Adds this error to the job. */
  readonly error: string | undefined;
}

/** The steps for the pages of a job, which differ between crawls and batches. */
export interface PagePlan {
  /** The number of pages that are visited at once. */
  readonly concurrency: number;
  /** The maximum number of documents. */
  readonly limit: number;
  /** Finds pages by other means than links, during the visits, as long as `isWanted` returns true. */
  prepare?(isWanted: () => boolean): Promise<void>;
  /** Learns how far another process has come with the job. */
  refresh?(progress: CrawlProgress): void;
  /** Waits for the turn of the page; returns why it must not be visited. */
  exclusionOf(page: Page): Promise<PageExclusion | undefined>;
  scrape(page: Page): Promise<ScrapeResult>;
  /**
   * Adds the links of the page to the tasks, or returns why the page was redirected out of the job. The links are stored
   * before the page is finished, because they may be many; adding one twice has no effect.
   */
  follow?(page: Page, scraped: ScrapeResult): Promise<PageExclusion | undefined>;
  /** Records the final URL of the page; returns whether another URL has led to it before. */
  isDuplicate?(page: Page, scraped: ScrapeResult, stores: Stores): Promise<boolean>;
  /** Called in the transaction that finishes the page: it was visited, or refused before the visit. */
  onFinish?(page: Page, isRefused: boolean, job: JobTransaction): Promise<void>;
}
