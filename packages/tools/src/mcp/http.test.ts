import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Trawl } from '@trawl/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { acceptedTypes } from './accept.js';
import { SessionEvents } from './event-store.js';
import { type McpHttpServer, serveMcp } from './http.js';

const SITE = 'https://anchors.example';

/** Ends the scrape that waits. */
let release = (): void => {};

/** A service that scrapes at once, or when it is told to. */
const trawl = new Trawl({
  baseUrl: 'http://127.0.0.1:3002',
  fetch: async (_, { body } = {}) => {
    const { url = '' } = JSON.parse(String(body ?? '{}')) as { url?: string };
    if (url.endsWith('/later')) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return Response.json({ success: true, data: { markdown: 'It holds.', metadata: { url, statusCode: 200 } } });
  },
});

let server: McpHttpServer;

beforeAll(async () => {
  server = await serveMcp(trawl);
});

afterAll(() => server.close());

afterEach(() => {
  vi.useRealTimers();
});

const clientInfo = { name: 'a-client', version: '1.0.0' };
const message = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const initialize = message(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape' };
const scrape = (path: string, rest: object = {}) =>
  message(2, 'tools/call', { name: 'scrape', arguments: { url: SITE + path }, ...rest });

const post = (body: string, headers: Readonly<Record<string, string>> = {}, url = server.url): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

async function newSession(): Promise<Readonly<Record<string, string>>> {
  const response = await post(initialize);
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
}

describe('the header Accept', () => {
  it.each<[string | undefined, boolean, boolean]>([
    [undefined, true, true],
    ['', true, true],
    ['*/*', true, true],
    ['application/json, text/event-stream', true, true],
    ['TEXT/Event-Stream;q=0.5', false, true],
    ['application/*', true, false],
    ['text/event-stream, */*;q=0', false, true],
    ['*/*, text/event-stream;q=0', true, false],
    ['application/json;q=0.0, text/*', false, true],
    ['text/html', false, false],
  ])('%o: JSON %o, event stream %o', (header, json, eventStream) => {
    expect(acceptedTypes(header)).toEqual({ json, eventStream });
  });

  it.each([
    ['*/*', 'text/event-stream', 'application/json'],
    ['text/event-stream', 'text/event-stream', 'text/event-stream'],
    ['application/json', 'application/json', 'application/json'],
  ])('of %s is answered in that type, in the protocols of 2025 and of 2026', async (accept, type2025, type2026) => {
    const session = await newSession();
    const answers = [
      await post(scrape('/now'), { ...session, accept }),
      await post(scrape('/now', { _meta: meta }), { ...modernHeaders, accept }),
    ];
    expect(answers.map((answer) => answer.headers.get('content-type')?.split(';')[0])).toEqual([type2025, type2026]);
    for (const answer of answers) expect(await answer.text()).toContain('It holds.');
  });

  it('that takes neither is refused, with what there is', async () => {
    const response = await post(initialize, { accept: 'text/html' });
    expect([response.status, await response.text()]).toEqual([406, expect.stringContaining('Accept application/json')]);
  });
});

describe('paths', () => {
  it('have /mcp/ beside /mcp, and one for probes', async () => {
    expect((await post(initialize, {}, `${server.url}/`)).status).toBe(200);
    const health = await fetch(new URL('/healthz', server.url));
    expect([health.status, await health.text()]).toEqual([200, 'ok']);
    const stream = await fetch(server.url);
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post('{', {})).status).toBe(400);
  });
});

/** The status of a request that calls the server by a name. */
async function statusBy(host: string, url: string): Promise<number | undefined> {
  const request = httpRequest(url, { method: 'POST', headers: { host, 'content-type': 'application/json' } });
  request.end(initialize);
  const [response] = await once(request, 'response');
  response.destroy();
  return response.statusCode;
}

it('names beside loopback are those that the developer allows', async () => {
  await using named = await serveMcp(trawl, { serverNames: ['Tools.internal'] });
  const hosts = ['tools.internal', 'tools.internal:8080', 'localhost:1', '[::1]:80', 'rebound.example'];
  expect(await Promise.all(hosts.map((host) => statusBy(host, named.url)))).toEqual([200, 200, 200, 200, 403]);
});

it('the first byte of an event stream comes at once, however long the call takes', async () => {
  const session = await newSession();
  for (const headers of [session, { ...modernHeaders, accept: 'text/event-stream' }]) {
    const isModern = !('mcp-session-id' in headers);
    const response = await post(scrape('/later', isModern ? { _meta: meta } : {}), headers);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^: open\n\n/);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    release();
    await reader?.cancel();
  }
});

