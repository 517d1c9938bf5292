import type { JobWebhook } from '@trawl/client';
import type { StoredDelivery } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { SentEvent } from './delivery-log.js';

export type { SentEvent } from './delivery-log.js';

/** The receiver of events, and the events that it subscribes to. Each kind of job has its own events. */
export interface WebhookTarget extends Pick<JobWebhook, 'url' | 'headers' | 'metadata'> {
  readonly events?: readonly string[] | undefined;
}

/** The whole event, as the contract describes it. The signature covers its JSON. */
export type WebhookEvent = { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;

/** One event for one receiver. */
export interface Delivery {
  readonly team: string;
  readonly webhook: WebhookTarget;
  readonly event: WebhookEvent;
  /** Whether it is one of many events of its job, which arrive in any order between the others. */
  readonly isPart?: boolean | undefined;
}

export interface Webhooks {
  /**
   * Queues the delivery in a transaction, unless the webhook is not subscribed to the event. It is sent after the commit.
   * Of events with the same `id`, one that is no part is sent when all those before it were tried, and those behind it are sent
   * when it was tried. Failures are logged, and tried again for a day.
   * A server that ends before it has stored a success delivers the same event again after its next start.
   */
  deliver(stores: Stores, delivery: Delivery): Promise<void>;
}

export interface WebhookSender extends Webhooks {
  /** Resolves to how many deliveries are not finished. */
  waiting(): Promise<number>;
  /** The last deliveries, the latest first. */
  deliveries(): Promise<readonly StoredDelivery[]>;
  /** What one of the last deliveries sent; undefined where there is no such delivery. */
  sent(number: number): Promise<SentEvent | undefined>;
  /**
   * Sends the event of one of the last deliveries again: one that is over is made once more, and where one waits for its next
   * attempt, all that wait for the same receiver are tried now. Throws a refusal that says why it cannot.
   */
  resend(number: number): Promise<void>;
  /**
   * Sends the events again that have failed and have not been delivered since, in their order; resolves to how many. One whose
   * payload is not kept is left out.
   */
  resendFailed(): Promise<number>;
}
