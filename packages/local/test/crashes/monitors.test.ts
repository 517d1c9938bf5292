import { expect, test } from 'vitest';
import { linksTo, type Page, site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { crashAfterEachWrite } from './crashes.js';
import { reportedResults, storedResults } from './monitor-results.js';
import { receiver } from './receiver.js';
import { TEAM } from './service.js';

const HOUR_MS = 60 * 60_000;

/** A shop whose tea changes its price. */
async function shop() {
  let price = '2 EUR';
  const tea: Page = (_, response) => response.end(`Tea: ${price}`);
  const pages = await site({
    '/tea': tea,
    '/docs/': linksTo('/docs/a'),
    '/docs/a': 'A',
    '/gone': (request) => request.socket.destroy(),
  });
  return {
    ...pages,
    changePrice() {
      price = '3 EUR';
    },
  };
}

function monitorOf(url: string, hook: string) {
  const crawlOptions = { sitemap: 'skip', ignoreRobotsTxt: true };
  return {
    name: 'Shop',
    schedule: { cron: '0 * * * *' },
    targets: [
      { type: 'scrape', urls: [`${url}/tea`, `${url}/gone`] },
      { type: 'crawl', url: `${url}/docs/`, crawlOptions },
    ],
    webhook: { url: hook },
  };
}

test('a monitor reports each change and the end of each check once, and continues its schedule', async () => {
  const { url, changePrice } = await shop();
  const hook = await receiver();
  await crashAfterEachWrite({
    async story(service) {
      const { body } = await service.call('POST /v2/monitor', monitorOf(url, hook.url));
      await service.call(`POST /v2/monitor/${(body.data as { id: string }).id}/run`);
      await service.settled();
      changePrice();
      await service.clock.advance(HOUR_MS);
      await service.settled();
    },
    seen: () => hook.events.length,
    async check({ service, seen }) {
      const { database, clock } = service;
      const after = hook.events.length;
      const content = database.get<{ content: string }>(
        'select content from monitor_snapshots where url = ?',
        `${url}/tea`,
      );
      await service.settled();
      await clock.advance(HOUR_MS);
      await service.settled();

      const known = (count: number) => [...hook.events.slice(0, count), ...hook.events.slice(after)];
      expect(reportedResults(known(seen.least))).toEqual(storedResults(service));
      expect(reportedResults(known(seen.most))).toEqual(storedResults(service));
      const changes = storedResults(service).filter((line) => line.includes('/tea'));
      expect(changes.filter((line) => line.endsWith('new'))).toHaveLength(1);
      expect(changes.filter((line) => line.endsWith('changed'))).toHaveLength(content ? 1 : 0);

      const [monitor] = (await service.call('GET /v2/monitor')).body.data as Record<string, unknown>[];
      expect(monitor).toMatchObject({ currentCheckId: null });
      expect(Date.parse(String(monitor?.nextRunAt))).toBeGreaterThan(clock.now());

      const read = changes.filter((line) => !line.endsWith('error')).length;
      const { pages } = database.get<{ pages: number }>('select coalesce(sum(completed), 0) as pages from jobs') ?? {};
      expect(database.get('select sum(credits) as credits from ledger where team = ?', TEAM)).toEqual({
        credits: read + Number(pages),
      });
    },
  });
});

test('a monitor that is deleted while its check runs leaves nothing behind', async () => {
  let isSlow = true;
  const slow: Page = (_, response) => {
    if (!isSlow) response.end('At last');
  };
  const { url, visits } = await site({
    '/docs/': linksTo('/docs/slow'),
    '/docs/slow': slow,
    '/tea': 'Tea',
    '/gone': 'Gone',
  });
  const hook = await receiver();
  await crashAfterEachWrite({
    async story(service) {
      const { body } = await service.call('POST /v2/monitor', monitorOf(url, hook.url));
      const { id } = body.data as { id: string };
      await service.call(`POST /v2/monitor/${id}/run`);
      await eventually(() => visits).toContain('/docs/slow');
      expect((await service.call(`DELETE /v2/monitor/${id}`)).status).toBe(200);
      await service.settled();
      isSlow = false;
    },
    seen: () => hook.events.length,
    async check({ service }) {
      const { database } = service;
      await service.settled();
      const left = (table: string) =>
        database.get<{ rows: number }>(`select count(*) as rows from ${table}`)?.rows ?? 0;
      if (left('monitors') > 0) {
        const [{ id }] = (await service.call('GET /v2/monitor')).body.data as [{ id: string }];
        expect((await service.call(`DELETE /v2/monitor/${id}`)).status).toBe(200);
      }
      expect(['monitors', 'monitor_checks', 'monitor_check_pages', 'monitor_snapshots'].map(left)).toEqual([
        0, 0, 0, 0,
      ]);
      expect(service.logged.filter((line) => !line.includes('/gone'))).toEqual([]);
    },
  });
});
