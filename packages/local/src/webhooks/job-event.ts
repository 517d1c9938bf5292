import { randomUUID } from 'node:crypto';
import type { Job } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { Webhooks, WebhookTarget } from './delivery.js';

export interface JobEvent {
  /** The name of the event without the kind of the job, such as `started`. */
  readonly name: string;
  readonly success: boolean;
  readonly data?: readonly object[];
  readonly error?: string | undefined;
  /** Whether it is one of many of its job, such as that of a page. */
  readonly isPart?: boolean | undefined;
}

/** Sends an event of a job to its webhook, if it has one. Call it with the stores of the transaction that stores what the event tells. */
export async function deliverJobEvent(
  webhooks: Webhooks,
  stores: Stores,
  { id, kind, team }: Pick<Job, 'id' | 'kind' | 'team'>,
  webhook: WebhookTarget | undefined,
  { name, success, data = [], error, isPart }: JobEvent,
): Promise<void> {
  if (!webhook) return;
  await webhooks.deliver(stores, {
    team,
    webhook,
    isPart,
    event: {
      success,
      type: `${kind}.${name}`,
      id,
      webhookId: randomUUID(),
      data,
      ...(error !== undefined && { error }),
      metadata: webhook.metadata ?? {},
    },
  });
}
