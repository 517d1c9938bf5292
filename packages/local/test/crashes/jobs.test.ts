import { expect, test } from 'vitest';
import { linksTo, type Page, redirectTo, site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { crashAfterEachWrite } from './crashes.js';
import { type Event, type Receiver, receiver } from './receiver.js';
import { type ApiResponse, type Service, TEAM } from './service.js';

const KEY = { 'x-idempotency-key': '1c6c3a1e-6f63-4f4f-9d5c-3f3a0c1f2e4d' };

/** The one job there is, with its documents and errors; undefined when it was never stored. */
async function theJob({ database, call }: Service) {
  const stored = database.get<{ id: string; kind: string }>("select id, kind from jobs where kind <> 'webhook'");
  if (!stored) return undefined;
  const basePath = stored.kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
  const { body } = await call(`GET ${basePath}/${stored.id}`);
  const problems = await call(`GET ${basePath}/${stored.id}/errors`);
  const path = (url: unknown) => new URL(String(url)).pathname;
  return {
    id: stored.id,
    status: body.status,
    creditsUsed: body.creditsUsed,
    paths: listOf(body.data).map(({ metadata }) => path((metadata as { sourceURL: string }).sourceURL)),
    errors: listOf(problems.body.errors).map(({ url }) => path(url)),
    blocked: (problems.body.robotsBlocked as string[]).map(path),
  };
}

const listOf = (value: unknown) => value as Record<string, unknown>[];

/** What the team was charged, entry by entry. */
function charges({ database }: Service) {
  return database.all('select endpoint, job_id as id, credits from ledger where team = ?', TEAM);
}

/** Each event of the job has come, in its order, and under one id however often it came. */
function expectEvents({ events }: Receiver, seen: { least: number; most: number }, after: number, names: string[]) {
  const name = ({ type, data, success }: Event) => {
    const [document] = data as { metadata?: { sourceURL: string } }[];
    const path = document?.metadata && new URL(document.metadata.sourceURL).pathname;
    return [type.slice(type.indexOf('.') + 1), ...(path ? [path] : []), ...(success ? [] : ['failed'])].join(' ');
  };
  const known = (count: number) => [...events.slice(0, count), ...events.slice(after)];
  const ids = new Map(known(seen.most).map((event) => [event.webhookId, name(event)]));
  expect([...ids.values()].sort()).toEqual([...names].sort());
  expect([...new Set(known(seen.least).map(name))].sort()).toEqual([...new Set(names)].sort());
}

test('a crawl loses no page, stores none twice, and charges for its documents', async () => {
  const { url, visits } = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/sitemap.xml': (_, response) =>
      response.end(`<urlset><url><loc>http://${response.req.headers.host}/c</loc></url></urlset>`),
    '/': linksTo('/a', '/b', '/moved', '/broken', '/private'),
    '/a': linksTo('/b', '/d'),
    '/b': 'B',
    '/c': 'C',
    '/d': 'D',
    '/moved': redirectTo('/a'),
    '/broken': (request) => request.socket.destroy(),
  });
  const hook = await receiver();
  const request = { url: `${url}/`, webhook: { url: hook.url }, maxConcurrency: 2, scrapeOptions: { maxAge: 0 } };
  const start = ({ call }: Service): Promise<ApiResponse> => call('POST /v2/crawl', request, KEY);
  await crashAfterEachWrite({
    async story(service) {
      expect(await start(service)).toMatchObject({ status: 200 });
      await service.settled();
    },
    seen: () => hook.events.length,
    async check({ service, seen }) {
      // Read before the service goes on.
      const after = hook.events.length;
      const had = await theJob(service);
      // Counted after the pages were read, so that the visit of each of them is before.
      const before = visits.length;
      await service.settled();
      expect((await start(service)).status).toBe(had ? 409 : 200);
      await service.settled();
      const job = await theJob(service);
      expect(job).toMatchObject({ status: 'completed', errors: ['/broken'], blocked: ['/private'], creditsUsed: 5 });
      expect(job?.paths.toSorted()).toEqual(['/', '/a', '/b', '/c', '/d']);
      expect(job?.paths.slice(0, had?.paths.length)).toEqual(had?.paths ?? []);
      // Where `/moved` leads to is only known once it is read.
      expect(visits.slice(before).filter((path) => path !== '/a' && had?.paths.includes(path))).toEqual([]);
      expect(charges(service)).toEqual([{ endpoint: 'crawl', id: job?.id, credits: 5 }]);
      const pages = ['/', '/a', '/b', '/c', '/d'].map((path) => `page ${path}`);
      expectEvents(hook, seen, after, ['started', ...pages, 'page failed', 'completed']);
    },
  });
});