it('a client that stalls in a request is let go', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  await using small = await serveMcp(trawl);
  const client = connect(Number(new URL(small.url).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  let isOpen = true;
  client.once('close', () => {
    isOpen = false;
  });
  client.resume().write('POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{');
  const isStillOpen = () => {
    vi.advanceTimersByTime(5_000);
    return isOpen;
  };
  await expect.poll(isStillOpen).toBe(false);
});

describe('a stream that broke', () => {
  it('is fetched again by the id of the last event, and its session keeps its place', async () => {
    await using small = await serveMcp(trawl, { maxSessions: 1 });
    const begun = await post(initialize, {}, small.url);
    await begun.text();
    const session = {
      'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    const broken = new AbortController();
    const response = await fetch(small.url, {
      method: 'POST',
      body: scrape('/later'),
      headers: { 'content-type': 'application/json', ...session },
      signal: broken.signal,
    });
    const reader = response.body?.getReader();
    let seen = '';
    while (!/^id: \d+$/m.test(seen)) seen += new TextDecoder().decode((await reader?.read())?.value);
    const [, lastId = ''] = /^id: (\d+)$/m.exec(seen) ?? [];
    broken.abort();
    // The place of a session whose client may come back is not given to another.
    await expect.poll(async () => (await post(initialize, {}, small.url)).status).toBe(503);
    release();
    const again = await fetch(small.url, {
      headers: { accept: 'text/event-stream', 'last-event-id': lastId, ...session },
    });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('It holds.');
  });

  it('has its messages for five minutes, and one megabyte of them', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const events = new SessionEvents();
    const answer = (text: string) => ({ jsonrpc: '2.0' as const, id: 1, result: { text } });
    const replayed = async (id: string): Promise<number> => {
      let count = 0;
      if ((await events.getStreamIdForEventId(id)) === undefined) return -1;
      await events.replayEventsAfter(id, { send: async () => void count++ });
      return count;
    };
    const first = await events.storeEvent('a', {} as never);
    await events.storeEvent('a', answer('one'));
    await events.storeEvent('b', answer('of another stream'));
    expect(await replayed(first)).toBe(1);
    const [, half] = [
      await events.storeEvent('a', answer('x'.repeat(600_000))),
      await events.storeEvent('a', answer('y')),
    ];
    await events.storeEvent('a', answer('x'.repeat(600_000)));
    expect(await replayed(first)).toBe(-1);
    expect(await replayed(half)).toBe(1);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    expect(await replayed(half)).toBe(-1);
  });
});

it('a call whose client goes away ends at the service, in the protocol without sessions', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const watched = new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    fetch: (_url, { signal } = {}) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await using own = await serveMcp(watched);
  const gone = new AbortController();
  const pending = fetch(own.url, {
    method: 'POST',
    body: scrape('/never', { _meta: meta }),
    headers: { 'content-type': 'application/json', ...modernHeaders },
    signal: gone.signal,
  });
  await expect.poll(() => signals.length).toBe(1);
  gone.abort();
  await expect(pending).rejects.toThrow();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

it('a page is read on by another process that has the same secret, from what the service keeps', async () => {
  const id = '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a8888';
  const markdown = 'The anchor holds well in sand.\n\n'.repeat(3000);
  const data = { markdown, metadata: { url: SITE, statusCode: 200, scrapeId: id } };
  const service = createServer((request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }));
    request.resume();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const keys = ['a-key-of-a-client-01', 'a-key-of-a-client-02'];
  const options = { keys, cursorSecret: 'a-secret-of-the-processes' };
  await using one = await serveMcp(new Trawl({ baseUrl }), options);
  await using other = await serveMcp(new Trawl({ baseUrl }), options);
  const call = async (url: string, key: string, name: string, args: object): Promise<string> => {
    const body = message(2, 'tools/call', { name, arguments: args, _meta: meta });
    const headers = { ...modernHeaders, 'mcp-name': name, authorization: `Bearer ${key}`, accept: 'application/json' };
    return (await post(body, headers, url)).text();
  };
  const [key = '', stranger = ''] = keys;
  const [, cursor] = /the cursor (\S+)\./.exec(await call(one.url, key, 'scrape', { url: SITE })) ?? [];
  expect(await call(other.url, key, 'read_more', { cursor })).toContain('The anchor holds well');
  expect(await call(other.url, stranger, 'read_more', { cursor })).toContain('leads to no page');
  service.close();
});
