import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { unobserved } from '@trawl/base/observe';
import { redactedWebhook, redactedWebhooks } from '@trawl/base/redacted-url';
import { Slots } from '@trawl/convert/workers';
import { type Fetch, FetchFailure, type FetchRequest } from '@trawl/web/fetch-types';
import type { ObserveFetch } from '@trawl/web/polite-fetch';
import { retryAfterMs } from '@trawl/web/retry-after';
import type { JobKind, JobTransaction, JobWork, OpenJob, TaskResult, TaskRetry } from '../jobs/job-kind.js';
import type { StoredTask } from '../store/task-store.js';
import type { WebhookEvent } from './delivery.js';
import type { DeliveryLog, DeliveryLogEntry } from './delivery-log.js';
import {
  afterFailure,
  DELIVERY_TIME_MS,
  type FailedAttempt,
  isFailing,
  MOST_AT_ONCE,
  nextAttempt,
  type ReceiverFailure,
} from './receiver-state.js';

/** The task of a queue: an event and its receiver. */
export interface QueuedDelivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly event: WebhookEvent;
}

interface QueueRequest {
  /** The receiver. */
  readonly url: string;
}

interface QueueProgress {
  /** Undefined when the receiver has taken the last event. */
  readonly failure?: ReceiverFailure | undefined;
}

export interface DeliveryKindDependencies {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly observe?: ObserveFetch | undefined;
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
  readonly deliveries: DeliveryLog;
  /** Whether nothing of a job may be kept elsewhere. */
  readonly isPrivate: (id: string) => Promise<boolean>;
}

export const TIMEOUT_MS = 10_000;

/** The header in which receivers of these webhooks expect the signature. */
const SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** Requests that are made at once: a receiver that does not answer takes each of its own for ten seconds. */
const SLOTS = { service: 200, team: 50 };

/** With this status, a receiver says that it is gone for ever. */
const GONE = 410;

/** A failure is final when our own policy refuses the URL, or the receiver is gone; any other one is retried. */
interface Problem {
  readonly problem: string;
  readonly isFinal: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** The id of the queue for the events of a team for a receiver. */
export function queueOf(team: string, url: string): string {
  return `receiver:${createHash('sha256')
    .update(JSON.stringify([team, url]))
    .digest('hex')}`;
}

/** Queues of deliveries, one for each receiver of a team. */
export function deliveryKind(dependencies: DeliveryKindDependencies): JobKind<QueueRequest, QueueProgress> {
  return {
    slots: new Slots('deliveries', SLOTS),
    isInternal: true,
    isPrivate: () => false,
    open: (work) => new OpenQueue(work, dependencies),
  };
}

class OpenQueue implements OpenJob {
  readonly mayOvertake = true;
  readonly #work: JobWork<QueueRequest, QueueProgress>;
  readonly #dependencies: DeliveryKindDependencies;
  #failure: ReceiverFailure | undefined;
  /** Events that were given up without an attempt since the last one. */
  #givenUp = 0;

  constructor(work: JobWork<QueueRequest, QueueProgress>, dependencies: DeliveryKindDependencies) {
    this.#work = work;
    this.#dependencies = dependencies;
    this.#failure = work.job.progress?.failure;
  }

