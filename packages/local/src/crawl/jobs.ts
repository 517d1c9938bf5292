import { randomUUID } from 'node:crypto';
import type { Document, JobError } from '@trawl/client';
import type { Caller } from '../accounts/caller.js';
import { refuseForeignPayer } from '../accounts/credit-owner.js';
import { nextTurn } from '../base/event-loop.js';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import { type FinishedScrape, originOf } from '../scrape/finished-scrapes.js';
import type { DocumentSlice, FailedPages, StoredDocument } from '../store/job-page-store.js';
import type { Job } from '../store/job-store.js';
import type { Payer } from '../store/ledger-store.js';
import { storedIfPossible } from '../store/stored-if-possible.js';
import type { Stores } from '../store/stores.js';
import { crawlDefaults } from './crawl-defaults.js';
import { seedsOf } from './crawl-plan.js';
import { type FoundPage, type JobRequest, type PageJob, taskOfPage } from './job.js';
import { jobWarning } from './job-warning.js';
import { refuseInvalidPaths } from './path-rules.js';

/** The state of a job. */
export interface JobState {
  readonly job: PageJob;
  /** All known pages: scraped, running or waiting. */
  readonly total: number;
  /** When the job is deleted; each request for it extends this. */
  readonly expiresAt: number;
  /** Whether the job waits because something cannot be stored. */
  readonly isHeldUp: boolean;
  /** Why the job has ended without results, or that robots.txt kept pages out. */
  readonly warning: string | undefined;
}

/** A crawl whose caller has chosen its id. */
export interface CrawlOfId {
  readonly id: string;
  readonly request: JobRequest;
  /** The only pages of the site that are read, by the rules of a crawl. Without them, pages are found by links and sitemaps. */
  readonly pages?: readonly string[] | undefined;
}

export interface JobDependencies {
  readonly engine: JobEngine;
  readonly stores: Stores;
}

/** Whether a job is a crawl or a batch. */
export function isPageJob(job: Job | undefined): job is PageJob {
  return job?.kind === 'crawl' || job?.kind === 'batch_scrape';
}

/** Starts crawls and batches, and returns their state. */
export class Jobs {
  readonly #engine: JobEngine;
  readonly #stores: Stores;

  constructor({ engine, stores }: JobDependencies) {
    this.#engine = engine;
    this.#stores = stores;
  }

  async crawl(payer: Payer, request: JobRequest, idempotencyKey?: string): Promise<PageJob> {
    const tasks = seedsOf(request).map(taskOfPage);
    refuseInvalidPaths(request.crawl ?? {});
    return (await this.#engine.start({ ...payer, kind: 'crawl', request, tasks, idempotencyKey })) as PageJob;
  }

  /** Starts a crawl, in a transaction, unless there is a job with its id. */
  async crawlOnce(team: string, { id, request, pages }: CrawlOfId, stores: Stores): Promise<void> {
    if (await stores.jobs.find(id)) return;
    refuseInvalidPaths(request.crawl ?? {});
    const tasks = (pages ? pagesOf(pages) : seedsOf(request)).map(taskOfPage);
    await this.#engine.start(
      { id, team, kind: 'crawl', request: pages ? ofNamedPages(request) : request, tasks },
      stores,
    );
  }

