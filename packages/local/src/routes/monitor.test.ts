import type { MonitorCheckPage } from '@trawl/client';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { createChecks } from '../monitor/checks.js';
import type { Monitoring } from '../monitor/monitoring.js';
import { createMonitors } from '../monitor/monitors.js';
import { openDatabase } from '../store/sqlite.js';
import { monitorRoutes } from './monitor.js';
import type { RouteRequest } from './route.js';

test('the next pages of a check begin where those of an answer end, however many fit into it', async () => {
  const parts = { database: openDatabase(), clock: createVirtualClock() };
  onTestFinished(() => parts.database.close());
  const [monitors, checks] = [createMonitors(parts), createChecks(parts)];
  const targets = [{ type: 'scrape' as const, urls: ['https://a.example/'] }];
  const { id: monitorId } = monitors.create('team', { name: 'a', schedule: { cron: '0 * * * *' }, targets });
  const { id: checkId } = checks.create(monitorId, 'manual', { scheduledFor: null, estimatedCredits: 1 });
  for (const url of ['a', 'b', 'c']) {
    const error = 'x'.repeat(6 * 1024 * 1024);
    checks.addPage(checkId, { id: url, url, status: 'error', error } as MonitorCheckPage);
  }

  const { getMonitorCheck } = monitorRoutes({ monitors, checks } as Monitoring, false);
  const incoming = { team: 'team', path: { monitorId, checkId }, query: { limit: 100 }, baseUrl: 'http://a.example' };
  const answer = await getMonitorCheck(incoming as unknown as RouteRequest<'getMonitorCheck'>);
  expect(answer).toMatchObject({
    next: `http://a.example/v2/monitor/${monitorId}/checks/${checkId}?skip=1&limit=100`,
    data: { pages: [{ url: 'a' }] },
  });
});

test.each([
  [
    'a path expression',
    { type: 'crawl' as const, url: 'https://a.example/', crawlOptions: { excludePaths: ['^/b', '('] } },
    ['crawlOptions', 'excludePaths', 1],
  ],
])('a target whose checks would all fail is refused, by the field of %s', (_, target, path) => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const monitors = createMonitors({ database, clock: createVirtualClock() });
  const usable = { type: 'scrape' as const, urls: ['https://a.example/'] };
  const refusal = expect.objectContaining({
    status: 400,
    body: expect.objectContaining({ details: [expect.objectContaining({ path: ['targets', 1, ...path] })] }),
  });
  const request = { name: 'a', schedule: { cron: '0 * * * *' }, targets: [usable] };
  expect(() => monitors.create('team', { ...request, targets: [usable, target] })).toThrow(refusal);
  const { id } = monitors.create('team', request);
  expect(() => monitors.update('team', id, { targets: [usable, target] })).toThrow(refusal);
});

test('a monitor of searches keeps a goal unless no model judges it, and its webhook and hosts in one form', () => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const monitors = createMonitors({ database, clock: createVirtualClock() });
  const targets = [{ type: 'search' as const, queries: ['tea'], includeDomains: [' Tea.EXAMPLE '] }];
  const request = { name: 'a', schedule: { cron: '0 * * * *' }, targets, goal: 'New kinds of tea' };
  const monitor = monitors.create('team', { ...request, webhook: 'https://example.com/hook' });
  expect(monitor).toMatchObject({
    judgeEnabled: true,
    webhook: { url: 'https://example.com/hook' },
    targets: [{ includeDomains: ['tea.example'] }],
  });
  const noGoal = expect.objectContaining({
    status: 400,
    body: expect.objectContaining({ details: [expect.objectContaining({ path: ['goal'] })] }),
  });
  expect(() => monitors.update('team', monitor.id, { goal: null })).toThrow(noGoal);
  expect(monitors.update('team', monitor.id, { name: 'b' })).toMatchObject({ goal: 'New kinds of tea' });
  expect(monitors.update('team', monitor.id, { goal: null, judgeEnabled: false })).toMatchObject({ goal: null });
});
