import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMovableClock, createVirtualClock } from '@trawl/base/clock';
import type { MonitorCheck, MonitorCheckPage } from '@trawl/client';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { linksTo } from './crawl/site.js';
import { eventually } from './eventually.js';
import { testDatabase } from './nodes/stores.js';
import { sharedServer } from './postgres/database.js';
import { call, startServer } from './server.js';

/** Answers in place of the site; returns false for a path that the site itself answers. */
type Failure = (path: string, response: ServerResponse) => boolean;

const at =
  (isConcerned: (path: string) => boolean, answer: (response: ServerResponse) => void): Failure =>
  (path, response) => {
    if (isConcerned(path)) answer(response);
    return isConcerned(path);
  };
const status =
  (code: number, text = '<h1>Sorry</h1>') =>
  (response: ServerResponse) =>
    void response.writeHead(code, { 'content-type': 'text/html' }).end(text);
const cut = (response: ServerResponse) => void response.destroy();
const only = (wanted: string) => (path: string) => path === wanted;
const all = () => true;

const NONE: Failure = () => false;

/** The start page, a hub below it, and a page that only the sitemap names. */
const PAGES: Readonly<Record<string, string>> = {
  '/': linksTo('/a', '/hub', '/old'),
  '/a': linksTo('/'),
  '/hub': linksTo('/hub/x', '/hub/y', '/new'),
  '/hub/x': linksTo(),
  '/hub/y': linksTo(),
  '/listed': linksTo(),
  '/new': linksTo(),
};
const COUNT = Object.keys(PAGES).length;

let failure: Failure = NONE;
let url = '';
let server: LocalServer;

