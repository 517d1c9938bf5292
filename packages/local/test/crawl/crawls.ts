import { type Clock, systemClock } from '@trawl/base/clock';
import type { CrawlRequest, Document } from '@trawl/client';
import { Fetcher } from '@trawl/web/fetch';
import { onTestFinished } from 'vitest';
import { type JobState, Jobs } from '../../src/crawl/jobs.js';
import { type PageKindDependencies, pageKinds } from '../../src/crawl/page-kinds.js';
import { createPathMatcher } from '../../src/crawl/path-matcher.js';
import { JobEngine } from '../../src/jobs/engine.js';
import { webhookOf } from '../../src/routes/crawl.js';
import { createGuardFor } from '../../src/scrape/threat-protection.js';
import type { Database } from '../../src/store/sqlite/database.js';
import { openStores } from '../../src/store/sqlite/open-stores.js';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import type { Stores } from '../../src/store/stores.js';
import type { Delivery } from '../../src/webhooks/delivery.js';
import { unlimitedCredits } from '../unlimited-plan.js';
import { plainScraper } from './plain-scraper.js';

export const TEAM = 'team-a';

export interface CrawlParts extends PageKindDependencies {
  readonly database: Database;
  readonly stores: Stores;
}

export interface Crawls {
  readonly jobs: Jobs;
  readonly engine: JobEngine;
  readonly parts: CrawlParts;
  readonly deliveries: Delivery[];
  readonly logged: string[];
}

/** Crawls and batches without a server around them, over real sites on loopback. */
export function crawls(changes: Partial<CrawlParts> = {}, clock: Clock = systemClock): Crawls {
  const { database = openDatabase() } = changes;
  const fetcher = new Fetcher({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
  const matcher = createPathMatcher();
  const deliveries: Delivery[] = [];
  const logged: string[] = [];
  const parts: CrawlParts = {
    database,
    stores: openStores(database, clock),
    clock,
    fetch: fetcher.fetch,
    guardFor: createGuardFor({ get: async () => ({ mode: 'off' }) as never }),
    credits: unlimitedCredits,
    scraper: plainScraper(fetcher.fetch, clock),
    webhooks: { deliver: async (_, delivery) => void deliveries.push(delivery) },
    matchPaths: matcher.match,
    robotName: 'TrawlLocal',
    log: (line) => logged.push(line),
    ...changes,
  };
  const { stores, log } = parts;
  const engine = new JobEngine({ stores, clock, log });
  engine.register(pageKinds(parts));
  engine.run();
  onTestFinished(async () => {
    await engine.close();
    await matcher.close();
    await fetcher.close();
    database.close();
  });
  return { jobs: new Jobs({ engine, stores }), engine, parts, deliveries, logged };
}

export interface Outcome {
  readonly id: string;
  readonly status: JobState['job']['status'];
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
export async function crawl(all: Crawls, request: CrawlRequest): Promise<Outcome> {
  const { url, scrapeOptions = {}, webhook: target, ...options } = request;
  const webhook = webhookOf(target);
  const { maxConcurrency } = options;
  const { id } = await all.jobs.crawl({ team: TEAM }, { url, scrapeOptions, webhook, maxConcurrency, crawl: options });
  return outcome(all, id);
}

export async function outcome({ jobs, engine }: Crawls, id: string): Promise<Outcome> {
  await engine.ended(id);
  const { job, total } = await jobs.state(TEAM, id);
  const slice = { skip: 0, limit: 100_000, maxBytes: Number.POSITIVE_INFINITY };
  const documents = (await jobs.documents(job, slice)).map((text) => JSON.parse(text) as Document);
  const { errors, robotsBlocked } = await jobs.errors(TEAM, id);
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
