import type { Scraper } from '../page/scraper.js';
import type { JobRequest } from './job-store.js';
import type { PagePlan } from './page-run.js';

export interface BatchPlanParts {
  readonly request: JobRequest;
  readonly team: string;
  readonly scraper: Scraper;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Reads the given pages, and nothing that they lead to. */
export function createBatchPlan({ request, team, scraper, concurrency, signal }: BatchPlanParts): PagePlan {
  return {
    concurrency,
    limit: Number.POSITIVE_INFINITY,
    admit: async () => undefined,
    scrape: ({ url }) => scraper.scrape({ url, options: request.scrapeOptions, team, signal }),
    follow: () => undefined,
  };
}
