import type { JobWebhook } from '@trawl/client';
import type { Stores } from '../store/stores.js';
import type { LoggedDelivery, SentEvent, SentPayload } from './delivery-log.js';

export type { LoggedDelivery, SentEvent, SentPayload };

/** The receiver of events, and the events that it subscribes to. Each kind of job has its own events. */
export interface WebhookTarget extends Pick<JobWebhook, 'url' | 'headers' | 'metadata'> {
  readonly events?: readonly string[];
}

/** One event for one receiver. */
export interface Delivery {
  readonly webhook: WebhookTarget;
  /** The whole event, as the contract describes it. The signature covers its JSON. */
  readonly event: { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;
}

/** Where a delivery is queued: in the transaction of the stores, if they have one. */
export type DeliveryStores = Pick<Stores, 'outbox' | 'afterCommit'>;

export interface Webhooks {
  /**
   * Queues the delivery, unless the webhook is not subscribed to the event. Events with the same `id` arrive in order.
   * Failures are logged and retried a limited number of times. It is sent after the
   * commit of the transaction that the stores belong to.
   * A server that ends before it has stored a success delivers the same event again after its next start.
   */
  deliver(stores: DeliveryStores, delivery: Delivery): Promise<void>;
  /** Resolves when nothing is left to deliver. */
  idle(): Promise<void>;
}

export interface WebhookSender extends Webhooks {
  /** Resolves to how many deliveries are not finished. */
  waiting(): Promise<number>;
  /** The last deliveries of this process, the latest first. */
  deliveries(): readonly LoggedDelivery[];
  /** What one of the last deliveries of this process sent; undefined where there is no such delivery. */
  sent(number: number): SentEvent | undefined;
  /** Sends the same body to the same receiver once more, after what is queued for it. */
  resend(delivery: LoggedDelivery, payload: SentPayload): Promise<void>;
  /** Makes the next attempt of a delivery now; returns false when the delivery is not waiting for one. */
  retryNow(number: number): boolean;
  /** Stops sending. The next server with this database sends the remaining deliveries. */
  close(): Promise<void>;
}
