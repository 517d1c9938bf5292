import { redactedUrl } from '@trawl/base/redacted-url';
import type { MonitorCheckPage, MonitorRun, WatchedTarget } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { Monitoring } from '../monitor/monitoring.js';
import type { OwnedMonitor } from '../store/monitor-store.js';
import type { Stores } from '../store/stores.js';
import { redactedJson } from './redacted-json.js';
import type { CheckDetail, CheckedPageView, CheckView, MonitorDetail, MonitorView } from './views.js';

const MAX_CHECKS = 50;
const MAX_PAGES = 100;

export function monitorViews(monitoring: Pick<Monitoring, 'check'>, stores: Pick<Stores, 'monitors' | 'checks'>) {
  const { monitors, checks } = stores;

  async function find(id: string): Promise<OwnedMonitor> {
    const entry = await monitors.find(id);
    if (!entry) throw new Refusal('not_found', 'There is no such monitor, or no longer.');
    return entry;
  }

  return {
    /** The latest first. */
    list: async (): Promise<MonitorView[]> => (await monitors.all()).map(viewOf).reverse(),

    async detail(id: string): Promise<MonitorDetail> {
      const entry = await find(id);
      const runs = await checks.list(id, { limit: MAX_CHECKS, skip: 0 });
      return { ...viewOf(entry), request: redactedJson(entry.monitor), checks: runs.map(checkOf) };
    },

    async check(monitorId: string, id: string): Promise<CheckDetail> {
      await find(monitorId);
      const run = await monitoring.check(monitorId, id);
      const { pages, more } = await checks.pages(id, { limit: MAX_PAGES, skip: 0 });
      return { ...checkOf(run), pages: pages.map(pageOf), hasMore: more };
    },
  };
}

function viewOf({ team, monitor }: OwnedMonitor): MonitorView {
  const { id, name, status, schedule, targets, currentCheckId, nextRunAt, lastRunAt, lastCheckSummary } = monitor;
  return {
    id,
    name: name ?? '',
    team,
    status,
    schedule: `${schedule.cron} ${schedule.timezone}`,
    targets: targets.flatMap(targetOf),
    isRunning: currentCheckId != null,
    ...(nextRunAt && { nextRunAt }),
    ...(lastRunAt && { lastRunAt }),
    ...(lastCheckSummary && { summary: lastCheckSummary }),
  };
}

function targetOf({ url, urls = [], queries = [] }: WatchedTarget): string[] {
  return [...[...(url === undefined ? [] : [url]), ...urls].map(redactedUrl), ...queries];
}

function checkOf({ id, status, trigger, createdAt, finishedAt, summary, actualCredits, error }: MonitorRun): CheckView {
  return {
    id,
    status: status ?? '',
    trigger: trigger ?? '',
    ...(createdAt && { createdAt }),
    ...(finishedAt && { finishedAt }),
    summary: summary ?? {},
    ...(actualCredits != null && { credits: actualCredits }),
    ...(error && { error }),
  };
}

function pageOf({ url, status, diff, error, judgment, warning }: MonitorCheckPage): CheckedPageView {
  return {
    url: redactedUrl(url ?? ''),
    status: status ?? '',
    ...(diff?.text && { diff: diff.text }),
    ...(error && { error }),
    ...(judgment && { judgment: `${judgment.meaningful ? 'Matters' : 'Does not matter'}: ${judgment.reason ?? ''}` }),
    ...(warning && { warning }),
  };
}
