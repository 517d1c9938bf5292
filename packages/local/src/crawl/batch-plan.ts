import type { JobWork } from '../jobs/job-kind.js';
import type { Scraper } from '../scrape/scrape-task.js';
import { type CrawlProgress, type JobRequest, scrapeTaskOf } from './job.js';
import type { PagePlan } from './page-plan.js';

/** Scrapes the given pages, and follows no links. */
export function createBatchPlan(
  { job, signal }: JobWork<JobRequest, CrawlProgress>,
  { scraper, concurrency }: { readonly scraper: Scraper; readonly concurrency: number },
): PagePlan {
  return {
    concurrency,
    limit: Number.POSITIVE_INFINITY,
    exclusionOf: async () => undefined,
    scrape: ({ url }) => scraper.scrape(scrapeTaskOf(job, url, signal)),
  };
}
