import { describe, expect, test } from 'vitest';
import { createVirtualClock, type LocalServer } from '../src/index.js';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const QUEUE = 'GET /v2/team/queue-status';
const POLICY = 'GET /v2/team/threat-protection';
const settled = { success: true };

const replacePolicy = (server: LocalServer) =>
  call(server, 'PUT /v2/team/threat-protection', { body: { mode: 'normal', blacklist: ['kept.example'] } });

describe('capabilities', () => {
  test('list what is supported and what is not', async () => {
    const { body } = await call(await startServer(), 'GET /_local/capabilities');
    const operations = expect.objectContaining({ scrapePage: true, startCrawl: true, searchPapers: false });
    expect(body).toMatchObject({
      data: { contract: '2.0.0', browser: false, model: false, storage: 'memory', operations },
    });
  });

  test('list the options and formats that are ignored, refused or limited, with the reason', async () => {
    const { body } = await call(await startServer(), 'GET /_local/capabilities');
    expect(body).toMatchObject({
      data: {
        limitations: {
          options: {
            useMock: 'It is ignored. The recorded pages that it names exist only at the hosted service.',
            proxy: expect.stringContaining('Without one they fetch like `basic`'),
          },
          formats: { audio: expect.stringContaining('Without `ffmpeg` it is refused') },
        },
      },
    });
  });
});

describe('a fault', () => {
  test('can be limited to the first calls', async () => {
    const server = await startServer();
    const rule = { status: 503, retryAfter: 2, times: 2, match: { operation: 'getQueueStatus' } };
    await call(server, 'POST /_local/faults', { body: rule });
    expect(await call(server, POLICY)).toMatchObject({ status: 200 });
    for (let time = 0; time < 2; time++) {
      const answer = await call(server, QUEUE);
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'UNKNOWN_ERROR' } });
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    expect(await call(server, QUEUE)).toMatchObject({ status: 200 });
    expect(await call(server, 'GET /_local/faults')).toMatchObject({ body: { data: [{ ...rule, hits: 2 }] } });
  });

  test.each([
    ['method', { method: 'get' }, 418, 200],
    ['path', { path: '/v2/team/threat' }, 418, 418],
    ['operation', { operation: 'replaceThreatProtection' }, 200, 418],
    ['nothing', undefined, 418, 418],
  ])('is selected by %s', async (_, match, got, put) => {
    const server = await startServer();
    await call(server, 'POST /_local/faults', { body: { status: 418, match } });
    expect((await call(server, POLICY)).status).toBe(got);
    expect((await replacePolicy(server)).status).toBe(put);
  });

  test('can have a body of its own', async () => {
    const server = await startServer();
    const added = await call(server, 'POST /_local/faults', { body: { status: 200, body: '<h1>Proxy</h1>' } });
    const answer = await call(server, QUEUE);
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      200,
      '<h1>Proxy</h1>',
      'text/html; charset=utf-8',
    ]);
    const { id } = (added.body as { data: { id: string } }).data;
    expect(await call(server, `DELETE /_local/faults/${id}`)).toMatchObject({ status: 200, body: settled });
    expect(await call(server, QUEUE)).toMatchObject({ status: 200, body: settled });
    expect(await call(server, `DELETE /_local/faults/${id}`)).toMatchObject({ status: 404 });
  });

  test('waits on the clock of the server', async () => {
    const clock = createVirtualClock();
    const server = await startServer({ clock });
    const answer = call(server, QUEUE, { headers: { 'x-trawl-fault': 'delay=5000' } });
    let isAnswered = false;
    const answered = answer.then(() => {
      isAnswered = true;
    });
    await clock.advance(4999);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    await answered;
    expect(await answer).toMatchObject({ status: 200 });
  });

  test.each([
    ['over a socket', (_: LocalServer) => globalThis.fetch],
    ['in process', (server: LocalServer) => server.fetch],
  ])('drops and breaks connections %s', async (_, fetchOf) => {
    const server = await startServer();
    const fetch = fetchOf(server);
    const ask = (fault: string) => fetch(`${server.url}/v2/team/queue-status`, { headers: { 'x-trawl-fault': fault } });
    await expect(ask('drop')).rejects.toThrow(TypeError);
    const broken = await ask('broken');
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow(TypeError);
    expect((await ask('drop; times=1; key=a').catch((error) => error)).message).toBe('fetch failed');
    expect((await ask('drop; times=1; key=a')).status).toBe(200);
  });

  test.each([204, 205, 304])('answers %i without a body', async (status) => {
    const server = await startServer();
    const ask = (fault: string) => call(server, QUEUE, { headers: { 'x-trawl-fault': fault } });
    expect(await ask(`status=${status}; retry-after=1`)).toMatchObject({ status, body: '' });
    await expect(ask(`status=${status}; broken`)).rejects.toThrow(TypeError);
    await call(server, 'POST /_local/faults', { body: { status, body: { success: true } } });
    expect(await call(server, QUEUE)).toMatchObject({ status, body: '' });
  });

  test('is refused with the possible values when it is invalid', async () => {
    const server = await startServer();
    const header = await call(server, QUEUE, { headers: { 'x-trawl-fault': 'statu=503' } });
    expect(header).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('"statu=503" is no fault. Known are') },
    });
    const unknown = await call(server, 'POST /_local/faults', { body: { match: { operation: 'nope' }, drop: true } });
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: 'match.operation: the contract has no operation "nope".' },
    });
    for (const rule of [{ headers: { 'x y': 'z' } }, { headers: { x: 'y\n' } }, { retryAfter: '1\n' }]) {
      const unfit = await call(server, 'POST /_local/faults', { body: { status: 503, ...rule } });
      expect(unfit).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    const empty = await call(server, 'POST /_local/faults', { body: { statu: 503 } });
    expect(empty).toMatchObject({ status: 400, body: { error: 'Unrecognized key: "statu"' } });
  });
});

