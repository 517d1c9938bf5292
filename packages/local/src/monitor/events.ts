import { randomUUID } from 'node:crypto';
import type { JobWebhook, MonitorCheckOutcome, MonitorCheckPage, MonitorPageOutcome, MonitorRun } from '@trawl/client';
import type { StoredMonitor } from '../store/monitor-store.js';
import type { DeliveryStores, Webhooks } from '../webhooks/delivery.js';

type EventType = 'monitor.page' | 'monitor.check.completed';

/** Sends the result of a page to the webhook of the monitor, if it subscribes to it. */
export async function deliverPageEvent(
  webhooks: Webhooks,
  stores: DeliveryStores,
  monitor: StoredMonitor,
  checkId: string,
  page: MonitorCheckPage,
): Promise<void> {
  const { url = '', status = '', previousScrapeId = null, currentScrapeId = null, error = null, diff = null } = page;
  const { judgment, warning } = page;
  const judgmentFields =
    judgment || warning ? { isMeaningful: judgment?.meaningful ?? null, judgment: judgment ?? null } : {};
  const ids = { monitorId: monitor.id, checkId };
  const outcome: MonitorPageOutcome = {
    ...ids,
    url,
    status,
    previousScrapeId,
    currentScrapeId,
    error,
    ...judgmentFields,
    ...(warning !== undefined && { warning }),
    diff,
  };
  await announce(webhooks, stores, monitor, 'monitor.page', checkId, outcome, error);
}

/** Sends the end of a check to the webhook of the monitor. Returns whether it was sent, for the record of the check. */
export async function deliverCheckEvent(
  webhooks: Webhooks,
  stores: DeliveryStores,
  monitor: StoredMonitor,
  run: MonitorRun,
): Promise<{ attempted: boolean }> {
  const { id: checkId, status = '', summary = {}, error = null } = run;
  const outcome: MonitorCheckOutcome = { monitorId: monitor.id, checkId, status, summary };
  return { attempted: await announce(webhooks, stores, monitor, 'monitor.check.completed', checkId, outcome, error) };
}

async function announce(
  webhooks: Webhooks,
  stores: DeliveryStores,
  { webhook }: StoredMonitor,
  type: EventType,
  id: string,
  outcome: MonitorPageOutcome | MonitorCheckOutcome,
  error: string | null,
): Promise<boolean> {
  if (!webhook?.url || (webhook.events && !webhook.events.includes(type))) return false;
  const { url, headers = {}, metadata = {} } = webhook;
  const receiver: JobWebhook = { url, headers, metadata };
  const failure = error === null ? {} : { error };
  const event = { success: error === null, type, id, webhookId: randomUUID(), data: [outcome], ...failure, metadata };
  await webhooks.deliver(stores, { webhook: receiver, event });
  return true;
}