  get tasksAtOnce(): number {
    return isFailing(this.#failure) ? 1 : MOST_AT_ONCE;
  }

  get pausedUntil(): number | undefined {
    const { pausedUntil = 0 } = this.#failure ?? {};
    // A pause that is longer was set by a clock that was ahead.
    return pausedUntil <= this.#dependencies.clock.now() + DELIVERY_TIME_MS ? pausedUntil : undefined;
  }

  refresh(progress: unknown): void {
    this.#failure = (progress as QueueProgress | undefined)?.failure;
  }

  onLost(task: StoredTask): TaskResult {
    return ({ stores }) => stores.tasks.delete(task);
  }

  async perform(task: StoredTask): Promise<TaskResult | TaskRetry> {
    const { clock } = this.#dependencies;
    const startedAt = clock.now();
    const queuedAt = task.addedAt ?? startedAt;
    const logEntry = await this.#logEntry(task);
    if (isFailing(this.#failure) && startedAt - queuedAt >= DELIVERY_TIME_MS) {
      this.#givenUp += 1;
      await logEntry.end(startedAt, 'It was not sent: the receiver fails, and the event is older than a day.');
      return ({ stores }) => stores.tasks.delete(task);
    }
    this.#logGivenUp(task);
    const problem = await this.#post(task);
    if (!problem) {
      await logEntry.end(startedAt);
      return (job) => this.#storeSuccess(task, job);
    }
    const attempt = { startedAt, endedAt: clock.now(), retryAfterMs: problem.retryAfterMs };
    const retryAt = problem.isFinal ? undefined : nextAttempt(task.attempts, queuedAt, attempt);
    const { pausedUntil } = afterFailure(this.#failure, attempt);
    const nextAt = retryAt && Math.max(retryAt, pausedUntil);
    await logEntry.end(startedAt, problem.problem, nextAt);
    this.#logProblem(task, problem.problem, nextAt && nextAt - attempt.endedAt);
    const storeFailure = (job: JobTransaction) => (problem.isFinal ? undefined : this.#storeFailure(attempt, job));
    if (retryAt !== undefined) return { retryAt, result: async (job) => storeFailure(job) };
    return async (job) => {
      await storeFailure(job);
      await job.stores.tasks.delete(task);
    };
  }

  async #storeSuccess(task: StoredTask, job: JobTransaction): Promise<void> {
    await job.stores.tasks.delete(task);
    if (!this.#failure) return;
    await job.updateProgress<QueueProgress>(() => ({}));
    // What waits because the receiver failed need not wait any longer.
    if (isFailing(this.#failure)) await this.#work.tasks.retryNow(job.stores);
    job.stores.afterCommit(() => {
      this.#failure = undefined;
    });
  }

  async #storeFailure(attempt: FailedAttempt, job: JobTransaction): Promise<void> {
    const { failure } = await job.updateProgress<QueueProgress>((before) => ({
      failure: afterFailure(before?.failure, attempt),
    }));
    job.stores.afterCommit(() => {
      this.#failure = failure;
    });
  }

  #logProblem(task: StoredTask, problem: string, delayMs: number | undefined): void {
    const { url, event } = task.task as QueuedDelivery;
    const next = delayMs === undefined ? 'It is not tried again.' : `Next try in ${Math.round(delayMs / 1000)} s.`;
    this.#dependencies.log(`webhook: ${event.type} of ${event.id} to ${redactedWebhook(url)}: ${problem} ${next}`);
  }

  #logGivenUp(task: StoredTask): void {
    if (this.#givenUp === 0) return;
    const { url } = task.task as QueuedDelivery;
    this.#dependencies.log(
      `webhook: ${this.#givenUp} events for ${redactedWebhook(url)} were not sent, because it fails and they are older than a day.`,
    );
    this.#givenUp = 0;
  }

  async #logEntry(task: StoredTask): Promise<DeliveryLogEntry> {
    const { deliveries, isPrivate } = this.#dependencies;
    const { url, headers, event } = task.task as QueuedDelivery;
    return deliveries.begin(task, {
      team: this.#work.job.team,
      event: event.type,
      about: event.id,
      url,
      headers: JSON.stringify(headers),
      body: JSON.stringify(event),
      isPrivate: await isPrivate(event.id),
    });
  }

  /** Resolves to why the event could not be delivered, and to undefined when it was. */
  async #post(task: StoredTask): Promise<Problem | undefined> {
    const { fetch, observe = unobserved, secret, clock } = this.#dependencies;
    const { signal } = this.#work;
    const { url, headers, event } = task.task as QueuedDelivery;
    const body = JSON.stringify(event);
    try {
      const request: FetchRequest = {
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
      };
      const response = await observe(request, () => fetch(request));
      const { status } = response;
      if (status >= 200 && status < 300) return undefined;
      const problem = `It answered ${status}.`;
      return { problem, isFinal: status === GONE, retryAfterMs: retryAfterMs(response.headers, clock.now()) };
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
