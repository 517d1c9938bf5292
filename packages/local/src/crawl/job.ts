import type { CrawlRequest, JobWebhook, ScrapeOptions } from '@trawl/client';
import type { FileKind } from '@trawl/web/site/url-identity';
import type { ScrapeTask } from '../scrape/scrape-task.js';
import type { Job } from '../store/job-store.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

export type PageJobKind = 'crawl' | 'batch_scrape';

/** How to scrape the pages of a job; for a crawl, also which pages. */
export interface JobRequest {
  /** The start URL of a crawl, or the first URL of a batch. */
  readonly url: string;
  readonly scrapeOptions: ScrapeOptions;
  readonly crawl?: Omit<CrawlRequest, 'url' | 'scrapeOptions' | 'webhook'> | undefined;
  readonly webhook?: JobWebhook | undefined;
  readonly maxConcurrency?: number | undefined;
  readonly zeroDataRetention?: boolean | undefined;
  /** What this server does not do as it was asked, as the answer to the request said. */
  readonly warning?: string | undefined;
  /** Whether a crawl reads the pages that it was started with and no other. */
  readonly isOfNamedPages?: boolean | undefined;
}

/** The progress of a crawl, as far as its tasks do not have it. */
export interface CrawlProgress {
  readonly start?: 'visited' | 'refused' | undefined;
  /** The URL of the start page after redirects. */
  readonly arrivedAt?: string | undefined;
  readonly sitemapsRead?: boolean | undefined;
  /** How many URLs it has found that it does not visit, each once. */
  readonly leftOut?: Readonly<Partial<Record<LeftOutKind, number>>> | undefined;
}

/** Why a crawl does not visit a URL: it is a file that is no page, or its path repeats itself. */
export type LeftOutKind = FileKind | 'loop';

/** The most URLs that it does not visit which a crawl counts: each is kept, so that it counts once. */
export const MAX_LEFT_OUT = 10_000;

export const leftOutCount = (leftOut: CrawlProgress['leftOut'] = {}): number =>
  Object.values(leftOut).reduce((sum, count) => sum + count, 0);

/** A crawl or a batch. */
export type PageJob = Job<JobRequest, CrawlProgress>;

/** A page to visit. */
export interface Page {
  readonly url: string;
  /** The number of links from the start page. */
  readonly depth: number;
}

export interface FoundPage extends Page {
  /** Two pages of one job with the same key are the same page. */
  readonly key: string;
}

export function taskOfPage({ key, url, depth }: FoundPage): NewTask {
  return { key, task: { url, depth } };
}

export function pageOfTask({ task }: StoredTask): Page {
  return task as Page;
}

/** Whether nothing of a job with this request may be kept elsewhere. */
export function isPrivateRequest({ zeroDataRetention, scrapeOptions }: JobRequest): boolean {
  return zeroDataRetention === true || scrapeOptions.lockdown === true;
}

/** The scrape task for a page of the job. */
export function scrapeTaskOf({ id, team, request }: PageJob, url: string, signal: AbortSignal): ScrapeTask {
  const { scrapeOptions: options, zeroDataRetention } = request;
  return { url, options, team, job: id, zeroDataRetention, isStoredByCaller: true, signal };
}
