import { describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/clock.js';
import { site } from '../crawl/site.js';
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
});
