import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { createLocalServer, type LocalServer, type LocalServerOptions } from '../src/index.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { bearer, call, startServer } from './server.js';

const PAGE = 'https://docs.example/nets';
const adminKey = 'key-of-the-admin';
const admin = bearer(adminKey);

/** A server with a clock that stands still, which knows one page. */
async function startTeams(options: LocalServerOptions = {}) {
  const clock = createVirtualClock(new Date('2026-03-10T00:00:00Z'));
  const server = await startServer({ offline: true, adminKey, keylessCalls: 0, clock, ...options });
  return { server, clock };
}

/** Adds a key; returns the headers of its calls. */
async function addKey(server: LocalServer, key: object): Promise<Record<string, string>> {
  const { status, body } = await call(server, 'POST /_local/keys', { headers: admin, body: key });
  expect(status).toBe(200);
  return bearer((body as { data: { key: string } }).data.key);
}

const seed = (server: LocalServer) => server.seed([{ url: PAGE, content: '<h1>Nets</h1><p>A net has knots.</p>' }]);

const scrape = (server: LocalServer, headers: Record<string, string>) =>
  call(server, 'POST /v2/scrape', { headers, body: { url: PAGE } });

const queueStatus = (server: LocalServer, headers: Record<string, string>) =>
  call(server, 'GET /v2/team/queue-status', { headers });

const error = (text: string) => ({ success: false, error: expect.stringContaining(text) });

test('a key opens the API from its first call on, and is refused from the first call after it was revoked', async () => {
  const { server } = await startTeams();
  expect(await queueStatus(server, {})).toMatchObject({ status: 401 });
  const headers = await addKey(server, { name: 'ci', team: 'search' });
  expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
  expect(await call(server, 'GET /_local/keys', { headers })).toMatchObject({ status: 403 });
  await call(server, 'DELETE /_local/keys/ci', { headers: admin });
  expect(await queueStatus(server, headers)).toMatchObject({
    status: 401,
    body: error('The key "ci" was revoked at 2026-03-10T00:00:00.000Z.'),
  });
  expect(await call(server, 'DELETE /_local/keys/ci', { headers: admin })).toMatchObject({
    status: 404,
    body: error('There is no valid key "ci".'),
  });
});

test('the data of a team stays when its keys come and go', async () => {
  const { server } = await startTeams();
  const first = await addKey(server, { name: 'first', team: 'search' });
  await seed(server);
  expect(await scrape(server, first)).toMatchObject({ status: 200 });
  await call(server, 'DELETE /_local/keys/first', { headers: admin });
  const second = await addKey(server, { name: 'second', team: 'search' });
  const other = await addKey(server, { name: 'other', team: 'shop' });
  expect(await call(server, 'GET /v2/team/activity', { headers: second })).toMatchObject({
    body: { data: [{ target: PAGE }] },
  });
  expect(await call(server, 'GET /v2/team/activity', { headers: other })).toMatchObject({ body: { data: [] } });
});

test('a key of the database can belong to the team of a key that is an option', async () => {
  const { server } = await startTeams({ apiKeys: ['old-key'] });
  await seed(server);
  await scrape(server, bearer('old-key'));
  const { body } = await call(server, 'GET /_local/credits', { headers: admin });
  const [{ team }] = (body as { data: { teams: [{ team: string }] } }).data.teams;
  const headers = await addKey(server, { name: 'new', team });
  expect(await call(server, 'GET /v2/team/activity', { headers })).toMatchObject({
    body: { data: [{ target: PAGE }] },
  });
});

