import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Fetcher } from './fetch.js';
import type { FetchRequest } from './fetch-types.js';
import { createRecorder } from './recorder.js';
import { type Recording, type Recordings, recordingsInFolder } from './recordings.js';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
const fetcher = new Fetcher({ allowPrivateNetworks: true, userAgent: 'TrawlLocal/0' });
let server: Server;
let base: string;
let visits = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    visits += 1;
    if (request.url === '/old') response.writeHead(301, { Location: '/page' }).end();
    else if (request.url === '/gone') response.writeHead(410).end('gone');
    else if (request.url === '/reset') request.socket.destroy();
    else {
      const language = request.headers['accept-language'] ?? 'any';
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'id=1' })
        .end(`visit ${visits}, ${language}`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  visits = 0;
});

afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function recordingsInMemory(): Recordings {
  const recordings = new Map<string, Recording>();
  return {
    find: async (key) => recordings.get(key),
    add: async (key, recording) => {
      recordings.set(key, recording);
    },
  };
}

/** Of a server with the team `local`, which owns all without a name, and strangers, who own nothing. */
function ownerOf(team: string): readonly string[] | undefined {
  if (team === 'keyless') return undefined;
  return team === 'local' ? [] : [team];
}

const stores = {
  'a folder': () => recordingsInFolder(mkdtempSync(join(folder, 'one-'))),
  memory: recordingsInMemory,
};

describe.each(Object.entries(stores))('with %s', (_, open) => {
  function start() {
    const recordings = open();
    const [record, replay, offline] = (['record', 'replay', 'offline'] as const).map((mode) => {
      const { fetch } = createRecorder(fetcher.fetch, recordings, mode, ownerOf);
      return async (path: string, request: Partial<FetchRequest> = {}) => {
        const { url, status, headers, body } = await fetch({
          url: base + path,
          team: 'one',
          timeoutMs: 5_000,
          ...request,
        });
        return { url, status, type: headers.get('content-type'), text: new TextDecoder().decode(body), headers };
      };
    });
    // Three modes make three fetches.
    return { record, replay, offline } as Record<'record' | 'replay' | 'offline', NonNullable<typeof record>>;
  }

  test('what was recorded is replayed, and offline nothing else', async () => {
    const { record, replay, offline } = start();
    const recorded = await record('/page');
    expect(recorded.text).toBe('visit 1, any');
    const { headers, ...seen } = await replay('/page#part');
    expect(seen).toEqual({ url: `${base}/page`, status: 200, type: 'text/html', text: 'visit 1, any' });
    expect(headers.has('set-cookie')).toBe(false);
    expect((await offline('/page')).text).toBe('visit 1, any');
    expect(visits).toBe(1);
    await expect(offline('/other')).rejects.toMatchObject({
      name: 'FetchFailure',
      reason: 'offline',
      message: expect.stringContaining(`${base}/other`),
    });
    expect(visits).toBe(1);
  });

  test('a page without a recording is fetched once, and can be recorded again', async () => {
    const { record, replay } = start();
    expect((await replay('/page')).text).toBe('visit 1, any');
    expect((await replay('/page')).text).toBe('visit 1, any');
    expect((await record('/page')).text).toBe('visit 2, any');
    expect((await replay('/page')).text).toBe('visit 2, any');
  });

  test('requests with other headers have other answers', async () => {
    const { record, offline } = start();
    const german = { headers: { 'Accept-Language': 'de' } };
    await record('/page', german);
    expect((await offline('/page', { headers: { 'accept-language': 'de' } })).text).toBe('visit 1, de');
    await expect(offline('/page')).rejects.toMatchObject({ reason: 'offline' });
  });

  test('a recording is for its own team, and fetches of callers without a key are not recorded', async () => {
    const { record, replay, offline } = start();
    expect((await record('/page')).text).toBe('visit 1, any');
    await expect(offline('/page', { team: 'two' })).rejects.toMatchObject({ reason: 'offline' });
    expect((await replay('/page', { team: 'two' })).text).toBe('visit 2, any');
    for (const team of ['keyless', undefined]) {
      await record('/page', { team });
      await expect(offline('/page', { team })).rejects.toMatchObject({ reason: 'offline' });
    }
    expect((await replay('/page', { team: 'keyless' })).text).toBe('visit 5, any');
    expect((await offline('/page')).text).toBe('visit 1, any');
  });

  test('redirects are recorded, and passed to `checkUrl`', async () => {
    const { record, offline } = start();
    await record('/old');
    const checked: string[] = [];
    const { url } = await offline('/old', { checkUrl: (visited) => void checked.push(visited) });
    expect([url, checked]).toEqual([`${base}/page`, [`${base}/old`, `${base}/page`]]);
  });

  test('error responses are recorded, failures are not', async () => {
    const { record, offline } = start();
    await record('/gone');
    expect((await offline('/gone')).status).toBe(410);
    await expect(record('/reset')).rejects.toMatchObject({ reason: 'reset' });
    await expect(offline('/reset')).rejects.toMatchObject({ reason: 'offline' });
  });

  test('a body that `onBody` takes is recorded if it was read to its end', async () => {
    const { record, offline } = start();
    let taken = '';
    const take = (more: boolean) => (chunk: Uint8Array) => {
      taken += new TextDecoder().decode(chunk);
      return more;
    };
    await record('/page', { onBody: take(false) });
    await expect(offline('/page', { onBody: take(true) })).rejects.toMatchObject({ reason: 'offline' });
    await record('/page', { onBody: take(true) });
    taken = '';
    expect((await offline('/page', { onBody: take(true) })).text).toBe('');
    expect(taken).toBe('visit 2, any');
    await record('/gone', { onBody: take(true) });
    await expect(offline('/gone')).rejects.toMatchObject({ reason: 'offline' });
  });

  test('a POST is not recorded, and not sent when offline', async () => {
    const { replay, offline } = start();
    await replay('/page', { post: 'x' });
    await replay('/page', { post: 'x' });
    expect(visits).toBe(2);
    await expect(offline('/page', { post: 'x' })).rejects.toMatchObject({ reason: 'offline' });
    expect(visits).toBe(2);
  });
});

