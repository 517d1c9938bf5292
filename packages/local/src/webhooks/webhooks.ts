import { createHmac } from 'node:crypto';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { redactedWebhook, redactedWebhooks } from '../redacted-url.js';
import type { QueuedDelivery } from '../store/outbox-store.js';
import type { Stores } from '../store/stores.js';
import { untilStored } from '../store/until-stored.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type {
  Delivery,
  DeliveryStores,
  LoggedDelivery,
  SentEvent,
  SentPayload,
  WebhookSender,
  WebhookTarget,
} from './delivery.js';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.js';

export interface WebhookDependencies {
  readonly stores: Pick<Stores, 'outbox'>;
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
  readonly #deliveries: DeliveryLog;
  readonly #background: Background;
  readonly #closing = new AbortController();
  /** The queues whose deliveries are being sent, and whether one was added while the queue was read. */
  readonly #active = new Map<string, boolean>();
  /** What ends the wait before the next attempt, by the number of the delivery. */
  readonly #waits = new Map<number, AbortController>();

  constructor(dependencies: WebhookDependencies) {
    const { stores, clock, log } = dependencies;
    this.#dependencies = dependencies;
    this.#deliveries = createDeliveryLog(clock);
    this.#background = createBackground(log);
    this.#background.start('The deliveries of the last server', async () => {
      for (const queue of await stores.outbox.queues()) this.#startSending(queue);
    });
  }

  async deliver(stores: DeliveryStores, { webhook, event }: Delivery): Promise<void> {
    if (!isSubscribed(webhook, event.type)) return;
    const { url, headers = {} } = webhook;
    await stores.outbox.add(event.id, { url, headers: JSON.stringify(headers), body: JSON.stringify(event) });
    stores.afterCommit(() => this.#startSending(event.id));
  }

  idle(): Promise<void> {
    return this.#background.idle();
  }

  waiting(): Promise<number> {
    return this.#dependencies.stores.outbox.size();
  }

  deliveries(): readonly LoggedDelivery[] {
    return this.#deliveries.list();
  }

  sent(number: number): SentEvent | undefined {
    return this.#deliveries.sent(number);
  }

  async resend({ about, url }: LoggedDelivery, { headers, body }: SentPayload): Promise<void> {
    await this.#dependencies.stores.outbox.add(about, { url, headers, body });
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
    if (this.#closing.signal.aborted) return;
    const isActive = this.#active.has(queue);
    this.#active.set(queue, isActive);
    if (isActive) return;
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
    const { stores, clock, log } = this.#dependencies;
    const { signal } = this.#closing;
    let delays = RETRY_DELAYS_MS;
    for (let next = await this.#nextDelivery(queue); next; next = await this.#nextDelivery(queue)) {
      const delivery = next;
      const { type, id } = JSON.parse(delivery.body) as Delivery['event'];
      const isDelivered = await this.#sendWithRetries(delivery, { type, id }, delays);
      // After a failure, each event gets a single attempt until the receiver answers again.
      delays = isDelivered ? RETRY_DELAYS_MS : [];
      await untilStored(`The delivery of ${type} of ${id}`, () => stores.outbox.remove(delivery), {
        clock,
        log,
        signal,
      });
    }
  }

  /** After the last delivery the queue is idle, and the next one starts it again. */
  async #nextDelivery(queue: string): Promise<QueuedDelivery | undefined> {
    do {
      this.#active.set(queue, false);
      const next = await this.#dependencies.stores.outbox.first(queue);
      if (next) return next;
    } while (this.#active.get(queue));
    this.#active.delete(queue);
    return undefined;
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
