import type { MonitorCheckOutcome, MonitorCheckPage, MonitorPageOutcome, MonitorRun } from '@trawl/client';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { deliverJobEvent } from '../webhooks/job-event.js';
import type { CheckJob } from './check-job.js';

/** What the events of a check are named after. */
const KIND = 'monitor';

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
  await announce(webhooks, stores, job, 'page', outcome, error);
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
  return { attempted: await announce(webhooks, stores, job, 'check.completed', outcome, error) };
}

/** Returns whether the monitor has a webhook that subscribes to the event. */
async function announce(
  webhooks: Webhooks,
  stores: Stores,
  { id, team, request }: CheckJob,
  name: 'page' | 'check.completed',
  outcome: MonitorPageOutcome | MonitorCheckOutcome,
  error: string | null,
): Promise<boolean> {
  const { url, events, ...rest } = request.monitor.webhook ?? {};
  if (!url || (events && !events.includes(`${KIND}.${name}`))) return false;
  const isPart = name === 'page';
  const event = { name, success: error === null, data: [outcome], error: error ?? undefined, isPart };
  await deliverJobEvent(webhooks, stores, { id, team, kind: KIND }, { url, ...rest }, event);
  return true;
}