describe('a limit of a key', () => {
  test('of scopes refuses other operations with a 403', async () => {
    const { server } = await startTeams();
    const headers = await addKey(server, { name: 'reader', team: 'search', scopes: ['getQueueStatus', 'scrape'] });
    await seed(server);
    expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
    expect(await scrape(server, headers)).toMatchObject({ status: 200 });
    expect(await call(server, 'POST /v2/map', { headers, body: { url: PAGE } })).toMatchObject({
      status: 403,
      body: error('The key "reader" may not call mapSite: it is for getQueueStatus, scrape.'),
    });
  });

  test('of a rate refuses calls with a 429 that says how long to wait', async () => {
    const { server, clock } = await startTeams();
    const headers = await addKey(server, { name: 'slow', team: 'search', rate: 2 });
    await queueStatus(server, headers);
    await queueStatus(server, headers);
    const refused = await queueStatus(server, headers);
    expect(refused).toMatchObject({ status: 429, body: { retry_after_seconds: 30 } });
    expect(refused.headers.get('retry-after')).toBe('30');
    await clock.advance(30_000);
    expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
  });

  test('of concurrency refuses a call while others are in progress, and none after them', async () => {
    const { server } = await startTeams();
    await seed(server);
    const headers = await addKey(server, { name: 'one', team: 'search', concurrency: 1 });
    const calls = await Promise.all([1, 2, 3].map(() => scrape(server, headers)));
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
  });

  test('of credits refuses what costs with a 402 until the month ends', async () => {
    const { server, clock } = await startTeams();
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 1 });
    const colleague = await addKey(server, { name: 'colleague', team: 'search' });
    await seed(server);
    expect(await scrape(server, headers)).toMatchObject({ status: 200 });
    expect(await scrape(server, headers)).toMatchObject({
      status: 402,
      body: error('the 1 of the key "ci" of this month are used up. There are new ones from 2026-04-01'),
    });
    expect(await scrape(server, colleague)).toMatchObject({ status: 200 });
    expect(await call(server, 'GET /v2/team/credit-usage', { headers })).toMatchObject({
      body: { data: { remainingCredits: 0 } },
    });
    expect(await call(server, 'GET /v2/team/credit-usage/historical?byApiKey=true', { headers })).toMatchObject({
      body: {
        periods: [
          { apiKey: 'ci', creditsUsed: 1 },
          { apiKey: 'colleague', creditsUsed: 1 },
        ],
      },
    });
    await clock.advance(30 * 24 * 60 * 60_000);
    expect(await scrape(server, headers)).toMatchObject({ status: 200 });
  });

  test('counts what a job of the key costs', async () => {
    const { server } = await startTeams();
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 1 });
    await seed(server);
    const body = { urls: [PAGE] };
    const { body: started } = await call(server, 'POST /v2/batch/scrape', { headers, body });
    const { id } = started as { id: string };
    await expect
      .poll(async () => (await call(server, `GET /v2/batch/scrape/${id}`, { headers })).body)
      .toMatchObject({ status: 'completed' });
    expect(await scrape(server, headers)).toMatchObject({ status: 402 });
  });

  test('of credits holds for calls at once, and frees what a failed one has reserved', async () => {
    const { url } = await site({ '/': '<p>page</p>' });
    const { server } = await startTeams({ offline: false, allowPrivateNetworks: true });
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 3 });
    const read = (address: string) =>
      call(server, 'POST /v2/scrape', { headers, body: { url: address, maxAge: 0, onlyMainContent: false } });
    const failed = await Promise.all(Array.from({ length: 4 }, () => read('http://127.0.0.1:1/')));
    expect(failed.map(({ status }) => status)).not.toContain(200);
    const calls = await Promise.all(Array.from({ length: 20 }, (_, index) => read(`${url}/?${index}`)));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(calls.filter(({ status }) => status === 402)).toHaveLength(17);
    expect((await read(url)).body).toMatchObject(error('the 3 of the key "ci" of this month are used up'));
  });

  test('of credits ends a job: pages that cannot be paid are errors', async () => {
    const { url } = await site({
      '/': linksTo('/a', '/b', '/c'),
      '/a': '<p>a</p>',
      '/b': '<p>b</p>',
      '/c': '<p>c</p>',
    });
    const { server, clock } = await startTeams({ offline: false, allowPrivateNetworks: true });
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 2 });
    const { id } = (await call(server, 'POST /v2/crawl', { headers, body: { url } })).body as { id: string };
    // Pages for which others of the job have reserved what is left are tried again.
    const state = async () => {
      await clock.advance(1000);
      return (await call(server, `GET /v2/crawl/${id}`, { headers })).body;
    };
    await eventually(state).toMatchObject({ status: 'completed', completed: 2, creditsUsed: 2 });
    const { body } = await call(server, `GET /v2/crawl/${id}/errors`, { headers });
    expect(body).toMatchObject({
      errors: [1, 2].map(() => error('Insufficient credits')).map(({ error }) => ({ error })),
    });
  });

  test('of credits holds where others would pay: for a monitor of the team, and for a job of another key', async () => {
    const { server } = await startTeams();
    const colleague = await addKey(server, { name: 'colleague', team: 'search' });
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 2 });
    const monitor = { name: 'a', schedule: { cron: '0 * * * *' }, targets: [{ type: 'scrape', urls: [PAGE] }] };
    const refusal = { status: 403, body: error('has a limit of credits') };
    const create = (by: Record<string, string>) => call(server, 'POST /v2/monitor', { headers: by, body: monitor });
    expect(await create(headers)).toMatchObject(refusal);
    const { id } = ((await create(colleague)).body as { data: { id: string } }).data;
    expect(await call(server, `POST /v2/monitor/${id}/run`, { headers, body: {} })).toMatchObject(refusal);
    expect(await call(server, `PATCH /v2/monitor/${id}`, { headers, body: { name: 'b' } })).toMatchObject(refusal);
    const batch = (by: Record<string, string>, appendToId?: string) =>
      call(server, 'POST /v2/batch/scrape', { headers: by, body: { urls: [PAGE], ...(appendToId && { appendToId }) } });
    const idOf = async (by: Record<string, string>) => ((await batch(by)).body as { id: string }).id;
    const [own, other] = [await idOf(headers), await idOf(colleague)];
    expect(await batch(headers, other)).toMatchObject({ status: 403, body: error('Another key pays for this job') });
    expect(await batch(colleague, own)).toMatchObject({ status: 403 });
    expect(await batch(headers, own)).toMatchObject({ status: 200 });
    expect(await batch(colleague, other)).toMatchObject({ status: 200 });
  });

  test('ends with the key, and a job that has begun goes on', async () => {
    const held: ServerResponse[] = [];
    const { url, visits } = await site({
      '/': linksTo('/held'),
      '/held': (_, response) => void held.push(response),
    });
    const { server } = await startTeams({ offline: false, allowPrivateNetworks: true });
    const headers = await addKey(server, { name: 'ci', team: 'search', credits: 2 });
    const { id } = (await call(server, 'POST /v2/crawl', { headers, body: { url } })).body as { id: string };
    await eventually(() => visits).toEqual(expect.arrayContaining(['/held']));
    await call(server, 'DELETE /_local/keys/ci', { headers: admin });
    for (const response of held) response.end('<p>held</p>');
    const other = await addKey(server, { name: 'other', team: 'search' });
    await eventually(async () => (await call(server, `GET /v2/crawl/${id}`, { headers: other })).body).toMatchObject({
      status: 'completed',
      creditsUsed: 2,
    });
    const { body } = await call(server, 'GET /_local/keys', { headers: admin });
    expect((body as { data: object[] }).data).toContainEqual(expect.objectContaining({ name: 'ci', creditsUsed: 2 }));
  });

  test('can be changed and lifted while the server runs', async () => {
    const { server } = await startTeams();
    const headers = await addKey(server, { name: 'ci', team: 'search', scopes: ['map'] });
    expect(await queueStatus(server, headers)).toMatchObject({ status: 403 });
    const changes = { scopes: null, rate: 10 };
    await call(server, 'PATCH /_local/keys/ci', { headers: admin, body: changes });
    expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
    const { body } = await call(server, 'GET /_local/keys', { headers: admin });
    const createdAt = '2026-03-10T00:00:00.000Z';
    expect(body).toEqual({
      success: true,
      data: [{ name: 'ci', team: 'search', rate: 10, creditsUsed: 0, createdAt }],
    });
  });
});

