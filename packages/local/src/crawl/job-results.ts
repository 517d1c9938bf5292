import { randomUUID } from 'node:crypto';
import type { Document } from '@trawl/client';
import type { Ledger } from '../accounts/ledger.js';
import { Refusal } from '../contract/refusal.js';
import { redactedUrl } from '../redacted-url.js';
import type { Database } from '../store/database.js';
import type { Webhooks } from '../webhooks/delivery.js';
import type { Job } from './job.js';
import type { JobStore } from './job-store.js';
import type { PageResults } from './page-run.js';

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
  const { database, store, webhooks, ledger, log } = dependencies;
  let count = job.completed;

  function fail(failure: Failure): void {
    store.addError(job, { id: randomUUID(), ...failure });
    announce(webhooks, job, 'page', { success: false, error: failure.error });
  }

  return {
    get count() {
      return count;
    },

    transaction(work) {
      const before = count;
      try {
        database.transaction(work);
      } catch (error) {
        count = before;
        throw error;
      }
    },

    document(_page, { document, creditsUsed, remember }) {
      const { team, kind, id, request } = job;
      store.addDocument(job, document, creditsUsed);
      ledger.charge({ team, endpoint: kind, credits: creditsUsed, jobId: id, target: request.url });
      remember?.();
      count += 1;
      announce(webhooks, job, 'page', { success: true, data: [document] });
    },

    exclusion({ url }, { kind, message }) {
      if (kind === 'robots') store.addBlocked(job, url);
      else fail({ url, code: 'CRAWL_DENIAL', error: message });
    },

    failure({ url }, error) {
      if (error instanceof Refusal) {
        fail({ url, code: codeOf(error), error: error.body.error });
        return;
      }
      log(
        `${job.kind} ${job.id}: ${redactedUrl(url)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      fail({
        url,
        code: 'UNKNOWN_ERROR',
        error: 'The page could not be read because of an error in this server. Its log says more.',
      });
    },

    interruption({ url }) {
      // After a restart the server scrapes the page again.
      if (!isCancelled()) return;
      const error = 'The page was not read, because the job was cancelled.';
      store.addError(job, { id: randomUUID(), url, code: 'UNKNOWN_ERROR', error });
    },
  };
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
