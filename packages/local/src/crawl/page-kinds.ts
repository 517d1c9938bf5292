import type { Clock } from '@trawl/base/clock';
import { withoutForeign } from '@trawl/base/redacted-url';
import { Slots } from '@trawl/convert/workers';
import type { Fetch } from '@trawl/web/fetch-types';
import { createRequestSpacing, type RequestSpacing } from '@trawl/web/request-spacing';
import type { RobotsPolicy } from '@trawl/web/site/robots-policy';
import { type JobCreditsDependencies, reserveForJob } from '../accounts/job-credits.js';
import { type JobKind, type JobWork, nameOf } from '../jobs/job-kind.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { deliverJobEvent } from '../webhooks/job-event.js';
import { createBatchPlan } from './batch-plan.js';
import { createCrawlPlan } from './crawl-plan.js';
import { type CrawlProgress, isPrivateRequest, type JobRequest, type PageJob, type PageJobKind } from './job.js';
import { emptyJobReason } from './job-warning.js';
import { OpenPages } from './open-pages.js';
import type { PagePlan } from './page-plan.js';
import type { PathMatcher } from './path-matcher.js';

export interface PageKindDependencies {
  readonly clock: Clock;
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  /** Spaces the pages of all crawls of one site. By default, those of this process. */
  readonly spacing?: RequestSpacing | undefined;
  readonly guardFor: GuardFor;
  readonly webhooks: Webhooks;
  readonly matchPaths: PathMatcher['match'];
  /** Reserves the credits of each page. */
  readonly credits: JobCreditsDependencies;
  /** The name by which robots.txt knows this service. */
  readonly robotName: string;
  /** Whether crawls heed robots.txt. By default, as their callers say. */
  readonly robotsPolicy?: RobotsPolicy | undefined;
  readonly log: (line: string) => void;
}

type PageKind = JobKind<JobRequest, CrawlProgress>;
type PageWork = JobWork<JobRequest, CrawlProgress>;

/** Pages of one job that are scraped at once by default. */
const CONCURRENCY = 10;

/** Pages of a team that are scraped at once. */
export const MAX_CONCURRENCY = 100;

/** Pages of all teams that are scraped at once. */
const MAX_PAGES = 500;

/** Crawls and batches, the jobs of many pages. */
export function pageKinds(dependencies: PageKindDependencies): Readonly<Record<PageJobKind, PageKind>> {
  const { scraper, clock, spacing = createRequestSpacing(clock) } = dependencies;
  const kindOf = pageKind(dependencies);
  return {
    crawl: {
      ...kindOf((work, concurrency) => createCrawlPlan(work, { ...dependencies, spacing, concurrency })),
      hasPreparation: true,
    },
    batch_scrape: kindOf(async (work, concurrency) => createBatchPlan(work, { scraper, concurrency })),
  };
}

function pageKind({ credits, webhooks, clock, log }: PageKindDependencies) {
  const slots = new Slots('pages', { service: MAX_PAGES, team: MAX_CONCURRENCY });
  return (planOf: (work: PageWork, concurrency: number) => Promise<PagePlan>): PageKind => ({
    slots,
    isPrivate: isPrivateRequest,
    keepsProgress: true,
    target: ({ url }) => url,
    async open(work) {
      const { job, signal } = work;
      const concurrency = Math.min(job.request.maxConcurrency ?? CONCURRENCY, MAX_CONCURRENCY);
      const reserve = reserveForJob(job, credits);
      return new OpenPages({ job, signal, reserve, webhooks, clock, log, plan: await planOf(work, concurrency) });
    },
    async onStart(stores, job) {
      await deliverJobEvent(webhooks, stores, job, job.request.webhook, { name: 'started', success: true });
    },
    async onEnd(stores, job) {
      // Servers of this API send no event for a job that failed or was cancelled; its state has the error.
      if (job.status === 'completed') {
        await deliverJobEvent(webhooks, stores, job, job.request.webhook, { name: 'completed', success: true });
      }
      const line = await emptyJobLine(stores, job);
      if (line !== undefined) stores.afterCommit(() => log(line));
    },
  });
}

async function emptyJobLine(stores: Stores, job: PageJob): Promise<string | undefined> {
  const reason = emptyJobReason(job, await stores.pages.failedPages(job));
  if (reason === undefined) return undefined;
  // The reason names the page.
  return `${nameOf(job)}: ${isPrivateRequest(job.request) ? 'It has brought nothing.' : withoutForeign(reason)}`;
}
