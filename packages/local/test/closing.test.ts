import { setImmediate } from 'node:timers/promises';
import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { startService } from './crashes/service.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { testDatabase } from './nodes/stores.js';
import { sharedServer } from './postgres/database.js';
import { call, startServer } from './server.js';

const DAY_MS = 24 * 60 * 60_000;

/** A server with a crawl that waits between its pages, a check whose page never comes, and a delivery that fails. */
async function busyServer() {
  const { url, visits } = await site({
    '/': linksTo('/a', '/b', '/c'),
    '/never': () => {},
    '/hook': (_, response) => response.writeHead(500).end(),
  });
  const server = await startServer({ allowPrivateNetworks: true });
  const webhook = { url: `${url}/hook` };
  await call(server, 'POST /v2/crawl', { body: { url: `${url}/`, delay: 60, webhook } });
  const targets = [{ type: 'scrape', urls: [`${url}/never`], scrapeOptions: { timeout: 300_000 } }];
  const monitor = { name: 'Never', schedule: { cron: '0 * * * *' }, targets, webhook };
  const { body } = await call(server, 'POST /v2/monitor', { body: monitor });
  const { id } = (body as { data: { id: string } }).data;
  await call(server, `POST /v2/monitor/${id}/run`);
  await eventually(() => visits).toEqual(expect.arrayContaining(['/never', '/hook', '/']));
  return { server, id };
}

test('advancing the clock by a month responds while work is in progress, and so does that work', async () => {
  const { server, id } = await busyServer();
  expect(await call(server, 'POST /_local/clock', { body: { advanceMs: 31 * DAY_MS } })).toMatchObject({ status: 200 });
  const { body } = await call(server, `GET /v2/monitor/${id}/checks?limit=3`);
  expect(body).toMatchObject({ data: [{ status: 'skipped_overlap' }, {}, {}] });
});

test.each([0, DAY_MS, 31 * DAY_MS])(
  'a server closes while its work is under way and its clock is moved by %i ms',
  async (advanceMs) => {
    const { server } = await busyServer();
    const moved = call(server, 'POST /_local/clock', { body: { advanceMs } });
    await server.close();
    await moved.catch(() => undefined);
    await expect(server.fetch(server.url)).rejects.toThrow('is closed');
  },
);

const INTERRUPTED = {
  status: 503,
  body: { success: false, error: 'The server closed or was reset while it handled this request. Send it again.' },
};

test('a call whose page is read while the server is reset is answered 503', async () => {
  let reset: Promise<unknown> = Promise.resolve();
  const { url } = await site({
    '/': () => {
      reset = server.reset();
    },
  });
  const server = await startServer({ allowPrivateNetworks: true });
  expect(await call(server, 'POST /v2/scrape', { body: { url } })).toMatchObject(INTERRUPTED);
  await reset;
});

test('a call that finds the database closed is answered 503', async () => {
  const service = startService(openDatabase(), createVirtualClock());
  await service.close();
  expect(await service.call('GET /v2/monitor')).toEqual(INTERRUPTED);
});

test.skipIf('missing' in sharedServer)(
  'while a database of PostgreSQL is emptied, nothing fails but by a 503',
  async () => {
    const database = await testDatabase();
    const server = await startServer({ database, adminKey: undefined });
    let isOver = false;
    const reset = server.reset().finally(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    async function askOften(line: string): Promise<void> {
      while (!isOver) {
        statuses.add((await call(server, line)).status);
        // A call in process may fail without a turn of the event loop.
        await setImmediate();
      }
    }
    const crawl = 'GET /v2/crawl/00000000-0000-4000-8000-000000000000';
    await Promise.all(['GET /_local/jobs', 'GET /_local/metrics', 'GET /v2/team/credit-usage', crawl].map(askOften));
    await reset;
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  },
);

test('a server that has just started with pending work can be closed and reset at once', async () => {
  const { server } = await busyServer();
  await server.reset();
  await server.close();
});
