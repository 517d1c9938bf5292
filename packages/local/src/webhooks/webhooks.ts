import type { JobWebhook } from '@trawl/client';
import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { nextTurn } from '../event-loop.js';
import { redactedUrl } from '../redacted-url.js';
import type { Database } from '../store/database.js';
import { untilStored } from '../store/until-stored.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type { Delivery, WebhookSender } from './delivery.js';
import { createOutbox, type QueuedDelivery } from './outbox.js';
import { SIGNATURE_HEADER, sign } from './signature.js';

export interface WebhookParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Posts by the policy of addresses that holds for pages. */
  readonly fetch: Fetch;
  /** Signs deliveries; without one they are not signed. */
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
}

/** Before each attempt after the first. */
const RETRY_DELAYS_MS = [1000, 5000, 25_000];
const TIMEOUT_MS = 10_000;

/** The receiver is not there, or says no; another attempt may go better unless it is refused by our own policy. */
type Outcome = 'delivered' | { readonly problem: string; readonly final: boolean };

export function createWebhooks({ database, clock, fetch, secret, log }: WebhookParts): WebhookSender {
  const outbox = createOutbox(database);
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
        // What is left is sent by the next server.
        if (!closing.signal.aborted) throw error;
      }
    });
  }

  async function drain(queue: string): Promise<void> {
    // Not before the transaction is over that this may be called in, which may have taken its time.
    await nextTurn();
    let waits = RETRY_DELAYS_MS;
    for (let next = nextDelivery(queue); next; next = nextDelivery(queue)) {
      const { type, id } = JSON.parse(next.body) as Delivery['event'];
      const delivered = await deliver(next, `${type} of ${id}`, waits);
      // A receiver that is gone costs one attempt for each event, until it is there again.
      waits = delivered ? RETRY_DELAYS_MS : [];
      const done = next;
      await untilStored(`The delivery of ${type} of ${id}`, () => outbox.remove(done), stored);
    }
  }

  /** Whoever comes after the last one has to wake the queue again. */
  function nextDelivery(queue: string): QueuedDelivery | undefined {
    const next = outbox.first(queue);
    if (!next) sending.delete(queue);
    return next;
  }

  async function deliver(delivery: QueuedDelivery, name: string, waits: readonly number[]): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await post(delivery);
      if (outcome === 'delivered') return true;
      const wait = outcome.final ? undefined : waits[attempt];
      const next = wait === undefined ? 'It is not tried again.' : `Next try in ${wait / 1000} s.`;
      log(`webhook: ${name} to ${redactedUrl(delivery.url)}: ${outcome.problem} ${next}`);
      if (wait === undefined) return false;
      await clock.sleep(wait, closing.signal);
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
      const isPassing = error instanceof FetchFailure && !['forbidden', 'protocol', 'offline'].includes(error.reason);
      return { problem: (error as Error).message, final: !isPassing };
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

    async close() {
      closing.abort(new Error('The server closes.'));
      await background.idle();
    },
  };
}

/** Webhooks name the events of a job without the kind of the job. */
function isSubscribed({ events }: JobWebhook, type: string): boolean {
  const name = type.slice(type.indexOf('.') + 1);
  return events === undefined || events.some((event: string) => event === name || event === type);
}
