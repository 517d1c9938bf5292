import type { CrawlRequest, Document } from '@trawl/client';
import { onTestFinished } from 'vitest';
import { createLedger } from '../../src/accounts/ledger.js';
import { type Clock, systemClock } from '../../src/clock.js';
import { createJobs, type JobDependencies, type Jobs } from '../../src/crawl/jobs.js';
import { webhookOf } from '../../src/routes/crawl.js';
import { openDatabase } from '../../src/store/sqlite.js';
import { createFetch } from '../../src/web/fetch.js';
import type { Delivery } from '../../src/webhooks/delivery.js';
import { plainScraper } from './plain-scraper.js';

export const TEAM = 'team-a';

export interface Crawls {
  readonly jobs: Jobs;
  readonly parts: JobDependencies;
  readonly deliveries: Delivery[];
  readonly logged: string[];
}

/** Crawls and batches without a server around them, over real sites on loopback. */
export function crawls(changes: Partial<JobDependencies> = {}, clock: Clock = systemClock): Crawls {
  const { database = openDatabase() } = changes;
  const fetcher = createFetch({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
  const deliveries: Delivery[] = [];
  const logged: string[] = [];
  const parts: JobDependencies = {
    database,
    clock,
    fetch: fetcher.fetch,
    scraper: plainScraper(fetcher.fetch),
    webhooks: { deliver: (delivery) => void deliveries.push(delivery), idle: async () => {} },
    ledger: createLedger(database, clock),
    robotName: 'TrawlLocal',
    log: (line) => logged.push(line),
    ...changes,
  };
  const jobs = createJobs(parts);
  onTestFinished(async () => {
    await jobs.close();
    await fetcher.close();
    database.close();
  });
  return { jobs, parts, deliveries, logged };
}

export interface Outcome {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly documents: Document[];
  /** Paths of the documents, sorted. */
  readonly paths: string[];
  /** `code path: sentence` of each error. */
  readonly errors: string[];
  readonly blocked: string[];
}

const pathOf = (url = '') => (URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url);

/** Crawls to the end. */
export async function crawl({ jobs }: Crawls, request: CrawlRequest): Promise<Outcome> {
  const { url, scrapeOptions = {}, webhook: target, ...options } = request;
  const webhook = webhookOf(target);
  const { maxConcurrency } = options;
  const { id } = jobs.crawl(TEAM, { url, scrapeOptions, webhook, maxConcurrency, crawl: options });
  return outcome(jobs, id);
}

export async function outcome(jobs: Jobs, id: string): Promise<Outcome> {
  await jobs.ended(id);
  const { job, total } = jobs.state(TEAM, id);
  const page = { skip: 0, limit: 100_000, maxBytes: Number.POSITIVE_INFINITY };
  const documents = jobs.documents(job, page).map((text) => JSON.parse(text) as Document);
  const { errors, robotsBlocked } = jobs.errors(TEAM, id);
  return {
    id,
    status: job.status,
    total,
    completed: job.completed,
    documents,
    paths: documents.map(({ metadata }) => pathOf(metadata?.sourceURL)).sort(),
    errors: errors.map(({ code, url, error }) => `${code} ${pathOf(url)}: ${error}`),
    blocked: robotsBlocked.map(pathOf).sort(),
  };
}
