import type { CrawlRequest, JobWebhook, ScrapeOptions } from '@trawl/client';
import type { ScrapeTask } from '../scrape/scrape-task.js';

export type JobKind = 'crawl' | 'batch_scrape';

export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

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
  /** Whether a restart of the server cancels the job, because the caller that waited for its results is gone. */
  readonly endsWithServer?: boolean | undefined;
}

/** The progress of a crawl, as far as its frontier does not have it. */
export interface JobProgress {
  readonly start?: 'visited' | 'refused' | undefined;
  /** The URL of the start page after redirects. */
  readonly arrivedAt?: string | undefined;
  readonly sitemapsRead?: boolean | undefined;
}

export interface Job {
  /** The key of the job in the database; other rows refer to it because it is shorter than the id. */
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
  /** The number of stored documents. */
  readonly completed: number;
  readonly credits: number;
  readonly error: string | undefined;
}

/** The name of the job in the log. */
export function nameOf({ kind, id }: Job): string {
  return `${kind} ${id}`;
}

/** The scrape task for a page of the job. */
export function taskOf({ id, team, request }: Job, url: string, signal: AbortSignal): ScrapeTask {
  const { scrapeOptions: options, zeroDataRetention } = request;
  return { url, options, team, job: id, zeroDataRetention, signal };
}
