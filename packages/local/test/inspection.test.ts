import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CheckDetail,
  CreditsView,
  DeliveriesView,
  JobDetail,
  JobView,
  MonitorDetail,
  MonitorView,
  PageDetail,
  PageView,
} from '../src/operator/views.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import type { OnFinished } from './on-finished.js';
import { call, startServer } from './server.js';

const ADMIN = { authorization: 'Bearer admin' };
const TEAM = { authorization: 'Bearer team' };

/** A server with keys, and what its admin sees. */
async function start(onFinished?: OnFinished) {
  const keys = { apiKeys: ['team'], adminKey: 'admin' };
  const server = await startServer({ allowPrivateNetworks: true, ...keys }, onFinished);
  const see = async <View>(path: string): Promise<View> => {
    const { body } = await call(server, `GET /_local/${path}`, { headers: ADMIN });
    return (body as { data: View }).data;
  };
  const ask = async (line: string, body?: unknown) =>
    (await call(server, line, { body, headers: TEAM })).body as { id: string };
  return { server, see, ask };
}

describe('the admin sees', () => {
  test('jobs with their pages, errors and webhook deliveries', async () => {
    const { see, ask } = await start();
    const { url } = await site({
      '/': linksTo('/boats', '/gone'),
      '/boats': '<title>Boats</title><p>At noon',
    });
    const webhook = { url: `${url}/hook?secret=1`, headers: { 'x-mine': 'secret' }, events: ['completed'] };
    const { id } = await ask('POST /v2/crawl', { url, webhook });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.status).toBe('completed');
    const [job] = await see<JobView[]>('jobs');
    expect(job).toMatchObject({ id, kind: 'crawl', url: `${url}/`, completed: 3, total: 3, failed: 0, credits: 3 });
    const detail = await see<JobDetail>(`jobs/${id}`);
    expect(detail.documents).toContainEqual({ url: `${url}/boats`, title: 'Boats', status: 200, markdown: 'At noon' });
    expect(detail.documents).toContainEqual(expect.objectContaining({ url: `${url}/gone`, status: 404 }));
    expect(detail).not.toHaveProperty('next');
    expect((await see<JobDetail>(`jobs/${id}?skip=2`)).documents).toHaveLength(1);
    expect(JSON.stringify(detail)).not.toContain('secret');

    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries[0]?.state).toBe('retrying');
    expect(await see<DeliveriesView>('deliveries')).toMatchObject({
      waiting: 1,
      deliveries: [{ event: 'crawl.completed', about: id, url, attempts: [{ problem: 'It answered 404.' }] }],
    });
    const credits = await see<CreditsView>('credits');
    expect(credits.teams).toMatchObject([{ used: 3 }, { team: 'keyless', used: 0 }]);
    expect(credits.charges).toMatchObject([{ endpoint: 'crawl', credits: 3, team: job?.team }]);
  });

  test('nothing of the pages of a job with zero data retention', async () => {
    const { see, ask } = await start();
    const { url } = await site({ '/hidden': '<p>Hidden' });
    const { id } = await ask('POST /v2/crawl', { url: `${url}/hidden`, limit: 1, zeroDataRetention: true });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.status).toBe('completed');
    const detail = await see<JobDetail>(`jobs/${id}`);
    expect(detail).toMatchObject({ completed: 1, documents: [], omitted: expect.stringContaining('keep nothing') });
    expect(JSON.stringify([detail, await see('jobs'), await see('pages')]).toLowerCase()).not.toContain('hidden');
  });

  test('monitors with their checks and diffs', async () => {
    const { see, ask } = await start();
    let text = 'Noon';
    const { url } = await site({
      '/': (_, response) => response.setHeader('content-type', 'text/html').end(`<p>${text}`),
    });
    const monitor = { name: 'Boats', schedule: { text: 'hourly' }, targets: [{ type: 'scrape', urls: [url] }] };
    await ask('POST /v2/monitor', monitor);
    const [found] = await see<MonitorView[]>('monitors');
    expect(found).toMatchObject({ name: 'Boats', status: 'active', targets: [`${url}/`], isRunning: false });
    const path = `monitors/${found?.id}`;
    for (const [index, next] of ['Noon', 'Midnight'].entries()) {
      text = next;
      await ask(`POST /v2/monitor/${found?.id}/run`);
      await eventually(async () => (await see<MonitorDetail>(path)).checks.map(({ status }) => status)).toEqual(
        Array.from({ length: index + 1 }, () => 'completed'),
      );
    }
    const { checks } = await see<MonitorDetail>(path);
    expect(checks[0]?.summary).toMatchObject({ changed: 1 });
    const check = await see<CheckDetail>(`${path}/checks/${checks[0]?.id}`);
    expect(check.pages).toMatchObject([{ status: 'changed', diff: expect.stringContaining('+Midnight') }]);
  });

  test('pages with their Markdown, of the cache and then of the index', async () => {
    const { server, see, ask } = await start();
    const { url } = await site({
      '/boats': '<title>Boats</title><h1>Boats</h1><p>At noon',
      '/tea': '<title>Tea</title>',
    });
    for (const path of ['/boats', '/tea']) await ask('POST /v2/scrape', { url: url + path });
    expect((await see<PageView[]>('pages')).map(({ title }) => title)).toEqual(['Tea', 'Boats']);
    const [page] = await see<PageView[]>('pages?text=BOATS');
    expect(await see<PageDetail>(`pages/${page?.id}`)).toMatchObject({
      url: `${url}/boats`,
      markdown: '# Boats\n\nAt noon',
    });
    expect((await call(server, 'GET /_local/pages/99', { headers: ADMIN })).status).toBe(404);
    expect((await call(server, 'GET /_local/pages/x', { headers: ADMIN })).status).toBe(400);
  });
});

describe('what the admin sees', () => {
  const PATHS = ['journal', 'jobs', 'monitors', 'pages', 'deliveries', 'credits', 'screenshots', 'sessions'];
  let server: Awaited<ReturnType<typeof start>>['server'];

  beforeAll(async () => {
    server = (await start(afterAll)).server;
  });

  test.each(PATHS)('is for the admin alone: %s', async (path) => {
    expect((await call(server, `GET /_local/${path}`, { headers: TEAM })).status).toBe(403);
    expect((await call(server, `GET /_local/${path}`)).status).toBe(401);
  });

  test.each(PATHS)('is sent once: %s', async (path) => {
    const first = await call(server, `GET /_local/${path}`, { headers: ADMIN });
    const headers = { ...ADMIN, 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.status).toBe(200);
    expect(await call(server, `GET /_local/${path}`, { headers })).toMatchObject({ status: 304, body: '' });
  });
});
