import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, startServer } from '../../test/server.js';
import { createLocalServer, createVirtualClock, OptionError, type SeedPage } from '../index.js';

const QUEUE = 'GET /v2/team/queue-status';
const page = (title: string) => `<title>${title}</title><main><h1>${title}</h1></main>`;
const scrape = (url: string) => ['POST /v2/scrape', { body: { url } }] as const;

describe('seed()', () => {
  test('adds pages whose content is text or bytes', async () => {
    const server = await startServer({ offline: true });
    const bytes = new TextEncoder().encode('tea,2');
    await server.seed([
      { url: 'https://shop.example/tea', content: page('Tea') },
      { url: 'https://shop.example/prices.csv', content: bytes, contentType: 'text/csv' },
    ]);
    expect(await call(server, ...scrape('https://shop.example/tea'))).toMatchObject({
      body: { data: { markdown: '# Tea' } },
    });
    expect(await call(server, ...scrape('https://shop.example/prices.csv'))).toMatchObject({
      body: { data: { markdown: expect.stringContaining('| tea | 2 |') } },
    });
  });

  test('names each page that cannot be read, and adds the others', async () => {
    const server = await startServer({ offline: true });
    const seeding = server.seed([
      { url: 'https://a.example/a.pdf', content: '%PDF-1.7 and nothing else', contentType: 'application/pdf' },
      { url: 'https://a.example/', content: page('A') },
    ]);
    await expect(seeding).rejects.toThrow(/^The page https:\/\/a\.example\/a\.pdf was left out: ./);
    await expect(seeding).rejects.toBeInstanceOf(OptionError);
    expect(await call(server, ...scrape('https://a.example/'))).toMatchObject({ status: 200 });
  });

  test.each<[string, unknown]>([
    ['pages.0.url: URL uses unsupported protocol', { url: 'docs', content: '' }],
    ['pages.0.content: ', { url: 'https://a.example/', content: 5 }],
    ['pages.0: ', 'https://a.example/'],
  ])('says what is wrong with a page: %s', async (message, wrong) => {
    const server = await startServer();
    const seeding = server.seed([wrong as SeedPage]);
    await expect(seeding).rejects.toThrow(message);
    await expect(seeding).rejects.toBeInstanceOf(OptionError);
  });
});

describe('faults', () => {
  test('count the requests that they were applied to, and end when they are removed', async () => {
    const server = await startServer();
    const rule = { match: { operation: 'getQueueStatus' as const }, status: 503 };
    const fault = await server.faults.add(rule);
    expect(server.faults.list()).toMatchObject([{ id: fault.id, rule, hits: 0 }]);
    expect(await call(server, QUEUE)).toMatchObject({ status: 503 });
    expect(fault.hits).toBe(1);
    fault.remove();
    expect(await call(server, QUEUE)).toMatchObject({ status: 200 });
    expect(fault.hits).toBe(1);
    expect(server.faults.list()).toEqual([]);
  });

  test('end with the block that they are used in', async () => {
    const server = await startServer();
    {
      using outage = await server.faults.add({ drop: true });
      await expect(call(server, QUEUE)).rejects.toThrow('fetch failed');
      expect(outage.hits).toBe(1);
    }
    expect(await call(server, QUEUE)).toMatchObject({ status: 200 });
  });

  test('are those of the routes at /_local, and are cleared together', async () => {
    const server = await startServer();
    await call(server, 'POST /_local/faults', { body: { status: 503 } });
    await server.faults.add({ status: 500 });
    expect(server.faults.list().map(({ rule }) => rule.status)).toEqual([503, 500]);
    server.faults.clear();
    expect(await call(server, 'GET /_local/faults')).toMatchObject({ body: { data: [] } });
  });

  test('are refused when they cannot be applied, with the field', async () => {
    const server = await startServer();
    // @ts-expect-error No such operation.
    await expect(server.faults.add({ match: { operation: 'nope' }, drop: true })).rejects.toThrow(
      'match.operation: the contract has no operation "nope".',
    );
    // @ts-expect-error No such field.
    await expect(server.faults.add({ statu: 503 })).rejects.toThrow('statu');
    await expect(server.faults.add({ status: 99 })).rejects.toBeInstanceOf(OptionError);
  });
});

