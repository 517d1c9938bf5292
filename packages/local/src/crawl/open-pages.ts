import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { redactedUrl } from '@trawl/base/redacted-url';
import { pageEstimate } from '../accounts/credits.js';
import type { ReserveForJob } from '../accounts/job-credits.js';
import { CreditsLacking, type Hold } from '../accounts/plan.js';
import type { PackedText } from '../base/long-text.js';
import { isDocumented } from '../contract/error-codes.js';
import { Refusal, storedSentence } from '../contract/refusal.js';
import {
  type ContentResult,
  type JobTransaction,
  nameOf,
  type OpenJob,
  type TaskResult,
  type TaskRetry,
} from '../jobs/job-kind.js';
import type { ScrapeResult } from '../scrape/scrape-task.js';
import { packDocument } from '../store/job-page-store.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { StoredTask } from '../store/task-store.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { deliverJobEvent, type JobEvent } from '../webhooks/job-event.js';
import { type CrawlProgress, type Page, type PageJob, pageOfTask } from './job.js';
import type { PageExclusion, PagePlan } from './page-plan.js';

export interface OpenPagesOptions {
  readonly job: PageJob;
  readonly plan: PagePlan;
  readonly signal: AbortSignal;
  /** Reserves credits of who pays for the job. */
  readonly reserve: ReserveForJob;
  readonly webhooks: Webhooks;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (line: string) => void;
}

/** How often a page is asked for again after the pause that its site wants. */
const MAX_PAUSES = 3;

/** A site that wants a longer pause is not waited for. */
const MAX_PAUSE_MS = 60 * 60_000;

/** How soon a page is tried again for which all credits that are left are reserved. */
const CREDITS_PAUSE_MS = 1000;

/** A page that could not be scraped. */
interface PageFailure {
  readonly code: string;
  readonly error: string;
}

/** Visits the pages of a crawl or a batch by its plan, and stores documents, errors and events. */
export class OpenPages implements OpenJob {
  readonly #job: PageJob;
  readonly #plan: PagePlan;
  readonly #signal: AbortSignal;
  readonly #reserve: ReserveForJob;
  /** What is reserved for the pages in hand, by the positions of their tasks. */
  readonly #holds = new Map<number, Hold>();
  readonly #webhooks: Webhooks;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: (line: string) => void;

  constructor({ job, plan, signal, reserve, webhooks, clock, log }: OpenPagesOptions) {
    this.#job = job;
    this.#plan = plan;
    this.#signal = signal;
    this.#reserve = reserve;
    this.#webhooks = webhooks;
    this.#clock = clock;
    this.#log = log;
  }

  get tasksAtOnce(): number {
    return this.#plan.concurrency;
  }

  get limit(): number {
    return this.#plan.limit;
  }

  async prepare(isWanted: () => boolean): Promise<void> {
    await this.#plan.prepare?.(isWanted);
  }

  refresh(progress: unknown): void {
    if (progress) this.#plan.refresh?.(progress as CrawlProgress);
  }

  async perform(task: StoredTask): Promise<TaskResult | ContentResult | TaskRetry> {
    const performed = await this.#perform(task);
    if ('retryAt' in performed) return performed;
    const { result, content } = 'content' in performed ? performed : { result: performed };
    const released: TaskResult = async (job) => {
      await result(job);
      await this.#holds.get(task.position)?.release(job.stores);
    };
    return content ? { content, result: released } : released;
  }

