import { describe, expect, test } from 'vitest';
import type { LocalServerOptions } from '../src/index.js';
import type { DeliveriesView, DeliveryDetail, JobDetail, JobView, MonitorDetail } from '../src/operator/views.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const ADMIN = { authorization: 'Bearer admin' };
const TEAM = { authorization: 'Bearer team' };

/** A server with a team, and what its admin sees and does there. */
async function start(options: LocalServerOptions = {}) {
  const keys = { apiKeys: ['team'], adminKey: 'admin' };
  const server = await startServer({ allowPrivateNetworks: true, ...keys, ...options });
  const see = async <View>(path: string): Promise<View> =>
    ((await call(server, `GET /_local/${path}`, { headers: ADMIN })).body as { data: View }).data;
  const act = (line: string, headers = ADMIN) => call(server, line, { headers });
  const ask = async (line: string, body?: unknown) =>
    (await call(server, line, { body, headers: TEAM })).body as { id: string; data: { id: string } };
  return { server, see, act, ask };
}

/** A receiver that answers with these statuses in turn, and then with 200. */
async function receiver(statuses: number[] = []) {
  const bodies: string[] = [];
  const { url } = await site({
    '/': '<title>Boats</title><p>At noon',
    '/page?key=secret': '<p>Secret',
    '/hook': async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(statuses.shift() ?? 200).end();
    },
  });
  return { url, hook: `${url}/hook`, bodies };
}

