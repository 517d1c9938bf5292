import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import type { Monitoring } from '../monitor/monitoring.js';
import type { Stores } from '../store/stores.js';
import type { WebhookSender } from '../webhooks/delivery.js';

export interface ActionDependencies {
  readonly engine: Pick<JobEngine, 'find' | 'cancel'>;
  readonly monitoring: Pick<Monitoring, 'scheduler'>;
  readonly stores: Pick<Stores, 'monitors'>;
  readonly webhooks: Pick<WebhookSender, 'resend' | 'resendFailed'>;
}

export type Actions = ReturnType<typeof createActions>;

/** What the operator of the server can do with the data of all teams. Each throws a refusal that says why it cannot be done. */
export function createActions({ engine, monitoring, stores, webhooks }: ActionDependencies) {
  return {
    /** Ends a job; what it has brought stays. A job that was cancelled before stays as it is. */
    async cancelJob(id: string): Promise<void> {
      const job = await engine.find(id);
      if (!job) throw new Refusal('not_found', 'There is no such job, or no longer.');
      if (await engine.cancel(job)) return;
      const { status } = (await engine.find(id)) ?? job;
      if (status !== 'cancelled') throw new Refusal('conflict', `The job is already ${status}.`);
    },

    /** Starts a check of a monitor now; returns its id. */
    async runMonitor(id: string): Promise<string> {
      const ownedMonitor = await stores.monitors.find(id);
      if (!ownedMonitor) throw new Refusal('not_found', 'There is no such monitor, or no longer.');
      return (await monitoring.scheduler.run(ownedMonitor.team, id)).id;
    },

    /** Sends the event of a delivery once more, with the same body. One that is retried gets its next attempt now. */
    resendDelivery: (number: number): Promise<void> => webhooks.resend(number),

    /** Sends all events again that have failed and have not been delivered since; resolves to how many. */
    resendFailedDeliveries: (): Promise<number> => webhooks.resendFailed(),
  };
}
