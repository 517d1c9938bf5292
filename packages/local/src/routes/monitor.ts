import { refuseLimitedKey } from '../accounts/credit-owner.js';
import { queryDefaults } from '../contract/query-defaults.js';
import type { Monitoring } from '../monitor/monitoring.js';
import type { StoredMonitor } from '../store/monitor-store.js';
import type { Stores } from '../store/stores.js';
import type { Routes } from './route.js';

type MonitorRoutes = Pick<
  Routes,
  | 'createMonitor'
  | 'listMonitors'
  | 'getMonitor'
  | 'updateMonitor'
  | 'deleteMonitor'
  | 'runMonitor'
  | 'listMonitorChecks'
  | 'getMonitorCheck'
>;

export function monitorRoutes(
  monitoring: Monitoring,
  { checks }: Pick<Stores, 'checks'>,
  hasModel: boolean,
): MonitorRoutes {
  const { monitors, scheduler } = monitoring;
  return {
    async createMonitor({ team, key, body }) {
      refuseLimitedKey(key, 'A monitor');
      const data = await monitors.create(team, body);
      scheduler.wake();
      return { success: true, data: answerOf(data), ...unsupportedWarning(data, hasModel) };
    },
    async listMonitors({ team, query }) {
      const list = await monitors.list(team, { limit: limitOf(query), offset: query.offset ?? 0 });
      return { success: true, data: list.map(answerOf) };
    },
    getMonitor: async ({ team, path }) => ({
      success: true,
      data: answerOf(await monitors.get(team, path.monitorId)),
    }),
    async updateMonitor({ team, key, path, body }) {
      refuseLimitedKey(key, 'A monitor');
      const data = await monitors.update(team, path.monitorId, body);
      scheduler.wake();
      return { success: true, data: answerOf(data), ...unsupportedWarning(data, hasModel) };
    },
    async deleteMonitor({ team, path }) {
      await monitoring.delete(team, path.monitorId);
      return { success: true };
    },
    async runMonitor({ team, key, path }) {
      refuseLimitedKey(key, 'A monitor');
      const data = await scheduler.run(team, path.monitorId);
      return { success: true, id: data.id, data };
    },
    async listMonitorChecks({ team, path, query }) {
      const { id } = await monitors.get(team, path.monitorId);
      const { offset: skip = 0, status } = query;
      return { success: true, data: await checks.list(id, { limit: limitOf(query), skip, status }) };
    },
    async getMonitorCheck({ team, path, query, baseUrl }) {
      const { id } = await monitors.get(team, path.monitorId);
      const check = await monitoring.check(id, path.checkId);
      const { skip = 0, status } = query;
      const limit = limitOf(query);
      const { pages, more } = await checks.pages(check.id, { limit, skip, status });
      // There may be fewer than were asked for: of large ones, not all fit into one answer.
      const rest = new URLSearchParams({
        skip: `${skip + pages.length}`,
        limit: `${limit}`,
        ...(status && { status }),
      });
      const next = more ? { next: `${baseUrl}/v2/monitor/${id}/checks/${check.id}?${rest}` } : {};
      return { success: true, ...next, data: { ...check, pages, ...next } };
    },
  };
}

/** A monitor as callers know it: its delay is a part of the time of its next run. */
function answerOf({ delayMs: _, ...monitor }: StoredMonitor): Omit<StoredMonitor, 'delayMs'> {
  return monitor;
}

/** The limit of a list. All lists of monitors have the same default. */
function limitOf({ limit }: { limit?: number | undefined }): number {
  return limit ?? queryDefaults('listMonitors').limit ?? 0;
}

/** The `warning` of the response about options that this server cannot apply. */
function unsupportedWarning(
  { judgeEnabled, goal, notification }: StoredMonitor,
  hasModel: boolean,
): { warning?: string } {
  const warnings = [
    ...(judgeEnabled && !hasModel ? [NO_MODEL] : []),
    ...(judgeEnabled && hasModel && !goal ? [NO_GOAL] : []),
    ...(notification?.email?.enabled ? ['This server sends no email: use a webhook.'] : []),
  ];
  return warnings.length ? { warning: warnings.join(' ') } : {};
}

const NO_MODEL = 'Changes are reported, and none of them is judged: this server has no language model (--model-url).';

const NO_GOAL = 'Changes are reported, and none of them is judged: give the `goal` to judge them by.';