test('a cancelled crawl stays cancelled, and charges for its documents', async () => {
  let isSlow = true;
  const slow: Page = (_, response) => {
    if (!isSlow) response.end('At last');
  };
  const { url } = await site({
    '/': linksTo('/slow', '/slower', '/quick'),
    '/quick': 'Q',
    '/slow': slow,
    '/slower': slow,
  });
  const hook = await receiver();
  const cancel = async ({ call, database }: Service) => {
    const { id } = database.get<{ id: string }>("select id from jobs where kind = 'crawl'") ?? {};
    return (await call(`DELETE /v2/crawl/${id}`)).status;
  };
  await crashAfterEachWrite({
    async story(service) {
      const crawl = { sitemap: 'skip', ignoreRobotsTxt: true, scrapeOptions: { maxAge: 0 } };
      await service.call('POST /v2/crawl', { url: `${url}/`, webhook: { url: hook.url }, ...crawl });
      await eventually(async () => (await theJob(service))?.paths).toEqual(['/', '/quick']);
      expect(await cancel(service)).toBe(200);
      await service.settled();
      isSlow = false;
    },
    seen: () => hook.events.length,
    async check({ service, seen }) {
      const after = hook.events.length;
      const had = await theJob(service);
      await service.settled();
      const job = await theJob(service);
      const isCancelled = had?.status === 'cancelled';
      expect(job?.paths.toSorted()).toEqual(isCancelled ? ['/', '/quick'] : ['/', '/quick', '/slow', '/slower']);
      expect(job).toMatchObject({ status: isCancelled ? 'cancelled' : 'completed', creditsUsed: job?.paths.length });
      expect(charges(service)).toEqual([{ endpoint: 'crawl', id: job?.id, credits: job?.paths.length }]);
      expect(await cancel(service)).toBe(isCancelled ? 200 : 409);
      const pages = job?.paths.map((path) => `page ${path}`) ?? [];
      expectEvents(hook, seen, after, ['started', ...pages, ...(isCancelled ? [] : ['completed'])]);
    },
  });
});

test('a batch reads each of its URLs once, those that were added later too', async () => {
  const { url } = await site({ '/a': 'A', '/b': 'B', '/c': 'C', '/d': 'D' });
  const hook = await receiver();
  const waiting = ({ database }: Service) =>
    database
      .all<{ url: string }>(
        "select task ->> 'url' as url from job_tasks join jobs on number = job where state = 'waiting' and kind = 'batch_scrape'",
      )
      .map((page) => page.url.replace(url, ''));
  await crashAfterEachWrite({
    async story(service) {
      const urls = [`${url}/a`, `${url}/b`];
      const { body } = await service.call('POST /v2/batch/scrape', { urls, webhook: { url: hook.url }, maxAge: 0 });
      await service.settled();
      await service.call('POST /v2/batch/scrape', { urls: [`${url}/c`, `${url}/d`], appendToId: body.id });
      await service.settled();
    },
    seen: () => hook.events.length,
    async check({ service, seen }) {
      // Read before the service goes on.
      const after = hook.events.length;
      const left = waiting(service);
      const expected = [...new Set([...left, ...((await theJob(service))?.paths ?? [])])].sort();
      await service.settled();
      const job = await theJob(service);
      expect(job).toMatchObject({ status: 'completed', creditsUsed: expected.length, errors: [] });
      expect(job?.paths.toSorted()).toEqual(expected);
      expect(charges(service)).toEqual([{ endpoint: 'batch_scrape', id: job?.id, credits: expected.length }]);
      const ends = expected.length > 2 ? ['completed', 'completed'] : ['completed'];
      expectEvents(hook, seen, after, ['started', ...expected.map((path) => `page ${path}`), ...ends]);
    },
  });
});
