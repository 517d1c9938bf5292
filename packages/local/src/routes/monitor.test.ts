import { createVirtualClock } from '@trawl/base/clock';
import type { MonitorCheckPage } from '@trawl/client';
import { expect, onTestFinished, test } from 'vitest';
import type { Monitoring } from '../monitor/monitoring.js';
import { Monitors } from '../monitor/monitors.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { monitorRoutes } from './monitor.js';
import type { RouteRequest } from './route.js';

function monitorsOf() {
  const [database, clock] = [openDatabase(), createVirtualClock()];
  onTestFinished(() => database.close());
  const stores = openStores(database, clock);
  return { stores, monitors: new Monitors({ stores, clock }) };
}

test('the next pages of a check begin where those of an answer end, however many fit into it', async () => {
  const { monitors, stores } = monitorsOf();
  const { checks } = stores;
  const targets = [{ type: 'scrape' as const, urls: ['https://a.example/'] }];
  const { id: monitorId } = await monitors.create('team', { name: 'a', schedule: { cron: '0 * * * *' }, targets });
  const { id: checkId } = await checks.create(monitorId, {
    trigger: 'manual',
    scheduledFor: null,
    estimatedCredits: 1,
  });
  for (const url of ['a', 'b', 'c']) {
    const error = 'x'.repeat(6 * 1024 * 1024);
    await checks.addPage(checkId, { id: url, url, status: 'error', error } as MonitorCheckPage);
  }

  const { getMonitorCheck } = monitorRoutes(
    { monitors, check: checks.find.bind(checks) } as unknown as Monitoring,
    stores,
    false,
  );
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
])('a target whose checks would all fail is refused, by the field of %s', async (_, target, path) => {
  const { monitors } = monitorsOf();
  const usable = { type: 'scrape' as const, urls: ['https://a.example/'] };
  const refusal = expect.objectContaining({
    code: 'BAD_REQUEST',
    facts: expect.objectContaining({ details: [expect.objectContaining({ path: ['targets', 1, ...path] })] }),
  });
  const request = { name: 'a', schedule: { cron: '0 * * * *' }, targets: [usable] };
  await expect(monitors.create('team', { ...request, targets: [usable, target] })).rejects.toThrow(refusal);
  const { id } = await monitors.create('team', request);
  await expect(monitors.update('team', id, { targets: [usable, target] })).rejects.toThrow(refusal);
});

test('a monitor of searches keeps a goal unless no model judges it, and its webhook and hosts in one form', async () => {
  const { monitors } = monitorsOf();
  const targets = [{ type: 'search' as const, queries: ['tea'], includeDomains: [' Tea.EXAMPLE '] }];
  const request = { name: 'a', schedule: { cron: '0 * * * *' }, targets, goal: 'New kinds of tea' };
  const monitor = await monitors.create('team', { ...request, webhook: 'https://example.com/hook' });
  expect(monitor).toMatchObject({
    judgeEnabled: true,
    webhook: { url: 'https://example.com/hook' },
    targets: [{ includeDomains: ['tea.example'] }],
  });
  const noGoal = expect.objectContaining({
    code: 'BAD_REQUEST',
    facts: { details: [expect.objectContaining({ path: ['goal'] })] },
  });
  await expect(monitors.update('team', monitor.id, { goal: null })).rejects.toThrow(noGoal);
  expect(await monitors.update('team', monitor.id, { name: 'b' })).toMatchObject({ goal: 'New kinds of tea' });
  expect(await monitors.update('team', monitor.id, { goal: null, judgeEnabled: false })).toMatchObject({ goal: null });
});
