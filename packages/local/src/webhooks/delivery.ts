import type { JobWebhook } from '@trawl/client';

/** One event for one receiver. */
export interface Delivery {
  readonly webhook: JobWebhook;
  /** The whole event, as the contract describes it; signed as it is sent. */
  readonly event: { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;
}

export interface Webhooks {
  /**
   * Queues the delivery, unless the webhook does not want such events. Those of one `id` arrive in order; failures are
   * retried a bounded number of times and logged. What is queued inside a transaction is sent once that is stored. A server
   * that ends before it has noted a success delivers the same event again when it is started again.
   */
  deliver(delivery: Delivery): void;
  /** Resolves when nothing is left to deliver. */
  idle(): Promise<void>;
}

export interface WebhookSender extends Webhooks {
  /** Stops sending; what is left is sent by the next server with this database. */
  close(): Promise<void>;
}
