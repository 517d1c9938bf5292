import { randomUUID } from 'node:crypto';
import type { JobWebhook, MonitorCheckOutcome, MonitorCheckPage, MonitorPageOutcome, MonitorRun } from '@trawl/client';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import type { CheckJob } from './check-job.js';

type EventType = 'monitor.page' | 'monitor.check.completed';

/** Sends the result of a page to the webhook of the monitor, if it subscribes to it. */
export async function deliverPageEvent(
  webhooks: Webhooks,
  stores: Stores,
  job: CheckJob,
  page: MonitorCheckPage,
): Promise<void> {
  const { url = '', status = '', previousScrapeId = null, currentScrapeId = null, error = null, diff = null } = page;
  const { judgment, warning } = page;
  const judgmentFields =
    judgment || warning ? { isMeaningful: judgment?.meaningful ?? null, judgment: judgment ?? null } : {};
  const ids = { monitorId: job.request.monitor.id, checkId: job.id };
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
  await announce(webhooks, stores, job, 'monitor.page', outcome, error);
}

/** Sends the end of a check to the webhook of the monitor. Returns whether it was sent, for the record of the check. */
export async function deliverCheckEvent(
  webhooks: Webhooks,
  stores: Stores,
  job: CheckJob,
  run: MonitorRun,
): Promise<{ attempted: boolean }> {
  const { status = '', summary = {}, error = null } = run;
  const outcome: MonitorCheckOutcome = { monitorId: job.request.monitor.id, checkId: job.id, status, summary };
  return { attempted: await announce(webhooks, stores, job, 'monitor.check.completed', outcome, error) };
}

async function announce(
  webhooks: Webhooks,
  stores: Stores,
  { id, team, request }: CheckJob,
  type: EventType,
  outcome: MonitorPageOutcome | MonitorCheckOutcome,
  error: string | null,
): Promise<boolean> {
  const { webhook } = request.monitor;
  if (!webhook?.url || (webhook.events && !webhook.events.includes(type))) return false;
  const { url, headers = {}, metadata = {} } = webhook;
  const receiver: JobWebhook = { url, headers, metadata };
  const failure = error === null ? {} : { error };
  const event = { success: error === null, type, id, webhookId: randomUUID(), data: [outcome], ...failure, metadata };
  await webhooks.deliver(stores, { team, webhook: receiver, event });
  return true;
}