beforeAll(async () => {
  const site = createServer(({ url: path = '' }, response) => {
    if (failure(path, response)) return;
    const page = path === '/sitemap.xml' ? `<urlset><url><loc>${url}/listed</loc></url></urlset>` : PAGES[path];
    if (path === '/old') response.writeHead(302, { location: '/new' }).end();
    else status(page === undefined ? 404 : 200, page)(response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startServer({ allowPrivateNetworks: true, fetchRetries: 0 }, afterAll);
  return () => {
    site.closeAllConnections();
    site.close();
  };
});

beforeEach(() => {
  failure = NONE;
});

/** Watches the site; returns a function that checks it once. */
async function watch(crawlOptions: object = {}) {
  const body = {
    name: 'Site',
    schedule: { cron: '0 0 1 1 *' },
    targets: [{ type: 'crawl', url: `${url}/`, crawlOptions }],
  };
  const { body: created } = await call(server, 'POST /v2/monitor', { body });
  const path = `/v2/monitor/${(created as { data: { id: string } }).data.id}`;
  return async (failing: Failure = NONE) => {
    failure = failing;
    const { body: run } = await call(server, `POST ${path}/run`, { body: {} });
    const read = async () => {
      const { body: found } = await call(server, `GET ${path}/checks/${(run as { data: { id: string } }).data.id}`);
      return (found as { data: MonitorCheck & { pages: MonitorCheckPage[] } }).data;
    };
    await eventually(async () => (await read()).finishedAt ?? null).not.toBeNull();
    const check = await read();
    const { totalPages: _, ...counts } = check.summary ?? {};
    const summary = Object.fromEntries(Object.entries(counts).filter(([, count]) => Number(count) > 0));
    const errors = check.pages.filter(({ error }) => error).map((page) => `${new URL(page.url ?? '').pathname}`);
    return { status: check.status, summary, errors: errors.sort() };
  };
}

const THE_SAME = { status: 'completed', summary: { same: COUNT } };

describe('a check of a site that fails for a moment', () => {
  test.each<[string, Failure, object]>([
    ['the start page is busy', at(only('/'), status(503)), { errors: ['/'] }],
    ['the start page is cut off', at(only('/'), cut), { errors: ['/'] }],
    ['a page with links is too busy', at(only('/hub'), status(429)), { errors: ['/hub'] }],
    ['the sitemap is out of order', at(only('/sitemap.xml'), status(500)), { errors: ['/sitemap.xml'] }],
    ['the rules are out of order', at(only('/robots.txt'), status(500)), { status: 'failed' }],
    ['the rules forbid all', at(only('/robots.txt'), status(200, 'User-agent: *\nDisallow: /')), { status: 'failed' }],
    ['each connection is cut', at(all, cut), { status: 'failed' }],
  ])('says so and calls no page removed where %s', async (_, failing, expected) => {
    const check = await watch();
    expect(await check()).toMatchObject({ status: 'completed', summary: { new: COUNT } });
    const { summary, ...found } = await check(failing);
    expect(Object.keys(summary).filter((kind) => kind !== 'same' && kind !== 'error')).toEqual([]);
    expect(found).toMatchObject({ status: 'partial', ...expected });
    expect(await check()).toMatchObject(THE_SAME);
  });
});

test('a page is removed that is gone, or that nothing leads to any more', async () => {
  const check = await watch();
  await check();
  expect(await check(at(only('/hub/x'), status(410)))).toMatchObject({ summary: { same: COUNT - 1, removed: 1 } });
  expect(await check()).toMatchObject({ summary: { same: COUNT - 1, new: 1 } });
  // A page that has gone may have been the only way to others: they are asked for by nobody any more.
  expect(await check(at(only('/hub'), status(404)))).toMatchObject({
    status: 'completed',
    summary: { same: COUNT - 3, removed: 3 },
  });
  // Of pages that nothing leads to, those that still answer are watched on while not everything could be read.
  await check();
  const both: Failure = (path, response) =>
    at(only('/a'), status(503))(path, response) || at(only('/hub'), status(404))(path, response);
  expect(await check(both)).toMatchObject({ summary: { removed: 1, error: 1, same: COUNT - 2 } });
});

test('with a limit below the size of the site the same pages are watched', async () => {
  const check = await watch({ limit: 3 });
  expect(await check()).toMatchObject({ summary: { new: 3 } });
  for (let round = 0; round < 2; round++) expect(await check()).toMatchObject({ summary: { same: 3 } });
  expect(await check(at(only('/'), status(503)))).toMatchObject({ summary: { same: 2, error: 1 } });
  expect(await check(at(only('/'), status(404)))).toMatchObject({ summary: { same: 2, removed: 1 } });
});

const QUARTER_DAY_MS = 6 * 60 * 60_000;

/** How a site fails in the course of days. */
const FAILURES: readonly Failure[] = [
  at(only('/'), status(503)),
  at(only('/hub'), cut),
  at(all, status(429)),
  at(only('/robots.txt'), status(500)),
  at(only('/sitemap.xml'), status(503)),
  at(all, cut),
  at(only('/robots.txt'), cut),
  at((path) => path.startsWith('/hub'), status(403)),
  at(only('/'), (response) => response.writeHead(302, { location: '/' }).end()),
];

/** `npm run explore` watches it for two weeks, on both databases. */
const { EXPLORE } = process.env;
const DATABASES = EXPLORE && !('missing' in sharedServer) ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

test.each(DATABASES)(
  'a site that fails in one way after the other changes nothing, and each event is told, on %s',
  {
    timeout: 15 * 60_000,
  },
  async (database) => {
    const rounds = EXPLORE ? 4 * 14 : FAILURES.length;
    const events: { type: string; id: string; data: { url?: string; status?: string }[] }[] = [];
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      events.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const webhook = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
    // The times of nodes are those of their database.
    const isShared = database === 'PostgreSQL';
    const clock = isShared ? createMovableClock() : createVirtualClock();
    const lines: string[] = [];
    const watching = await startServer({
      ...(isShared && { database: await testDatabase() }),
      allowPrivateNetworks: true,
      fetchRetries: 0,
      clock,
      log: (line) => lines.push(line),
    });
    const { body } = await call(watching, 'POST /v2/monitor', {
      body: {
        name: 'Site',
        schedule: { cron: '0 */6 * * *' },
        targets: [{ type: 'crawl', url: `${url}/` }],
        webhook,
      },
    });
    const path = `/v2/monitor/${(body as { data: { id: string } }).data.id}`;
    const checksOf = async () => {
      const { body: list } = await call(watching, `GET ${path}/checks?limit=100`);
      return (list as { data: MonitorCheck[] }).data;
    };
    const hasEnded = (count: number) =>
      expect.poll(async () => (await checksOf()).filter(({ finishedAt }) => finishedAt).length).toBe(count);
    for (let round = 0; round <= rounds; round++) {
      failure = round === 0 ? NONE : (FAILURES[round % FAILURES.length] ?? NONE);
      await clock.advance(QUARTER_DAY_MS);
      await hasEnded(round + 1);
    }
    failure = NONE;
    await clock.advance(QUARTER_DAY_MS);
    await hasEnded(rounds + 2);
    const checks = await checksOf();
    const sum = (kind: 'new' | 'removed' | 'changed') =>
      checks.reduce((total, { summary }) => total + Number(summary?.[kind] ?? 0), 0);
    expect({ new: sum('new'), removed: sum('removed'), changed: sum('changed') }).toEqual({
      new: COUNT,
      removed: 0,
      changed: 0,
    });
    expect(checks[0]).toMatchObject(THE_SAME);
    // Each page of each check is told once, and so is the end of the check.
    const pages = checks.reduce((total, { summary }) => total + Number(summary?.totalPages ?? 0), 0);
    await eventually(() => events.length).toBe(pages + checks.length);
    // A crawl that has brought nothing says so, and why.
    expect(lines.filter((line) => !/crawl \S+: The crawl has brought nothing: /.test(line))).toEqual([]);
  },
);
