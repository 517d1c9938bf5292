import { randomUUID } from 'node:crypto';
import type { Document } from '@trawl/client';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import type { PageJob } from './job.js';

interface EventBody {
  readonly success: boolean;
  readonly data?: readonly Document[];
  readonly error?: string;
}

/** Sends an event to the webhook of the job, if it has one, once the transaction is stored. */
export type Announce = (
  stores: Stores,
  job: PageJob,
  event: 'started' | 'page' | 'completed',
  body: EventBody,
) => Promise<void>;

export function createAnnounce(webhooks: Webhooks): Announce {
  return async (_stores, { id, kind, request: { webhook } }, event, { success, data = [], error }) => {
    if (!webhook) return;
    webhooks.deliver({
      webhook,
      event: {
        success,
        type: `${kind}.${event}`,
        id,
        webhookId: randomUUID(),
        data,
        ...(error !== undefined && { error }),
        metadata: webhook.metadata ?? {},
      },
    });
  };
}
