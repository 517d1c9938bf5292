import type { JobWebhook } from '@trawl/client';

/** One event for one receiver. */
export interface Delivery {
  readonly webhook: JobWebhook;
  /** The whole event, as the contract describes it; signed as it is sent. */
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>;
}

export interface Webhooks {
  /** Queues the delivery, in order for each job; failures are retried a bounded number of times and logged. */
  deliver(delivery: Delivery): void;
  /** Resolves when nothing is left to deliver. */
  idle(): Promise<void>;
}
