import { createHmac } from 'node:crypto';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { nextTurn } from '../event-loop.js';
import { redactedWebhook, redactedWebhooks } from '../redacted-url.js';
import type { Database } from '../store/database.js';
import { untilStored } from '../store/until-stored.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type { Delivery, LoggedDelivery, SentEvent, SentPayload, WebhookSender, WebhookTarget } from './delivery.js';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.js';
import { createOutbox, type Outbox, type QueuedDelivery } from './outbox.js';

export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Applies the same address policy as for pages. */
  readonly fetch: Fetch;
  /** The secret that deliveries are signed with; undefined to leave them unsigned. */
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
  /** Whether nothing of a job may be kept elsewhere; by default, no job asks for that. */
  readonly isPrivateJob?: ((id: string) => Promise<boolean>) | undefined;
}

/** The delays before the second and each later attempt. */
const RETRY_DELAYS_MS = [1000, 5000, 25_000];
const TIMEOUT_MS = 10_000;

/** The header in which receivers of these webhooks expect the signature. */
const SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** A failure is final when our own policy refuses the URL; any other one is retried. */
type Outcome = 'delivered' | { readonly problem: string; readonly final: boolean };

export function createWebhooks(dependencies: WebhookDependencies): WebhookSender {
  return new OutboxSender(dependencies);
}

class OutboxSender implements WebhookSender {
  readonly #dependencies: WebhookDependencies;
  readonly #outbox: Outbox;
  readonly #deliveries: DeliveryLog;
  readonly #background: Background;
  readonly #closing = new AbortController();
  /** The queues whose deliveries are being sent. */
  readonly #active = new Set<string>();
  /** What ends the wait before the next attempt, by the number of the delivery. */
  readonly #waits = new Map<number, AbortController>();

  constructor(dependencies: WebhookDependencies) {
    const { database, clock, log } = dependencies;
    this.#dependencies = dependencies;
    this.#outbox = createOutbox(database);
    this.#deliveries = createDeliveryLog(clock);
    this.#background = createBackground(log);
    for (const queue of this.#outbox.queues()) this.#startSending(queue);
  }

  deliver({ webhook, event }: Delivery): void {
    if (!isSubscribed(webhook, event.type)) return;
    const { url, headers = {} } = webhook;
    this.#outbox.add(event.id, { url, headers: JSON.stringify(headers), body: JSON.stringify(event) });
    this.#startSending(event.id);
  }

  idle(): Promise<void> {
    return this.#background.idle();
  }

  deliveries() {
    return { waiting: this.#outbox.size(), last: this.#deliveries.list() };
  }

  sent(number: number): SentEvent | undefined {
    return this.#deliveries.sent(number);
  }

  resend({ about, url }: LoggedDelivery, { headers, body }: SentPayload): void {
    this.#outbox.add(about, { url, headers, body });
    this.#startSending(about);
  }

  retryNow(number: number): boolean {
    const wait = this.#waits.get(number);
    wait?.abort();
    return wait !== undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    await this.#background.idle();
  }

  #startSending(queue: string): void {
    if (this.#active.has(queue) || this.#closing.signal.aborted) return;
    this.#active.add(queue);
    this.#background.start(`The deliveries of ${queue}`, async () => {
      try {
        await this.#sendAll(queue);
      } catch (error) {
        this.#active.delete(queue);
        // The next server sends the remaining deliveries.
        if (!this.#closing.signal.aborted) throw error;
      }
    });
  }

  async #sendAll(queue: string): Promise<void> {
    const { clock, log } = this.#dependencies;
    const { signal } = this.#closing;
    // `deliver` may be called in a transaction, so this waits for the end of that transaction.
    await nextTurn();
    let delays = RETRY_DELAYS_MS;
    for (let next = this.#nextDelivery(queue); next; next = this.#nextDelivery(queue)) {
      const delivery = next;
      const { type, id } = JSON.parse(delivery.body) as Delivery['event'];
      const isDelivered = await this.#sendWithRetries(delivery, { type, id }, delays);
      // After a failure, each event gets a single attempt until the receiver answers again.
      delays = isDelivered ? RETRY_DELAYS_MS : [];
      await untilStored(`The delivery of ${type} of ${id}`, () => this.#outbox.remove(delivery), {
        clock,
        log,
        signal,
      });
    }
  }

  /** After the last delivery the queue is idle, and the next one starts it again. */
  #nextDelivery(queue: string): QueuedDelivery | undefined {
    const next = this.#outbox.first(queue);
    if (!next) this.#active.delete(queue);
    return next;
  }

  /** Returns whether the receiver took the event. */
  async #sendWithRetries(
    delivery: QueuedDelivery,
    { type, id }: Pick<Delivery['event'], 'type' | 'id'>,
    delays: readonly number[],
  ): Promise<boolean> {
    const { clock, log, isPrivateJob } = this.#dependencies;
    const isPrivate = (await isPrivateJob?.(id)) ?? false;
    const logEntry = this.#deliveries.begin({ ...delivery, event: type, about: id, isPrivate });
    for (let attempt = 0; ; attempt++) {
      const startedAt = clock.now();
      const outcome = await this.#post(delivery);
      const isDelivered = outcome === 'delivered';
      const delay = isDelivered || outcome.final ? undefined : delays[attempt];
      logEntry.attempt(startedAt, isDelivered ? undefined : outcome.problem);
      logEntry.next(delay);
      if (isDelivered) return true;
      const next = delay === undefined ? 'It is not tried again.' : `Next try in ${delay / 1000} s.`;
      log(`webhook: ${type} of ${id} to ${redactedWebhook(delivery.url)}: ${outcome.problem} ${next}`);
      if (delay === undefined) return false;
      await this.#waitForRetry(logEntry.number, delay);
    }
  }

  /** Waits for the delay, or until the operator asks for the next attempt. */
  async #waitForRetry(number: number, delayMs: number): Promise<void> {
    const wait = new AbortController();
    this.#waits.set(number, wait);
    try {
      await this.#dependencies.clock.sleep(delayMs, AbortSignal.any([this.#closing.signal, wait.signal]));
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      if (!wait.signal.aborted) throw error;
    } finally {
      this.#waits.delete(number);
    }
  }

  async #post({ url, headers, body }: QueuedDelivery): Promise<Outcome> {
    const { fetch, secret } = this.#dependencies;
    try {
      const { status } = await fetch({
        url,
        post: body,
        headers: {
          'content-type': 'application/json',
          ...(JSON.parse(headers) as Record<string, string>),
          ...(secret !== undefined && { [SIGNATURE_HEADER]: sign(body, secret) }),
        },
        timeoutMs: TIMEOUT_MS,
        signal: this.#closing.signal,
        onBody: () => false,
      });
      return status >= 200 && status < 300 ? 'delivered' : { problem: `It answered ${status}.`, final: false };
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      const isTemporary = error instanceof FetchFailure && !['forbidden', 'protocol', 'offline'].includes(error.reason);
      return { problem: redactedWebhooks((error as Error).message), final: !isTemporary };
    }
  }
}

/** Webhooks name the events of a job without the kind of the job. */
function isSubscribed({ events }: WebhookTarget, type: string): boolean {
  const name = type.slice(type.indexOf('.') + 1);
  return events === undefined || events.some((event) => event === name || event === type);
}

/** Signs a body, so that a receiver with the secret can verify its sender and content. */
function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
