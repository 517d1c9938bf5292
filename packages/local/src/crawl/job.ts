import type { CrawlRequest, ScrapeOptions } from '@trawl/client';
import type { ScrapeTask } from '../scrape/scrape-task.js';

export type JobKind = 'crawl' | 'batch_scrape';

export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

/** How the pages of a job are read; a crawl says besides which ones. */
export interface JobRequest {
  /** Where a crawl starts; of a batch, its first URL. */
  readonly url: string;
  readonly scrapeOptions: ScrapeOptions;
  readonly crawl?: Omit<CrawlRequest, 'url' | 'scrapeOptions' | 'webhook'> | undefined;
  readonly webhook?: CrawlRequest['webhook'];
  readonly maxConcurrency?: number | undefined;
  readonly zeroDataRetention?: boolean | undefined;
  /** Whether nobody is left to read its results when the server is started again: it is cancelled then. */
  readonly endsWithServer?: boolean | undefined;
}

/** How far a crawl is; what its frontier does not tell. */
export interface JobProgress {
  readonly start?: 'visited' | 'refused' | undefined;
  /** Where the start page really stands, after redirects. */
  readonly arrivedAt?: string | undefined;
  readonly sitemapsRead?: boolean | undefined;
}

export interface Job {
  /** Its place in the database: shorter in every row than its id. */
  readonly number: number;
  readonly id: string;
  readonly kind: JobKind;
  readonly team: string;
  readonly status: JobStatus;
  readonly request: JobRequest;
  readonly progress: JobProgress;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly expiresAt: number;
  /** Documents stored. */
  readonly completed: number;
  readonly credits: number;
  readonly error: string | undefined;
}

/** By what name the log knows the job. */
export function nameOf({ kind, id }: Job): string {
  return `${kind} ${id}`;
}

/** What to have scraped for a page of the job. */
export function taskOf({ id, team, request }: Job, url: string, signal: AbortSignal): ScrapeTask {
  const { scrapeOptions: options, zeroDataRetention } = request;
  return { url, options, team, job: id, zeroDataRetention, signal };
}