describe('the journal', () => {
  test('lists the latest request first, with its refusal and its fault', async () => {
    const server = await startServer();
    await call(server, 'POST /v2/scrape', { body: { url: 5 }, headers: { authorization: 'Bearer secret' } });
    await call(server, `${QUEUE}?uploadRef=secret`, { headers: { 'x-trawl-fault': 'status=502' } });
    await call(server, QUEUE, { headers: { 'x-trawl-fault': 'drop' } }).catch(() => {});
    await call(server, 'POST /v2/search', { body: { query: 'a', limt: 5 } });
    const { body } = await call(server, 'GET /_local/journal');
    expect(body).toMatchObject({
      requests: [
        { number: 4, path: '/v2/search', status: 400, refused: 'Unrecognized key: "…"' },
        { number: 3, fault: 'header drop' },
        { number: 2, path: '/v2/team/queue-status', status: 502, fault: 'header status=502' },
        {
          number: 1,
          method: 'POST',
          path: '/v2/scrape',
          status: 400,
          refused: 'BAD_REQUEST: url: Invalid input: expected string, received number',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('says what a request asked, what came back, and what failed although the status is 200', async () => {
    const server = await startServer({ allowPrivateNetworks: true });
    const { url } = await site({ '/?token=secret': '<p>Boats</p>' });
    await call(server, 'POST /v2/scrape', { body: { url: `${url}/?token=secret`, formats: ['markdown', 'links'] } });
    await call(server, 'POST /v2/scrape', { body: { url: `${url}/gone` } });
    await call(server, 'POST /v2/search', { body: { query: 'boats' } });
    const { body } = await call(server, 'GET /_local/journal');
    expect(body).toMatchObject({
      requests: [
        { operation: 'searchWeb', result: '1 result' },
        { operation: 'scrapePage', asked: `${url}/gone`, status: 200, failed: 'The page answered 404.' },
        { team: 'local', asked: `${url}/?…`, result: '2 formats', bytes: expect.any(Number) },
      ],
    });
  });

  test('keeps a request and its response in full, but for their secrets', async () => {
    const server = await startServer({ allowPrivateNetworks: true });
    const { url } = await site({ '/?token=secret': '<p>Boats</p>' });
    const headers = { Cookie: 'secret', 'X-Any': 'secret' };
    const body = { url: `${url}/?token=secret`, headers, formats: ['markdown'] };
    await call(server, 'POST /v2/scrape', { body, headers: { authorization: 'Bearer secret' } });
    await call(server, 'POST /v2/scrape', { body: { url: 5 } });
    const exchange = await call(server, 'GET /_local/journal/1');
    expect(exchange.body).toMatchObject({
      data: {
        number: 1,
        request: { url: `${url}/?…`, headers: { Cookie: '…', 'X-Any': '…' }, formats: ['markdown'] },
        response: { success: true, data: { markdown: 'Boats', metadata: { statusCode: 200 } } },
      },
    });
    expect(JSON.stringify(exchange.body)).not.toContain('secret');
    expect(await call(server, 'GET /_local/journal/2')).toMatchObject({
      body: { data: { request: { url: 5 }, response: { success: false } } },
    });
    expect((await call(server, 'GET /_local/journal/3')).status).toBe(404);
  });

  test('keeps nothing of calls that ask for it', async () => {
    const lines: string[] = [];
    const server = await startServer({ allowPrivateNetworks: true, quiet: false, log: (line) => lines.push(line) });
    const { url } = await site({ '/hidden': '<p>Hidden boats</p>' });
    const page = { url: `${url}/hidden` };
    await call(server, 'POST /v2/scrape', { body: { ...page, zeroDataRetention: true } });
    await call(server, 'POST /v2/scrape', { body: { ...page, lockdown: true } });
    const form = new FormData();
    form.set('file', new File(['Hidden boats'], 'hidden.md'));
    form.set('options', JSON.stringify({ zeroDataRetention: true }));
    await call(server, 'POST /v2/parse', { body: form });
    const started = await call(server, 'POST /v2/crawl', { body: { ...page, zeroDataRetention: true } });
    const { id } = started.body as { id: string };
    await eventually(async () => (await call(server, `GET /v2/crawl/${id}`)).body).toMatchObject({ completed: 1 });
    const batch = { urls: [page.url], zeroDataRetention: true };
    const appendToId = ((await call(server, 'POST /v2/batch/scrape', { body: batch })).body as { id: string }).id;
    await call(server, 'POST /v2/batch/scrape', { body: { urls: [page.url], appendToId } });
    const last = ((await call(server, 'GET /_local/journal')).body as { requests: { number: number }[] }).requests;
    const kept = await Promise.all(
      last.map(async ({ number }) => (await call(server, `GET /_local/journal/${number}`)).body),
    );
    for (const exchange of kept) expect(exchange).toMatchObject({ data: { omitted: expect.any(String) } });
    const { body } = await call(server, 'GET /_local/journal');
    expect(JSON.stringify([kept, body, lines]).toLowerCase()).not.toContain('hidden');
  });

  test('keeps the last five hundred, and can be emptied', async () => {
    const server = await startServer();
    for (let count = 0; count < 510; count++) await call(server, `GET /v2/nope/${count}`);
    const { body } = await call(server, 'GET /_local/journal?limit=1000');
    const { requests } = body as { requests: { path: string }[] };
    expect([requests.length, requests[0]?.path, requests[499]?.path]).toEqual([500, '/v2/nope/509', '/v2/nope/10']);
    await call(server, 'DELETE /_local/journal');
    expect(await call(server, 'GET /_local/journal')).toMatchObject({ body: { requests: [] } });
  });

  test('has the same lines as the log, without queries', async () => {
    const lines: string[] = [];
    const server = await startServer({ quiet: false, log: (line) => lines.push(line) });
    await call(server, 'GET /v2/team/activity?cursor=private&limit=0');
    expect(lines).toEqual([
      expect.stringMatching(
        /^400 GET \/v2\/team\/activity [\d.]+ ms {2}BAD_REQUEST: limit: Too small: expected number/,
      ),
    ]);
  });
});

test('advancing the clock ends waits', async () => {
  const server = await startServer();
  const now = async () => {
    const { body } = await call(server, 'GET /_local/clock');
    return Date.parse((body as { data: { now: string } }).data.now);
  };
  const before = await now();
  expect(await call(server, 'POST /_local/clock', { body: { advanceMs: 3_600_000 } })).toMatchObject({ status: 200 });
  expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000);
  const { now: noon, sleep } = createVirtualClock();
  const still = await startServer({ clock: { now: noon, sleep } });
  expect(await call(still, 'POST /_local/clock', { body: { advanceMs: 1 } })).toMatchObject({ status: 409 });
});