test.each([
  ['a name that is taken', { name: 'taken', team: 'search' }, 409, 'There is a key "taken" already.'],
  ['a name with a space', { name: 'a b', team: 'search' }, 400, 'name: "a b" must have'],
  ['a team in capitals', { name: 'a', team: 'Search' }, 400, 'team: "Search" must have'],
  ['the team of callers without a key', { name: 'a', team: 'keyless' }, 400, 'stands for callers without a key'],
  ['an unknown scope', { name: 'a', team: 'b', scopes: ['scrpe'] }, 400, 'scopes: "scrpe" is neither an operation'],
  ['no scopes', { name: 'a', team: 'b', scopes: [] }, 400, 'scopes: name at least one'],
  ['a rate of 0', { name: 'a', team: 'b', rate: 0 }, 400, 'rate: 0 must be a whole number from 1.'],
  ['an unknown field', { name: 'a', team: 'b', color: 'red' }, 400, 'color'],
])('a key with %s is refused', async (_, body, status, text) => {
  const { server } = await startTeams();
  await addKey(server, { name: 'taken', team: 'search' });
  const answer = await call(server, 'POST /_local/keys', { headers: admin, body });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(JSON.stringify(text).slice(1, -1));
});

test('keys stay when all data is deleted or replaced, and a file brings none', async () => {
  const { server } = await startTeams();
  const other = (await startTeams()).server;
  const headers = await addKey(server, { name: 'ci', team: 'search' });
  const stranger = await addKey(other, { name: 'stranger', team: 'search' });
  await server.import(await other.export());
  expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
  expect(await queueStatus(server, stranger)).toMatchObject({ status: 401 });
  await server.reset();
  expect(await queueStatus(server, headers)).toMatchObject({ status: 200 });
});

test('a server that asks for no keys takes none, and opens no data that has some', async () => {
  const open = await startServer();
  const body = { name: 'ci', team: 'search' };
  expect(await call(open, 'POST /_local/keys', { body })).toMatchObject({
    status: 409,
    body: error('Start it with an admin key'),
  });
  const storage = join(mkdtempSync(join(tmpdir(), 'trawl-keys-')), 'trawl.db');
  const { server } = await startTeams({ storage });
  const headers = await addKey(server, body);
  await server.close();
  await expect(createLocalServer({ storage, log: () => {} })).rejects.toThrow('without an admin key');
  const next = (await startTeams({ storage })).server;
  expect(await queueStatus(next, headers)).toMatchObject({ status: 200 });
});

test('the secret of a key is not in the data', async () => {
  const { server } = await startTeams();
  const { authorization = '' } = await addKey(server, { name: 'ci', team: 'search' });
  const secret = authorization.replace('Bearer ', '');
  expect(secret).toMatch(/^trawl_[\w-]{32}$/);
  expect(Buffer.from(await server.export()).includes(secret)).toBe(false);
});