test('the mode can be changed', async () => {
  const recorder = createRecorder(fetcher.fetch, recordingsInMemory(), 'live', ownerOf);
  const get = () => recorder.fetch({ url: `${base}/page`, team: 'one', timeoutMs: 5_000 });
  await get();
  recorder.mode = 'offline';
  await expect(get()).rejects.toMatchObject({ reason: 'offline' });
  recorder.mode = 'record';
  await get();
  recorder.mode = 'offline';
  expect((await get()).status).toBe(200);
  expect(visits).toBe(2);
});

test('recordings that were made without a team are those of a server without keys', async () => {
  const recordings = recordingsInMemory();
  const url = 'https://a.example/page';
  // The beginning of the SHA-256 of `["https://a.example/page",[],false]`.
  await recordings.add('fac033f5449ea0db77161622bd00f4a9', {
    url,
    status: 200,
    headers: [],
    body: new TextEncoder().encode('old'),
  });
  const { fetch } = createRecorder(fetcher.fetch, recordings, 'offline', ownerOf);
  const { body } = await fetch({ url, team: 'local', timeoutMs: 5_000 });
  expect(new TextDecoder().decode(body)).toBe('old');
  await expect(fetch({ url, team: 'one', timeoutMs: 5_000 })).rejects.toMatchObject({ reason: 'offline' });
});

test('a folder holds two files for each answer and nothing else', async () => {
  const place = mkdtempSync(join(folder, 'two-'));
  const { fetch } = createRecorder(fetcher.fetch, recordingsInFolder(place), 'record', ownerOf);
  await fetch({ url: `${base}/page`, team: 'one', timeoutMs: 5_000 });
  expect(
    readdirSync(place)
      .map((name) => name.replace(/^[0-9a-f]{32}/, 'key'))
      .sort(),
  ).toEqual(['key.body', 'key.json']);
});
