import { randomUUID } from 'node:crypto';
import type { Document } from '@trawl/client';
import type { Ledger } from '../accounts/ledger.js';
import { Refusal } from '../contract/refusal.js';
import { redactedUrl } from '../redacted-url.js';
import type { ScrapeResult } from '../scrape/scrape-task.js';
import type { Database } from '../store/database.js';
import type { Webhooks } from '../webhooks/delivery.js';
import type { FrontierPage } from './frontier.js';
import type { Job } from './job.js';
import type { JobStore } from './job-store.js';
import type { PageExclusion, PageResults } from './page-run.js';

export interface JobResultDependencies {
  readonly database: Database;
  readonly store: JobStore;
  readonly webhooks: Webhooks;
  readonly ledger: Pick<Ledger, 'charge'>;
  readonly log: (line: string) => void;
}

/** A page that could not be scraped. */
interface Failure {
  readonly url: string;
  readonly code: string;
  readonly error: string;
}

/** Stores the results of a job, charges for them, and sends the events of its webhook. */
export function createJobResults(
  job: Job,
  dependencies: JobResultDependencies,
  isCancelled: () => boolean,
): PageResults {
  return new StoredResults(job, dependencies, isCancelled);
}

class StoredResults implements PageResults {
  readonly #job: Job;
  readonly #isCancelled: () => boolean;
  readonly #database: Database;
  readonly #store: JobStore;
  readonly #webhooks: Webhooks;
  readonly #ledger: Pick<Ledger, 'charge'>;
  readonly #log: (line: string) => void;
  #count: number;

  constructor(job: Job, dependencies: JobResultDependencies, isCancelled: () => boolean) {
    this.#job = job;
    this.#isCancelled = isCancelled;
    this.#database = dependencies.database;
    this.#store = dependencies.store;
    this.#webhooks = dependencies.webhooks;
    this.#ledger = dependencies.ledger;
    this.#log = dependencies.log;
    this.#count = job.completed;
  }

  get count(): number {
    return this.#count;
  }

  transaction(work: () => void): void {
    const before = this.#count;
    try {
      this.#database.transaction(work);
    } catch (error) {
      this.#count = before;
      throw error;
    }
  }

  document(_page: FrontierPage, { document, creditsUsed, remember }: ScrapeResult): void {
    const { team, kind, id, request } = this.#job;
    this.#store.addDocument(this.#job, document, creditsUsed);
    this.#ledger.charge({ team, endpoint: kind, credits: creditsUsed, jobId: id, target: request.url });
    remember?.();
    this.#count += 1;
    announce(this.#webhooks, this.#job, 'page', { success: true, data: [document] });
  }

  exclusion({ url }: FrontierPage, { kind, message }: PageExclusion): void {
    if (kind === 'robots') this.#store.addBlocked(this.#job, url);
    else this.#fail({ url, code: 'CRAWL_DENIAL', error: message });
  }

  failure({ url }: FrontierPage, error: unknown): void {
    if (error instanceof Refusal) {
      this.#fail({ url, code: codeOf(error), error: error.body.error });
      return;
    }
    this.#log(
      `${this.#job.kind} ${this.#job.id}: ${redactedUrl(url)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    this.#fail({
      url,
      code: 'UNKNOWN_ERROR',
      error: 'The page could not be read because of an error in this server. Its log says more.',
    });
  }

  interruption({ url }: FrontierPage): void {
    // After a restart the server scrapes the page again.
    if (!this.#isCancelled()) return;
    const error = 'The page was not read, because the job was cancelled.';
    this.#store.addError(this.#job, { id: randomUUID(), url, code: 'UNKNOWN_ERROR', error });
  }

  #fail(failure: Failure): void {
    this.#store.addError(this.#job, { id: randomUUID(), ...failure });
    announce(this.#webhooks, this.#job, 'page', { success: false, error: failure.error });
  }
}

/** The refusal of a forbidden page has no code for a single scrape; the errors of a job need one. */
function codeOf({ status, body }: Refusal): string {
  return body.code ?? (status === 403 ? 'CRAWL_DENIAL' : 'UNKNOWN_ERROR');
}

export type JobEvent = 'started' | 'page' | 'completed';

interface EventBody {
  readonly success: boolean;
  readonly data?: readonly Document[];
  readonly error?: string;
}

/** Sends an event to the webhook of the job, if it has one. */
export function announce(webhooks: Webhooks, job: Job, event: JobEvent, body: EventBody): void {
  const { webhook } = job.request;
  if (!webhook) return;
  const { success, data = [], error } = body;
  webhooks.deliver({
    webhook,
    event: {
      success,
      type: `${job.kind}.${event}`,
      id: job.id,
      webhookId: randomUUID(),
      data,
      ...(error !== undefined && { error }),
      metadata: webhook.metadata ?? {},
    },
  });
}
