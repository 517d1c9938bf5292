import type { Scraper } from '../scrape/scrape-task.js';
import { type Job, taskOf } from './job.js';
import type { PagePlan } from './page-run.js';

export interface BatchPlanDependencies {
  readonly job: Job;
  readonly scraper: Scraper;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Scrapes the given pages, and follows no links. */
export function createBatchPlan({ job, scraper, concurrency, signal }: BatchPlanDependencies): PagePlan {
  return {
    concurrency,
    limit: Number.POSITIVE_INFINITY,
    exclusionOf: async () => undefined,
    scrape: ({ url }) => scraper.scrape(taskOf(job, url, signal)),
    recordFinalUrl: () => undefined,
  };
}
