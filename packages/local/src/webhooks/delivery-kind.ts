import { createHmac } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import { redactedWebhook, redactedWebhooks } from '../base/redacted-url.js';
import { Slots } from '../base/slots.js';
import type { JobKind, JobWork, OpenJob, TaskResult, TaskRetry } from '../jobs/job-kind.js';
import type { StoredTask } from '../store/task-store.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type { WebhookEvent } from './delivery.js';
import type { DeliveryLog, DeliveryLogEntry } from './delivery-log.js';

/** The task of a queue: an event and its receiver. */
export interface QueuedDelivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly event: WebhookEvent;
}

interface QueueRequest {
  /** The id of the job or check of the events. */
  readonly about: string;
}

interface QueueProgress {
  /** Whether the last event could not be delivered. */
  readonly isFailing: boolean;
}

export interface DeliveryKindDependencies {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
  readonly deliveries: DeliveryLog;
  /** Whether nothing of a job may be kept elsewhere. */
  readonly isPrivate: (id: string) => Promise<boolean>;
}

/** The delays before the second and each later attempt. */
export const RETRY_DELAYS_MS = [1000, 5000, 25_000];
export const TIMEOUT_MS = 10_000;

/** The header in which receivers of these webhooks expect the signature. */
const SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** Requests that are made at once: a receiver that does not answer takes one for ten seconds. */
const SLOTS = { service: 200, team: 50 };

/** A failure is final when our own policy refuses the URL; any other one is retried. */
type Outcome = 'delivered' | { readonly problem: string; readonly isFinal: boolean };

/** What has come of an attempt. */
interface Attempt {
  readonly isDelivered: boolean;
  /** When the next attempt is made; undefined when there is none. */
  readonly retryAt: number | undefined;
}

/** The id of the queue for the events of a job or a check. */
export function queueOf(about: string): string {
  return `events:${about}`;
}

/** Queues of deliveries, each of which is sent in its order. */
export function deliveryKind(dependencies: DeliveryKindDependencies): JobKind<QueueRequest, QueueProgress> {
  return {
    slots: new Slots('deliveries', SLOTS),
    isInternal: true,
    isPrivate: () => false,
    open: (work) => new OpenQueue(work, dependencies),
  };
}

class OpenQueue implements OpenJob {
  readonly tasksAtOnce = 1;
  readonly #work: JobWork<QueueRequest, QueueProgress>;
  readonly #dependencies: DeliveryKindDependencies;

  constructor(work: JobWork<QueueRequest, QueueProgress>, dependencies: DeliveryKindDependencies) {
    this.#work = work;
    this.#dependencies = dependencies;
  }

  async perform(task: StoredTask): Promise<TaskResult | TaskRetry> {
    const wasFailing = (await this.#work.progress())?.isFailing ?? false;
    // After a failure, each event gets a single attempt until the receiver answers again.
    const { isDelivered, retryAt } = await this.#attempt(task, wasFailing ? undefined : RETRY_DELAYS_MS[task.attempts]);
    if (retryAt !== undefined) return { retryAt };
    return async (job) => {
      if (wasFailing === isDelivered) await job.updateProgress(() => ({ isFailing: !isDelivered }));
    };
  }

  /** Makes an attempt, and tells the operator of it. After a failure, the next one is made after the delay, if there is any. */
  async #attempt(task: StoredTask, delayMs: number | undefined): Promise<Attempt> {
    const { clock, log } = this.#dependencies;
    const { url, headers, event } = task.task as QueuedDelivery;
    const body = JSON.stringify(event);
    const logEntry = await this.#logEntry(task, body);
    const startedAt = clock.now();
    const outcome = await this.#post(url, headers, body);
    if (outcome === 'delivered') {
      await logEntry.end(startedAt);
      return { isDelivered: true, retryAt: undefined };
    }
    const isRetried = delayMs !== undefined && !outcome.isFinal;
    const retryAt = isRetried ? clock.now() + delayMs : undefined;
    await logEntry.end(startedAt, outcome.problem, retryAt);
    const next = isRetried ? `Next try in ${delayMs / 1000} s.` : 'It is not tried again.';
    log(`webhook: ${event.type} of ${event.id} to ${redactedWebhook(url)}: ${outcome.problem} ${next}`);
    return { isDelivered: false, retryAt };
  }

  async #logEntry(task: StoredTask, body: string): Promise<DeliveryLogEntry> {
    const { deliveries, isPrivate } = this.#dependencies;
    const { url, headers, event } = task.task as QueuedDelivery;
    return deliveries.begin(task, {
      team: this.#work.job.team,
      event: event.type,
      about: event.id,
      url,
      headers: JSON.stringify(headers),
      body,
      isPrivate: await isPrivate(event.id),
    });
  }

  async #post(url: string, headers: QueuedDelivery['headers'], body: string): Promise<Outcome> {
    const { fetch, secret } = this.#dependencies;
    const { signal } = this.#work;
    try {
      const { status } = await fetch({
        url,
        post: body,
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(secret !== undefined && { [SIGNATURE_HEADER]: sign(body, secret) }),
        },
        timeoutMs: TIMEOUT_MS,
        signal,
        onBody: () => false,
      });
      return status >= 200 && status < 300 ? 'delivered' : { problem: `It answered ${status}.`, isFinal: false };
    } catch (error) {
      signal.throwIfAborted();
      const isTemporary = error instanceof FetchFailure && !['forbidden', 'protocol', 'offline'].includes(error.reason);
      return { problem: redactedWebhooks((error as Error).message), isFinal: !isTemporary };
    }
  }
}

/** Signs a body, so that a receiver with the secret can verify its sender and content. */
function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
