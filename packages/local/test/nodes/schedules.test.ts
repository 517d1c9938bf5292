import { createMovableClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { linksTo, type Page, site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { testDatabase } from './stores.js';

const MONITORS = 8;
const HOUR_MS = 60 * 60_000;

interface Check {
  readonly status: string;
  readonly trigger: string;
}

describe.skipIf('missing' in sharedServer)('a service of several nodes', () => {
  test('begins each check once, whichever nodes find that it is due or are asked for it', async () => {
    const database = await testDatabase();
    const logged: string[] = [];
    const startNode = () =>
      startServer({
        database,
        allowPrivateNetworks: true,
        clock: createMovableClock(),
        log: (line) => logged.push(line),
      });
    const nodes = await Promise.all([startNode(), startNode()]);
    // No check ends before the test.
    const { url } = await site({ '/': () => undefined });
    const createMonitor = async (_: unknown, index: number) => {
      const targets = [{ type: 'scrape', urls: [url] }];
      const body = { name: `Tea ${index}`, schedule: { cron: '0 * * * *' }, targets };
      const answer = await call(nodes[0], 'POST /v2/monitor', { body });
      return (answer.body as { data: { id: string } }).data.id;
    };
    const monitors = await Promise.all(Array.from({ length: MONITORS }, createMonitor));
    const [running = [], waiting = []] = [monitors.slice(0, MONITORS / 2), monitors.slice(MONITORS / 2)];

    for (const id of running) {
      const answers = await Promise.all(nodes.map((node) => call(node, `POST /v2/monitor/${id}/run`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    await Promise.all(nodes.map(({ clock }) => clock.advance(HOUR_MS)));
    const checksOf = async (id: string) => {
      const { body } = await call(nodes[0], `GET /v2/monitor/${id}/checks`);
      return (body as { data: Check[] }).data.map(({ trigger, status }) =>
        status === 'skipped_overlap' ? 'skipped' : trigger,
      );
    };
    await eventually(() => Promise.all(running.map(checksOf))).toEqual(running.map(() => ['skipped', 'manual']));
    await eventually(() => Promise.all(waiting.map(checksOf))).toEqual(waiting.map(() => ['scheduled']));
    expect(logged.filter((line) => /schedule|error/i.test(line))).toEqual([]);
  });

  test('goes on at another node with a check whose node ends, and with its crawl', async () => {
    const database = await testDatabase();
    const options = { database, allowPrivateNetworks: true, log: () => {} };
    let isOpen = false;
    const slow: Page = (_, response) => {
      if (isOpen) response.end('<p>At last.</p>');
    };
    const { url, visits } = await site({ '/': linksTo('/a', '/slow'), '/a': 'A', '/slow': slow, '/tea': 'Tea' });
    const node = await startServer(options);
    const crawlOptions = { sitemap: 'skip', ignoreRobotsTxt: true };
    const targets = [
      { type: 'scrape', urls: [`${url}/tea`] },
      { type: 'crawl', url: `${url}/`, crawlOptions },
    ];
    const body = { name: 'Shop', schedule: { cron: '0 0 1 1 *' }, targets };
    const created = await call(node, 'POST /v2/monitor', { body });
    const path = `/v2/monitor/${(created.body as { data: { id: string } }).data.id}`;
    const run = await call(node, `POST ${path}/run`);
    await eventually(() => visits.toSorted()).toEqual(['/', '/a', '/slow', '/tea']);

    const other = await startServer(options);
    isOpen = true;
    await node.close();
    const check = async () => (await call(other, `GET ${path}/checks/${(run.body as { id: string }).id}`)).body;
    await eventually(check).toMatchObject({ data: { status: 'completed', error: null, summary: { new: 4 } } });
    // What was under way when the node ended is read again, and nothing else.
    expect(visits.toSorted()).toEqual(['/', '/a', '/slow', '/slow', '/tea']);
  });
});
