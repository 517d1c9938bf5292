import { randomUUID } from 'node:crypto';
import type { JobWebhook, MonitorCheckOutcome, MonitorCheckPage, MonitorPageOutcome, MonitorRun } from '@trawl/client';
import type { Webhooks } from '../webhooks/delivery.js';
import type { StoredMonitor } from './monitors.js';

type EventType = 'monitor.page' | 'monitor.check.completed';

/** Sends the result of a page to the webhook of the monitor, if it subscribes to it. */
export function deliverPageEvent(
  webhooks: Webhooks,
  monitor: StoredMonitor,
  checkId: string,
  page: MonitorCheckPage,
): void {
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
  announce(webhooks, monitor, 'monitor.page', checkId, outcome, error);
}

/** Sends the end of a check to the webhook of the monitor. Returns whether it was sent, for the record of the check. */
export function deliverCheckEvent(webhooks: Webhooks, monitor: StoredMonitor, run: MonitorRun): { attempted: boolean } {
  const { id: checkId, status = '', summary = {}, error = null } = run;
  const outcome: MonitorCheckOutcome = { monitorId: monitor.id, checkId, status, summary };
  return { attempted: announce(webhooks, monitor, 'monitor.check.completed', checkId, outcome, error) };
}

function announce(
  webhooks: Webhooks,
  { webhook }: StoredMonitor,
  type: EventType,
  id: string,
  outcome: MonitorPageOutcome | MonitorCheckOutcome,
  error: string | null,
): boolean {
  if (!webhook?.url || (webhook.events && !webhook.events.includes(type))) return false;
  const { url, headers = {}, metadata = {} } = webhook;
  const receiver: JobWebhook = { url, headers, metadata };
  const failure = error === null ? {} : { error };
  const event = { success: error === null, type, id, webhookId: randomUUID(), data: [outcome], ...failure, metadata };
  webhooks.deliver({ webhook: receiver, event });
  return true;
}