  async batch(payer: Payer, request: JobRequest, urls: readonly string[]): Promise<PageJob> {
    const tasks = pagesOf(urls).map(taskOfPage);
    return (await this.#engine.start({ ...payer, kind: 'batch_scrape', request, tasks })) as PageJob;
  }

  /** Adds URLs to a batch, which goes on if it had ended. */
  async append({ team, key }: Caller, id: string, urls: readonly string[]): Promise<PageJob> {
    const job = await this.#find(team, id);
    if (job.kind !== 'batch_scrape') throw notFound();
    await refuseForeignPayer(job, key, this.#stores);
    if (!(await this.#engine.add(job, pagesOf(urls).map(taskOfPage)))) {
      const { status } = await this.#find(team, id);
      throw new Refusal('conflict', `Batch is already ${status}`);
    }
    return job;
  }

  async state(team: string, id: string): Promise<JobState> {
    const found = await this.#stores.jobs.snapshot(id);
    if (!found || !isJobOf(team, found.job)) throw notFound();
    // A request for the state is answered even when nothing can be stored.
    const expiresAt = await storedIfPossible(() => this.#stores.jobs.touch(found.job));
    return this.#stateOf(found.job, found.open, expiresAt);
  }

  /** The state of a job of any team, for the operator; does not extend its retention. */
  async inspect(found: PageJob): Promise<JobState> {
    // It may have been deleted meanwhile.
    const { job, open } = (await this.#stores.jobs.snapshot(found.id)) ?? { job: found, open: 0 };
    return this.#stateOf(job as PageJob, open);
  }

  async #stateOf(job: PageJob, open: number, expiresAt = job.expiresAt): Promise<JobState> {
    const isHeldUp = this.#engine.isHeldUp(job.id);
    const warning = job.status === 'running' ? undefined : jobWarning(job, await this.failures(job));
    return { job, total: totalOf(job, open), expiresAt, isHeldUp, warning };
  }

  /** How many pages of the job are no results. */
  failures(job: PageJob): Promise<FailedPages> {
    return this.#stores.pages.failedPages(job);
  }

  /** The documents as JSON text. */
  documents(job: PageJob, slice: DocumentSlice): Promise<string[]> {
    return this.#stores.pages.documents(job, knownSlice(job, slice));
  }

  /** The documents as they are stored. */
  storedDocuments(job: PageJob, slice: DocumentSlice): Promise<StoredDocument[]> {
    return this.#stores.pages.storedDocuments(job, knownSlice(job, slice));
  }

  /** The scrape of a job with the given id. */
  async scrape(scrapeId: string): Promise<FinishedScrape | undefined> {
    const found = await this.#stores.pages.findDocument(scrapeId);
    if (!found) return undefined;
    const document: Document = JSON.parse(found.document);
    const { scrapeOptions }: JobRequest = JSON.parse(found.request);
    return { team: found.team, document, origin: originOf(document, scrapeOptions) };
  }

  async errors(team: string, id: string): Promise<{ errors: JobError[]; robotsBlocked: string[] }> {
    const job = await this.#engine.find(id);
    if (!isPageJob(job)) throw notFound();
    if (job.team !== team) throw new Refusal('forbidden', 'Forbidden');
    return {
      errors: await this.#stores.pages.errors(job),
      robotsBlocked: await this.#stores.pages.blocked(job),
    };
  }

  async cancel(team: string, id: string): Promise<void> {
    const job = await this.#find(team, id);
    if (await this.#engine.cancel(job)) return;
    const { status } = await this.#find(team, id);
    if (status === 'cancelled') return;
    const name = job.kind === 'crawl' ? 'Crawl' : 'Batch';
    throw new Refusal('conflict', `${name} is already ${status}`);
  }

  /** The running crawls of a team, the oldest first. */
  async active(team: string): Promise<PageJob[]> {
    const crawls: PageJob[] = [];
    for (const id of await this.#stores.jobs.running({ team, kind: 'crawl' })) {
      const job = await this.#engine.find(id);
      if (isPageJob(job) && job.status === 'running') crawls.push(job);
      // A request may be large, and a team may have many crawls.
      await nextTurn();
    }
    return crawls;
  }

  async #find(team: string, id: string): Promise<PageJob> {
    const job = await this.#engine.find(id);
    if (!isJobOf(team, job)) throw notFound();
    return job;
  }
}

function isJobOf(team: string, job: Job | undefined): job is PageJob {
  return job?.team === team && isPageJob(job);
}

function notFound(): Refusal {
  return new Refusal('not_found', 'Job not found');
}

/** The number of pages that are known, as far as the limit of a crawl allows to scrape them. */
function totalOf({ completed, request }: PageJob, open: number): number {
  const most = request.crawl ? Math.ceil(request.crawl.limit ?? crawlDefaults().limit) : Number.POSITIVE_INFINITY;
  return Math.max(completed, Math.min(most, completed + open));
}

function ofNamedPages(request: JobRequest): JobRequest {
  return { ...request, crawl: { ...request.crawl, sitemap: 'skip', maxDiscoveryDepth: 0 }, isOfNamedPages: true };
}

/** Each URL has its own key: a URL that is listed twice is scraped twice. */
function pagesOf(urls: readonly string[]): FoundPage[] {
  return urls.map((url) => ({ key: randomUUID(), url, depth: 0 }));
}

/** Documents that were stored after the state was read belong to a later state. */
function knownSlice({ completed }: PageJob, { skip, limit, maxBytes }: DocumentSlice): DocumentSlice {
  return { skip, limit: Math.min(limit, Math.max(0, completed - skip)), maxBytes };
}