  async #perform(task: StoredTask): Promise<TaskResult | ContentResult | TaskRetry> {
    const page = pageOfTask(task);
    try {
      const exclusion = await this.#plan.exclusionOf(page);
      if (exclusion) return this.#finish(page, (job) => this.#storeExclusion(job, page, exclusion), true);
      return await this.#visit(page, task);
    } catch (error) {
      if (error instanceof CreditsLacking && error.isForNow) return { retryAt: this.#clock.now() + CREDITS_PAUSE_MS };
      if (this.#signal.aborted || error instanceof StorageUnavailable) throw error;
      return this.#finish(page, (job) => this.#storeFailure(job, page, this.#failureOf(page, error)));
    }
  }

  onLost(task: StoredTask): TaskResult {
    const page = pageOfTask(task);
    const error = 'The page was not read, because several nodes of the service ended while they read it.';
    return this.#finish(page, (job) => this.#storeFailure(job, page, { code: 'UNKNOWN_ERROR', error }));
  }

  async onSettled({ position }: StoredTask): Promise<void> {
    const hold = this.#holds.get(position);
    this.#holds.delete(position);
    await hold?.release();
  }

  onInterrupt(task: StoredTask) {
    const { url } = pageOfTask(task);
    const error = 'The page was not read, because the job was cancelled.';
    return ({ pages }: JobTransaction['stores']) =>
      pages.addError(this.#job, { id: randomUUID(), url, code: 'UNKNOWN_ERROR', error });
  }

  async #visit(page: Page, { position, attempts }: StoredTask): Promise<ContentResult | TaskRetry> {
    const hold = await this.#reserve(pageEstimate(this.#job.request.scrapeOptions));
    this.#holds.set(position, hold);
    const scraped = await this.#plan.scrape(page);
    await hold.cover(scraped.creditsUsed);
    // The job waits as long as the site wants: its other pages would be answered in the same way.
    const { retryAt } = scraped;
    const isAsked = retryAt !== undefined && attempts < MAX_PAUSES && retryAt - this.#clock.now() <= MAX_PAUSE_MS;
    if (isAsked) return { retryAt };
    const exclusion = await this.#plan.follow?.(page, scraped);
    const document = exclusion ? undefined : await packDocument(scraped.document);
    const result = this.#finish(page, async (job) => {
      if (exclusion) await this.#storeExclusion(job, page, exclusion);
      if (!document || (await this.#plan.isDuplicate?.(page, scraped, job.stores))) return;
      await this.#storeDocument(job, scraped, document);
    });
    return { result, content: async (stores) => scraped.store?.(stores) };
  }

  #finish(page: Page, store: TaskResult, isRefused = false): TaskResult {
    return async (job) => {
      await store(job);
      await this.#plan.onFinish?.(page, isRefused, job);
    };
  }

  async #storeDocument(
    job: JobTransaction,
    { document, creditsUsed, remember }: ScrapeResult,
    packed: PackedText,
  ): Promise<void> {
    const { completed } = await job.add({ completed: 1, credits: creditsUsed, size: packed.packed.length });
    const scrapeId = this.#job.request.zeroDataRetention ? undefined : document.metadata?.scrapeId;
    await job.stores.pages.addDocument(this.#job, completed - 1, packed, scrapeId);
    await remember?.(job.stores);
    await this.#announce(job.stores, { name: 'page', success: true, data: [document], isPart: true });
  }

  async #storeExclusion(job: JobTransaction, page: Page, { kind, error }: PageExclusion): Promise<void> {
    if (kind === 'robots') await job.stores.pages.addBlocked(this.#job, page.url);
    if (error !== undefined) await this.#storeFailure(job, page, { code: 'CRAWL_DENIAL', error });
  }

  async #storeFailure({ stores }: JobTransaction, { url }: Page, { code, error }: PageFailure): Promise<void> {
    await stores.pages.addError(this.#job, { id: randomUUID(), url, code, error });
    await this.#announce(stores, { name: 'page', success: false, error, isPart: true });
  }

  #announce(stores: JobTransaction['stores'], event: JobEvent): Promise<void> {
    return deliverJobEvent(this.#webhooks, stores, this.#job, this.#job.request.webhook, event);
  }

  #failureOf({ url }: Page, error: unknown): PageFailure {
    if (error instanceof Refusal) return { code: codeOf(error), error: storedSentence(error) };
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log(`${nameOf(this.#job)}: ${redactedUrl(url)}: ${reason}`);
    return {
      code: 'UNKNOWN_ERROR',
      error: 'The page could not be read because of an error in this server. Its log says more.',
    };
  }
}

/** The refusal of a forbidden page has no code for a single scrape; the errors of a job need one. */
function codeOf({ code }: Refusal): string {
  if (code === 'forbidden') return 'CRAWL_DENIAL';
  return isDocumented(code) ? code : 'UNKNOWN_ERROR';
}