describe('the admin cancels', () => {
  test('a crawl of a team, which keeps what it has brought', async () => {
    const { see, act, ask } = await start();
    const { url } = await site({ '/': linksTo('/slow'), '/slow': () => {} });
    const { id } = await ask('POST /v2/crawl', { url });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.completed).toBe(1);
    expect(await act(`DELETE /_local/jobs/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect(await see<JobDetail>(`jobs/${id}`)).toMatchObject({ status: 'cancelled', completed: 1 });
    expect(await ask(`GET /v2/crawl/${id}`)).toMatchObject({ status: 'cancelled' });
    expect((await act(`DELETE /_local/jobs/${id}`)).status).toBe(200);
  });

  test('no job that is over or that there is not, and learns why', async () => {
    const { see, act, ask } = await start();
    const { url } = await receiver();
    const { id } = await ask('POST /v2/batch/scrape', { urls: [url] });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.status).toBe('completed');
    const error = 'The job is already completed.';
    expect(await act(`DELETE /_local/jobs/${id}`)).toMatchObject({ status: 409, body: { success: false, error } });
    expect(await act('DELETE /_local/jobs/none')).toMatchObject({
      status: 404,
      body: { success: false, error: 'There is no such job, or no longer.' },
    });
  });
});

test('the admin runs a monitor now', async () => {
  const { see, act, ask } = await start();
  const { url } = await receiver();
  const targets = [{ type: 'scrape', urls: [url] }];
  const { data: monitor } = await ask('POST /v2/monitor', { name: 'Boats', schedule: { text: 'daily' }, targets });
  const { status, body } = await act(`POST /_local/monitors/${monitor.id}/run`);
  expect(status).toBe(200);
  const checks = async () => (await see<MonitorDetail>(`monitors/${monitor.id}`)).checks;
  await eventually(checks).toMatchObject([{ id: (body as { id: string }).id, status: 'completed', trigger: 'manual' }]);
  expect((await act('POST /_local/monitors/none/run')).status).toBe(404);
});

describe('the admin sees the payload of a delivery', () => {
  test('without its secrets, and sends it again as it was', async () => {
    const { see, act, ask } = await start();
    const { url, hook, bodies } = await receiver();
    const webhook = { url: hook, headers: { 'x-mine': 'secret' }, metadata: { token: 'secret' }, events: ['page'] };
    await ask('POST /v2/crawl', { url: `${url}/page?key=secret`, limit: 1, webhook });
    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries[0]?.state).toBe('delivered');
    const detail = await see<DeliveryDetail>('deliveries/1');
    expect(detail).toMatchObject({ canResend: true, headers: ['x-mine', 'X-Trawl-Event-Number'] });
    expect(detail.payload).toMatchObject({ type: 'crawl.page', data: [{ metadata: { url: `${url}/page?…` } }] });
    expect(JSON.stringify(detail)).not.toContain('=secret');
    expect(JSON.stringify(detail)).not.toContain('"secret"');

    expect(await act('POST /_local/deliveries/1/resend')).toMatchObject({ status: 200, body: { success: true } });
    await eventually(() => bodies.length).toBe(2);
    expect(bodies[1]).toBe(bodies[0]);
    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries).toMatchObject([
      { number: 2, state: 'delivered' },
      { number: 1, state: 'delivered' },
    ]);
  });

  test('and tries it at once where it waits for its next attempt', async () => {
    const { see, act, ask } = await start();
    const { url, hook, bodies } = await receiver([500]);
    await ask('POST /v2/crawl', { url, limit: 1, webhook: { url: hook, events: ['completed'] } });
    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries[0]?.state).toBe('retrying');
    expect(await see<DeliveryDetail>('deliveries/1')).toMatchObject({ canResend: true });
    expect(await act('POST /_local/deliveries/1/resend')).toMatchObject({ status: 200, body: { success: true } });
    await eventually(() => bodies.length).toBe(2);
    expect(bodies[1]).toBe(bodies[0]);
    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries).toMatchObject([
      { number: 1, state: 'delivered', attempts: [{}, {}] },
    ]);
    expect((await act('POST /_local/deliveries/99/resend')).status).toBe(404);
    expect((await act('POST /_local/deliveries/x/resend')).status).toBe(400);
  });

  test('and sends all that have failed again, each once, and sees how each receiver does', async () => {
    const { server, see, act, ask } = await start();
    const statuses = Array.from({ length: 100 }, () => 500);
    const { url, hook, bodies } = await receiver(statuses);
    const webhook = { url: hook, events: ['started', 'completed'] };
    await ask('POST /v2/crawl', { url, limit: 1, webhook });
    const failed = async () => {
      await server.clock.advance(3_600_000);
      return (await see<DeliveriesView>('deliveries')).receivers;
    };
    await eventually(failed).toMatchObject([{ url, state: 'fails', failed: 2, delivered: 0, pending: 0 }]);
    const [{ failsSince, problem } = {}] = await failed();
    const problems = expect.stringMatching(/^It answered 500\.$|^It was not sent: the receiver fails/);
    expect({ failsSince, problem }).toEqual({ failsSince: expect.any(String), problem: problems });

    statuses.length = 0;
    const sent = [...new Set(bodies.splice(0))];
    expect(await act('POST /_local/deliveries/resend-failed')).toMatchObject({ body: { success: true, sent: 2 } });
    await eventually(failed).toMatchObject([{ state: 'answers', failed: 2, delivered: 2, pending: 0 }]);
    expect(bodies.toSorted()).toEqual(sent.toSorted());
    expect(await act('POST /_local/deliveries/resend-failed')).toMatchObject({ body: { sent: 0 } });
  });

  test('but none of a job that was asked to keep nothing', async () => {
    const { see, act, ask } = await start();
    const { url, hook, bodies } = await receiver();
    const webhook = { url: hook, events: ['page'] };
    await ask('POST /v2/crawl', { url, limit: 1, zeroDataRetention: true, webhook });
    await eventually(() => bodies.length).toBe(1);
    await eventually(async () => (await see<DeliveriesView>('deliveries')).deliveries[0]?.state).toBe('delivered');
    const omitted = 'Its payload is not kept: the job was asked to keep nothing.';
    const detail = await see<DeliveryDetail>('deliveries/1');
    expect(detail).toMatchObject({ omitted, canResend: false });
    expect(detail).not.toHaveProperty('payload');
    const error = `It cannot be sent again. ${omitted}`;
    expect(await act('POST /_local/deliveries/1/resend')).toMatchObject({ status: 409, body: { error } });
  });
});

test.each(['DELETE /_local/jobs/x', 'POST /_local/monitors/x/run', 'POST /_local/deliveries/1/resend'])(
  '%s is for the admin alone',
  async (line) => {
    const { act, server } = await start();
    expect((await act(line, TEAM)).status).toBe(403);
    expect((await call(server, line)).status).toBe(401);
    const foreign = { ...ADMIN, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await act(line, foreign)).status).toBe(403);
  },
);

describe('the admin sees the warnings', () => {
  test('of a job: what it does not do as it was asked, and what robots.txt forbids', async () => {
    const { see, ask } = await start();
    const { url } = await site({
      '/': linksTo('/private'),
      '/private': '<p>Private',
      '/robots.txt': 'User-agent: *\nDisallow: /private',
    });
    const { id } = await ask('POST /v2/crawl', { url, maxConcurrency: 500 });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.status).toBe('completed');
    const [job] = await see<JobView[]>('jobs');
    expect(job?.warnings).toEqual([
      expect.stringMatching(/^At most \d+ pages are read at once: `maxConcurrency` counts as/),
      'Robots.txt disallows one page. The errors of the job list them.',
    ]);
    expect(job).not.toHaveProperty('problem');
    expect((await see<JobDetail>(`jobs/${id}`)).request).not.toHaveProperty('warning');
  });

  test('of the pages of a job', async () => {
    const { see, ask } = await start();
    const { url } = await receiver();
    const { id } = await ask('POST /v2/batch/scrape', { urls: [url], proxy: 'stealth' });
    await eventually(async () => (await see<JobView[]>('jobs'))[0]?.status).toBe('completed');
    const { documents } = await see<JobDetail>(`jobs/${id}`);
    expect(documents).toMatchObject([{ warning: expect.stringContaining('stealth') }]);
  });
});
