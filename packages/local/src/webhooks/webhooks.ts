import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { nextTurn } from '../event-loop.js';
import { redactedWebhook, redactedWebhooks } from '../redacted-url.js';
import type { Database } from '../store/database.js';
import { untilStored } from '../store/until-stored.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type { Delivery, WebhookSender, WebhookTarget } from './delivery.js';
import { createDeliveryLog } from './delivery-log.js';
import { createOutbox, type QueuedDelivery } from './outbox.js';
import { SIGNATURE_HEADER, sign } from './signature.js';

export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Applies the same address policy as for pages. */
  readonly fetch: Fetch;
  /** The secret that deliveries are signed with; undefined to leave them unsigned. */
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
}

/** The delays before the second and each later attempt. */
const RETRY_DELAYS_MS = [1000, 5000, 25_000];
const TIMEOUT_MS = 10_000;

/** A failure is final when our own policy refuses the URL; any other one is retried. */
type Outcome = 'delivered' | { readonly problem: string; readonly final: boolean };

export function createWebhooks({ database, clock, fetch, secret, log }: WebhookDependencies): WebhookSender {
  const outbox = createOutbox(database);
  const deliveries = createDeliveryLog(clock);
  const closing = new AbortController();
  const background = createBackground(log);
  const sending = new Set<string>();
  const stored = { clock, log, signal: closing.signal };
  for (const queue of outbox.queues()) startSending(queue);

  function startSending(queue: string): void {
    if (sending.has(queue) || closing.signal.aborted) return;
    sending.add(queue);
    background.start(`The deliveries of ${queue}`, async () => {
      try {
        await drain(queue);
      } catch (error) {
        sending.delete(queue);
        // The next server sends the remaining deliveries.
        if (!closing.signal.aborted) throw error;
      }
    });
  }

  async function drain(queue: string): Promise<void> {
    // Waits for the end of the transaction that this may be called in, which may have taken long.
    await nextTurn();
    let delays = RETRY_DELAYS_MS;
    for (let next = nextDelivery(queue); next; next = nextDelivery(queue)) {
      const { type, id } = JSON.parse(next.body) as Delivery['event'];
      const delivered = await deliver(next, { type, id }, delays);
      // After a failure, each event gets a single attempt until the receiver answers again.
      delays = delivered ? RETRY_DELAYS_MS : [];
      const done = next;
      await untilStored(`The delivery of ${type} of ${id}`, () => outbox.remove(done), stored);
    }
  }

  /** After the last delivery the queue is idle, and the next one starts it again. */
  function nextDelivery(queue: string): QueuedDelivery | undefined {
    const next = outbox.first(queue);
    if (!next) sending.delete(queue);
    return next;
  }

  async function deliver(
    delivery: QueuedDelivery,
    { type, id }: Pick<Delivery['event'], 'type' | 'id'>,
    delays: readonly number[],
  ): Promise<boolean> {
    const logged = deliveries.begin({ event: type, about: id, url: delivery.url });
    for (let attempt = 0; ; attempt++) {
      const startedAt = clock.now();
      const outcome = await post(delivery);
      const isDelivered = outcome === 'delivered';
      const delay = isDelivered || outcome.final ? undefined : delays[attempt];
      logged.attempt(startedAt, isDelivered ? undefined : outcome.problem);
      logged.next(delay);
      if (isDelivered) return true;
      const next = delay === undefined ? 'It is not tried again.' : `Next try in ${delay / 1000} s.`;
      log(`webhook: ${type} of ${id} to ${redactedWebhook(delivery.url)}: ${outcome.problem} ${next}`);
      if (delay === undefined) return false;
      await clock.sleep(delay, closing.signal);
    }
  }

  async function post({ url, headers, body }: QueuedDelivery): Promise<Outcome> {
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
        signal: closing.signal,
        onBody: () => false,
      });
      return status >= 200 && status < 300 ? 'delivered' : { problem: `It answered ${status}.`, final: false };
    } catch (error) {
      closing.signal.throwIfAborted();
      const isTemporary = error instanceof FetchFailure && !['forbidden', 'protocol', 'offline'].includes(error.reason);
      return { problem: redactedWebhooks((error as Error).message), final: !isTemporary };
    }
  }

  return {
    deliver({ webhook, event }) {
      if (!isSubscribed(webhook, event.type)) return;
      const { url, headers = {} } = webhook;
      outbox.add(event.id, { url, headers: JSON.stringify(headers), body: JSON.stringify(event) });
      startSending(event.id);
    },

    idle: background.idle,

    deliveries: () => ({ waiting: outbox.size(), last: deliveries.list() }),

    async close() {
      closing.abort(new Error('The server closes.'));
      await background.idle();
    },
  };
}

/** Webhooks name the events of a job without the kind of the job. */
function isSubscribed({ events }: WebhookTarget, type: string): boolean {
  const name = type.slice(type.indexOf('.') + 1);
  return events === undefined || events.some((event) => event === name || event === type);
}
