import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../src/index.js';
import { call, startServer } from './server.js';

const QUEUE = 'GET /v2/team/queue-status';
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

  test('a key is checked before the request', async () => {
    const server = await startServer({ apiKeys });
    expect(await call(server, 'POST /v2/crawl', { body: { foo: 1 } })).toMatchObject({ status: 401 });
    const invalid = await call(server, 'POST /v2/crawl', { body: { foo: 1 }, headers: bearer('key-one') });
    expect(invalid).toMatchObject({ status: 400 });
  });

  test('a key is accepted in every spelling of its scheme', async () => {
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

  test('exactly four calls need no key, until the daily allowance is used up', async () => {
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

  test('the signed reference in its URL authorizes an upload', async () => {
    const server = await startServer({ apiKeys, keylessCalls: 0 });
    const ticket = { body: { filename: 'a.md' }, headers: bearer('key-one') };
    const { body } = await call(server, 'POST /v2/parse/upload-url', ticket);
    const { pathname, search } = new URL((body as { data: { uploadUrl: string } }).data.uploadUrl);
    const put = (query: string, headers = {}) => call(server, `PUT ${pathname}${query}`, { body: '# Oaks', headers });
    expect(await put('?uploadRef=guessed')).toMatchObject({ status: 403 });
    expect(await put(search, bearer('key-three'))).toMatchObject({ status: 401 });
    expect(await put(search)).toMatchObject({ status: 200 });
  });

  test('a fault is for the admin key, and asks for it before anything else', async () => {
    const adminKey = 'key-of-the-admin';
    const server = await startServer({ apiKeys, adminKey });
    const statusOf = async (headers: Readonly<Record<string, string>>, fault: string) =>
      (await call(server, QUEUE, { headers: { ...headers, 'x-trawl-fault': fault } })).status;
    for (const fault of ['status=503', 'delay=100000', 'drop', 'broken', 'no fault']) {
      expect(await statusOf({}, fault)).toBe(401);
      expect(await statusOf(bearer('key-three'), fault)).toBe(401);
      expect(await statusOf(bearer('key-one'), fault)).toBe(403);
    }
    const once = 'status=503; times=1';
    expect(await statusOf(bearer(adminKey), once)).toBe(503);
    expect(await statusOf(bearer(adminKey), once)).toBe(401);
    const withoutAdmin = await startServer({ apiKeys });
    const options = { headers: { ...bearer('key-one'), 'x-trawl-fault': 'status=503' } };
    expect((await call(withoutAdmin, QUEUE, options)).status).toBe(403);
  });
});

describe('the paths of the server itself', () => {
  const apiKeys = ['key-one', 'key-two'];
  const adminKey = 'key-of-the-admin';
  const others = [
    'POST /_local/reset',
    'POST /_local/seed',
    'GET /_local/export',
    'POST /_local/import',
    'GET /_local/journal',
    'DELETE /_local/journal',
    'GET /_local/faults',
    'POST /_local/faults',
    'DELETE /_local/faults',
    `DELETE /_local/faults/${id}`,
    'GET /_local/fetches',
    'POST /_local/fetches',
    'GET /_local/clock',
    'POST /_local/clock',
    'GET /_local/%6aournal',
    'GET /_local/capabilities/',
    'POST /_local/capabilities',
    'GET /_local/nope',
  ];

  test.each(others)('is closed when there are keys but no admin key: %s', async (line) => {
    const server = await startServer({ apiKeys });
    for (const headers of [{}, bearer('key-one'), bearer('undefined'), bearer('key-three')]) {
      const answer = await call(server, line, { headers });
      expect(answer).toMatchObject({
        status: 403,
        body: { success: false, error: expect.stringContaining('--admin-key') },
      });
    }
  });

  test.each(others)('needs the admin key: %s', async (line) => {
    const server = await startServer({ apiKeys, adminKey });
    const ask = (headers: Record<string, string>) => call(server, line, { headers });
    expect(await ask({})).toMatchObject({ status: 401, body: { error: expect.stringContaining('adminKey') } });
    expect(await ask(bearer('key-three'))).toMatchObject({ status: 401 });
    expect(await ask(bearer('key-one'))).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('adminKey') },
    });
    expect([401, 403]).not.toContain((await ask(bearer(adminKey))).status);
  });

  test.each(['GET /_local/live', 'GET /_local/ready'])(
    'is open to probes, and tells them nothing else: %s',
    async (line) => {
      const server = await startServer({ apiKeys });
      expect(await call(server, line)).toMatchObject({ status: 200, body: { success: true } });
    },
  );

  test('cannot be reached by a path that a proxy reads as another one', async () => {
    const server = await startServer();
    const port = Number(new URL(server.url).port);
    const statusOf = async (path: string) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      return Number(String(answer).split(' ')[1]);
    };
    const paths = [
      '/a//../../_local/live',
      '/v2/%2E%2e/_local/live',
      '/a/..\\_local/live',
      '/_local/./live',
      '/_local//live',
    ];
    for (const path of paths) expect(await statusOf(path), path).toBe(400);
    expect(await statusOf('//_local/live?next=//a/../b')).toBe(200);
  });

  test('can be read with any key', async () => {
    const server = await startServer({ apiKeys, adminKey });
    const statusOf = async (headers: Record<string, string>) =>
      (await call(server, 'GET /_local/capabilities', { headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf(bearer('key-three'))).toBe(401);
    for (const key of [...apiKeys, adminKey]) expect(await statusOf(bearer(key))).toBe(200);
    const { fetch, url } = await startServer({ apiKeys });
    const headers = bearer('key-two');
    expect(await call({ fetch, url }, 'GET /_local/capabilities', { headers })).toMatchObject({ status: 200 });
  });

  test('an admin key closes them, and lets nobody call the API without a key', async () => {
    const server = await startServer({ adminKey });
    expect(await call(server, QUEUE)).toMatchObject({ status: 401 });
    expect(await call(server, 'GET /_local/capabilities')).toMatchObject({ status: 401 });
    expect(await call(server, 'GET /_local/export')).toMatchObject({ status: 401 });
    expect(await call(server, 'POST /_local/reset', { headers: bearer(adminKey) })).toMatchObject({ status: 200 });
  });

  test('the admin key opens nothing else', async () => {
    const server = await startServer({ apiKeys, adminKey });
    expect(await call(server, QUEUE, { headers: bearer(adminKey) })).toMatchObject({ status: 401 });
  });
});

