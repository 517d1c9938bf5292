import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../src/index.js';
import { call, startServer } from './server.js';

const id = '00000000-0000-4000-8000-000000000000';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('with keys', () => {
  const apiKeys = ['key-one', 'key-two'];

  test.each([
    ['no header', {}, 'Unauthorized'],
    ['another scheme', { authorization: 'Basic abc' }, 'Unauthorized: Invalid token'],
    ['no token', { authorization: 'Bearer' }, 'Unauthorized: Token missing'],
    ['an unknown key', bearer('key-three'), 'Unauthorized: Invalid token'],
  ])('a call with %s is refused', async (_, headers, error) => {
    const server = await startServer({ apiKeys });
    const answer = await call(server, `GET /v2/crawl/${id}`, { headers });
    expect(answer).toMatchObject({ status: 401, body: { success: false, error } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a key is looked at before the request is', async () => {
    const server = await startServer({ apiKeys });
    expect(await call(server, 'POST /v2/crawl', { body: { foo: 1 } })).toMatchObject({ status: 401 });
    const invalid = await call(server, 'POST /v2/crawl', { body: { foo: 1 }, headers: bearer('key-one') });
    expect(invalid).toMatchObject({ status: 400 });
  });

  test('a key is taken however its scheme is written', async () => {
    const server = await startServer({ apiKeys });
    const headers = { authorization: 'bearer  key-two' };
    expect(await call(server, 'GET /v2/team/queue-status', { headers })).toMatchObject({ status: 200 });
  });

  test('each key is a team of its own', async () => {
    const server = await startServer({ apiKeys });
    const body = { mode: 'normal', blacklist: ['one.example'] };
    await call(server, 'PUT /v2/team/threat-protection', { body, headers: bearer('key-one') });
    const policy = (key: string) => call(server, 'GET /v2/team/threat-protection', { headers: bearer(key) });
    expect(await policy('key-one')).toMatchObject({ body: { data: { blacklist: ['one.example'] } } });
    expect(await policy('key-two')).toMatchObject({ body: { data: { blacklist: [] } } });
  });

  test('exactly four calls need none, until the allowance of the day is used up', async () => {
    const clock = createVirtualClock();
    const server = await startServer({ apiKeys, keylessCalls: 4, clock });
    const keyless = [`POST /v2/search`, `POST /v2/scrape`, `POST /v2/scrape/${id}/interact`, 'POST /v2/parse'];
    for (const line of keyless) expect(await call(server, line, { body: {} })).toMatchObject({ status: 400 });
    await clock.advance(60_000);

    const answer = await call(server, 'POST /v2/scrape', { body: {} });
    const wait = { reason: 'requests', retry_after_seconds: 24 * 60 * 60 - 60 };
    expect(answer).toMatchObject({ status: 429, body: { success: false, ...wait } });
    expect(await call(server, 'POST /v2/scrape', { body: {}, headers: bearer('key-one') })).toMatchObject({
      status: 400,
    });

    await clock.advance(24 * 60 * 60_000);
    expect(await call(server, 'POST /v2/scrape', { body: {} })).toMatchObject({ status: 400 });
  });

  test('a file is let in by the signed reference in its URL', async () => {
    const server = await startServer({ apiKeys, keylessCalls: 0 });
    const ticket = { body: { filename: 'a.md' }, headers: bearer('key-one') };
    const { body } = await call(server, 'POST /v2/parse/upload-url', ticket);
    const { pathname, search } = new URL((body as { data: { uploadUrl: string } }).data.uploadUrl);
    const put = (query: string, headers = {}) => call(server, `PUT ${pathname}${query}`, { body: '# Oaks', headers });
    expect(await put('?uploadRef=guessed')).toMatchObject({ status: 403 });
    expect(await put(search, bearer('key-three'))).toMatchObject({ status: 401 });
    expect(await put(search)).toMatchObject({ status: 200 });
  });

  test('what concerns the server itself needs one', async () => {
    const server = await startServer({ apiKeys });
    expect(await call(server, 'POST /_local/reset')).toMatchObject({ status: 401 });
    expect(await call(server, 'POST /_local/reset', { headers: bearer('key-two') })).toMatchObject({ status: 200 });
  });
});

test('without keys everything is open, whatever key is sent', async () => {
  const server = await startServer();
  for (const headers of [{}, bearer('anything'), { authorization: 'Basic abc' }]) {
    expect(await call(server, 'GET /v2/team/queue-status', { headers })).toMatchObject({ status: 200 });
  }
});

test('a plan ends with its credits, and begins again with the month', async () => {
  const clock = createVirtualClock(new Date('2026-01-31T12:00:00Z'));
  const server = await startServer({ credits: 0, clock });
  const refused = await call(server, 'POST /v2/scrape', { body: { url: 'https://example.com/' } });
  const error =
    'Insufficient credits: the 0 of this month are used up. There are new ones from 2026-02-01T00:00:00.000Z on.';
  expect(refused).toMatchObject({ status: 402, body: { success: false, error } });
  // What was paid for can be fetched.
  expect(await call(server, `GET /v2/crawl/${id}`)).toMatchObject({ status: 404 });
  expect(await call(server, 'GET /v2/team/credit-usage')).toMatchObject({
    body: { data: { remainingCredits: 0, planCredits: 0, billingPeriodEnd: '2026-02-01T00:00:00.000Z' } },
  });
});

describe('the name that a client calls', () => {
  const statusBy = (url: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${url}/v2/team/queue-status`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });

  test.each([
    ['127.0.0.1:3002', 200],
    ['localhost', 200],
    ['trawl.localhost:80', 200],
    ['[::1]:3002', 200],
    ['build-box:3002', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['10.0.0.1', 403],
  ])('%s is answered with %i', async (host, status) => {
    const server = await startServer({ allowedHosts: ['build-box'] });
    expect(await statusBy(server.url, host)).toBe(status);
  });

  test('may be any address of a server that listens everywhere, but no name of others', async () => {
    const server = await startServer({ host: '0.0.0.0' });
    expect(await statusBy(server.url, '10.0.0.1:3002')).toBe(200);
    expect(await statusBy(server.url, 'evil.example')).toBe(403);
  });
});

test('in process a server is called by any name, which stands in its links', async () => {
  const server = await startServer();
  const url = 'http://trawl.example';
  const answer = await call({ url, fetch: server.fetch }, 'POST /v2/crawl', { body: { url: 'http://a.example/' } });
  expect(answer).toMatchObject({
    status: 200,
    body: { url: expect.stringMatching(/^http:\/\/trawl\.example\/v2\/crawl\//) },
  });
});

test('no answer is for web pages of other origins', async () => {
  const server = await startServer();
  const headers = { origin: 'https://evil.example' };
  const answer = await call(server, 'GET /v2/team/queue-status', { headers });
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(await call(server, 'POST /_local/reset', { headers })).toMatchObject({ status: 403 });
  expect(await call(server, 'POST /_local/reset', { headers: { origin: server.url } })).toMatchObject({ status: 200 });
});