describe('clock', () => {
  test('moves forward, and says its time', async () => {
    const server = await startServer({ clock: createVirtualClock(0) });
    await server.clock.advance(3_600_000);
    expect(server.clock.now()).toBe(3_600_000);
    expect(await call(server, 'GET /_local/clock')).toMatchObject({
      body: { data: { now: '1970-01-01T01:00:00.000Z' } },
    });
  });

  test('refuses to go back, and says that a clock of the options does not move', async () => {
    const server = await startServer();
    await expect(server.clock.advance(-1)).rejects.toThrow(/^advanceMs: /);
    const { now, sleep } = createVirtualClock();
    const still = await startServer({ clock: { now, sleep } });
    await expect(still.clock.advance(1)).rejects.toThrow('a clock of its own, which does not move');
  });
});

test('fetches.mode is changed until the next reset, and takes no other mode', async () => {
  const server = await startServer();
  expect(server.fetches.mode).toBe('live');
  server.fetches.mode = 'offline';
  expect(await call(server, 'GET /_local/fetches')).toMatchObject({ body: { data: { mode: 'offline' } } });
  expect(() => {
    // @ts-expect-error No such mode.
    server.fetches.mode = 'never';
  }).toThrow('fetches.mode must be one of live, record, replay, offline, not "never".');
  await server.reset();
  expect(server.fetches.mode).toBe('live');
});

test('journal() has the last requests in full, the latest first', async () => {
  const server = await startServer();
  await call(server, QUEUE);
  await call(server, 'POST /v2/search', { body: { query: 'tea' } });
  const entries = server.journal();
  expect(entries.map(({ operation, status }) => [operation, status])).toEqual([
    ['searchWeb', 200],
    ['getQueueStatus', 200],
  ]);
  expect(entries[0]).toMatchObject({ request: { query: 'tea' }, response: { success: true } });
  expect(server.journal(1)).toHaveLength(1);
});

test('journal() has the id that a caller gives a request, without the secrets in it, and none where there is none', async () => {
  const server = await startServer();
  const ids = ['order-7', 'x'.repeat(300), 'see https://user:secret@site.example/'];
  for (const id of ids) await call(server, QUEUE, { headers: { 'x-request-id': id } });
  await call(server, QUEUE);
  const [none, secret, long, plain] = server.journal();
  expect(none).not.toHaveProperty('requestId');
  expect(secret?.requestId).toContain('site.example');
  expect(secret?.requestId).not.toContain('secret');
  expect(long?.requestId).toBe('x'.repeat(200));
  expect(plain?.requestId).toBe('order-7');
});

test('capabilities() are those that the server shows', async () => {
  const server = await startServer();
  const { body } = await call(server, 'GET /_local/capabilities');
  expect(body).toEqual({ success: true, data: server.capabilities() });
  expect(server.capabilities()).toMatchObject({ browser: false, network: 'public', operations: { searchWeb: true } });
});

test('export() and import() carry everything from one server to another', async () => {
  const server = await startServer({ offline: true });
  await server.seed([{ url: 'https://a.example/', content: page('A') }]);
  const file = await server.export();
  const other = await startServer({ offline: true });
  await expect(other.import(new Uint8Array([1, 2, 3]))).rejects.toBeInstanceOf(OptionError);
  await other.import(file);
  expect(await call(other, ...scrape('https://a.example/'))).toMatchObject({ status: 200 });
});

test('a closed server says so, and still tells what it was asked', async () => {
  const server = await startServer();
  await call(server, QUEUE);
  await server.close();
  for (const work of [server.seed([]), server.export(), server.import(new Uint8Array()), server.clock.advance(1)]) {
    await expect(work).rejects.toThrow(`The server at ${server.url} is closed.`);
  }
  expect(server.journal()).toHaveLength(1);
});

test('a server that refuses its folder of recordings releases everything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refused-recordings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const storage = join(folder, 'state.db');
  await expect(createLocalServer({ quiet: true, storage, recordings: file })).rejects.toBeInstanceOf(OptionError);
  const server = await createLocalServer({ quiet: true, storage });
  await server.close();
});