test('without keys everything is open, with any key or none', async () => {
  const server = await startServer();
  for (const headers of [{}, bearer('anything'), { authorization: 'Basic abc' }]) {
    expect(await call(server, 'GET /v2/team/queue-status', { headers })).toMatchObject({ status: 200 });
  }
});

test('calls are refused when the credits are used up, until the next month', async () => {
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

describe('the host that a client calls', () => {
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
  ])('%s gets status %i', async (host, status) => {
    const server = await startServer({ allowedHosts: ['build-box'] });
    expect(await statusBy(server.url, host)).toBe(status);
  });

  test('may be any address of a server that listens on all of them, but no other name', async () => {
    const server = await startServer({ host: '0.0.0.0' });
    expect(await statusBy(server.url, '10.0.0.1:3002')).toBe(200);
    expect(await statusBy(server.url, 'evil.example')).toBe(403);
  });
});

test('in process a server accepts any host, and uses it in its links', async () => {
  const server = await startServer();
  const url = 'http://trawl.example';
  const answer = await call({ url, fetch: server.fetch }, 'POST /v2/crawl', { body: { url: 'http://a.example/' } });
  expect(answer).toMatchObject({
    status: 200,
    body: { url: expect.stringMatching(/^http:\/\/trawl\.example\/v2\/crawl\//) },
  });
});

test('no response allows other origins', async () => {
  const answer = await call(await startServer(), QUEUE);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

describe('a request of a browser', () => {
  const evil = 'https://evil.example';
  const here = 'http://127.0.0.1:3002';

  /** What a server called by that address answers a request with the headers of a browser. */
  const statusOf = async (line: string, headers: Record<string, string>, body?: FormData) => {
    const { fetch } = await startServer();
    return (await call({ url: here, fetch }, line, { headers, ...(body && { body }) })).status;
  };

  test.each([
    ['no page, as programs send it', {}, 200],
    ['a page that this server serves', { 'sec-fetch-site': 'same-origin', origin: here }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['a page behind a proxy that calls by a name of its own', { 'sec-fetch-site': 'same-origin', origin: evil }, 200],
    ['a page that this server serves, in an old browser', { origin: here }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that is named', { 'sec-fetch-site': 'cross-site', origin: evil }, 403],
    ['another site, in an old browser', { origin: evil }, 403],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:5173' }, 403],
    ['another port of this machine, in an old browser', { origin: 'http://127.0.0.1:5173' }, 403],
    ['another name of this machine, in an old browser', { origin: 'http://localhost:3002' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page without an origin that is said to be ours', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 403],
    ['what is no origin', { origin: 'evil' }, 403],
    ['a site of a kind that is not known', { 'sec-fetch-site': 'next-door' }, 403],
  ])('for %s gets its status', async (_, headers, status) => {
    for (const line of [QUEUE, 'GET /_local/export', 'GET /_local/capabilities', 'POST /_local/reset', 'GET /']) {
      expect([line, await statusOf(line, headers)]).toEqual([line, status]);
    }
  });

  test('from another site costs nothing', async () => {
    const server = await startServer({ credits: 5 });
    const form = new FormData();
    form.set('file', new File(['# Oaks'], 'oaks.md'));
    const headers = { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect(await call(server, 'POST /v2/parse', { body: form, headers })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('web pages of another origin') },
    });
    expect(await call(server, 'GET /v2/team/credit-usage')).toMatchObject({ body: { data: { remainingCredits: 5 } } });
  });

  test('gets the same response over a socket and in process', async () => {
    const { url } = await startServer();
    const ask = (headers: Record<string, string>) => call({ url, fetch }, 'GET /_local/export', { headers });
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await ask({ origin: evil })).toMatchObject({ status: 403 });
    expect(await ask({ origin: url })).toMatchObject({ status: 200 });
  });

  describe('of a page of another origin', () => {
    const app = 'http://localhost:5173';
    const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' });
    const preflight = (origin: string) => ({
      ...from(origin),
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    const corsOf = ({ headers }: { headers: Headers }) =>
      Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
    const ask = async (allowedOrigins: string[], line: string, headers: Record<string, string>) =>
      call(await startServer({ allowedOrigins }), line, { headers });

    test('that the operator has allowed is answered, and the browser may ask first', async () => {
      const answer = await ask([`${app}/`], QUEUE, from(app));
      expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([
        200,
        { 'access-control-allow-origin': app, 'access-control-expose-headers': '*' },
        'Origin',
      ]);
      const asked = await ask([app], 'OPTIONS /v2/scrape', preflight(app));
      expect([asked.status, corsOf(asked)]).toEqual([
        204,
        {
          'access-control-allow-origin': app,
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': 'authorization,content-type',
          'access-control-max-age': '600',
        },
      ]);
      expect(await ask([app], 'GET /v2/nowhere', from(app))).toMatchObject({ status: 404 });
      expect(await ask([app], 'OPTIONS /support/ask', preflight(app))).toMatchObject({ status: 204 });
    });

    test('that a server names, as SvelteKit does, is told to leave it out', async () => {
      const { 'sec-fetch-site': _, ...named } = from(app);
      const advice = /--allowed-origin http:\/\/localhost:5173 .*SvelteKit.*call without this `fetch`\.$/;
      expect(await ask([], QUEUE, named)).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(advice) },
      });
      expect(await ask([], QUEUE, from(app))).toMatchObject({
        body: { error: expect.not.stringContaining('SvelteKit') },
      });
    });

    test('reaches the API alone, whoever has allowed it', async () => {
      for (const line of ['GET /_local/export', 'GET /']) {
        const answer = await ask([app], line, from(app));
        expect([line, answer.status, corsOf(answer)]).toEqual([line, 403, {}]);
      }
    });

    test('of this machine reads which flag lets it in, and no other page reads anything', async () => {
      expect(await ask([], 'OPTIONS /v2/scrape', preflight(app))).toMatchObject({ status: 204 });
      const refused = await ask(['https://other.example'], QUEUE, from(app));
      expect([refused.status, corsOf(refused)['access-control-allow-origin']]).toEqual([403, app]);
      expect(refused.body).toMatchObject({ error: expect.stringContaining(`--allowed-origin ${app} `) });
      for (const origin of [evil, 'null', 'http://localhost.evil.example', 'https://127.0.0.1.evil.example']) {
        for (const [line, headers] of [
          [QUEUE, from(origin)],
          ['OPTIONS /v2/scrape', preflight(origin)],
        ] as const) {
          const answer = await ask([app], line, headers);
          expect([origin, line, answer.status, corsOf(answer)]).toEqual([origin, line, 403, {}]);
        }
      }
    });
  });

  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test.each([
    ['GET /', link, 200],
    ['GET /?from=elsewhere', link, 200],
    ['GET /reference/', { ...link, 'sec-fetch-site': 'same-site' }, 200],
    ['GET /', { ...link, 'sec-fetch-dest': 'iframe' }, 403],
    ['GET /', { ...link, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 403],
    ['POST /', { ...link, origin: evil }, 403],
    [QUEUE, link, 403],
    ['GET /_local/export', link, 403],
    ['GET /_local/journal', link, 403],
  ])('by a link of another site to %s', async (line, headers, status) => {
    const answered = await statusOf(line, headers);
    // The reference is there in a build only.
    expect(line === 'GET /reference/' && answered === 404 ? 200 : answered).toBe(status);
  });
});
