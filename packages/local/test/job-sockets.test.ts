import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalServer } from '../src/index.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Message {
  readonly type: string;
  readonly error?: string;
  readonly data?: {
    readonly status: string;
    readonly data: { readonly metadata: { readonly sourceURL: string } }[];
    readonly metadata: { readonly sourceURL: string };
  };
}

/** Collects the messages and the end of a WebSocket. */
function watch(server: LocalServer, path: string, key?: string, headers: Record<string, string> = {}) {
  const client = new WebSocket(server.url.replace('http', 'ws') + path, key === undefined ? [] : [key], { headers });
  onTestFinished(() => client.terminate());
  const messages: Message[] = [];
  client.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = once(client, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  closed.catch(() => {});
  return { client, messages, closed };
}

const urlsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ type, data }) => (type === 'document' && data ? [data.metadata.sourceURL] : []));

/** A site whose page `/held` is sent by `release`. */
async function heldSite() {
  let held: ServerResponse | undefined;
  const { url, visits } = await site({
    '/': linksTo('/a', '/held'),
    '/a': linksTo(),
    '/held': (_, response) => {
      held = response;
    },
  });
  const release = () => held?.writeHead(200, { 'content-type': 'text/html' }).end('<p>held</p>');
  return { url, visits, release };
}

async function start(server: LocalServer, path: string, body: object, headers = {}): Promise<string> {
  const { id } = (await call(server, `POST ${path}`, { body, headers })).body as { id: string };
  return `${path}/${id}`;
}

describe('a job', () => {
  test.each(['/v2/crawl', '/v2/batch/scrape'])('of %s sends its documents as they come, and its end', async (path) => {
    const { url, visits, release } = await heldSite();
    const server = await startServer({ allowPrivateNetworks: true });
    const urls = [`${url}/`, `${url}/a`, `${url}/held`];
    const job = await start(server, path, path === '/v2/crawl' ? { url } : { urls });
    await eventually(() => visits).toContain('/held');
    const state = async () => (await call(server, `GET ${job}`)).body;
    await eventually(state).toMatchObject({ completed: 2 });
    const { messages, closed } = watch(server, job);
    await eventually(() => messages).toMatchObject([
      { type: 'catchup', data: { success: true, status: 'scraping', completed: 2, data: [{}, {}] } },
    ]);
    release();
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(urlsOf(messages)).toEqual([`${url}/held`]);
    expect(messages.map(({ type }) => type)).toEqual(['catchup', 'document']);
  });

  test('that has ended sends its state', async () => {
    const { url } = await site({ '/': linksTo() });
    const server = await startServer({ allowPrivateNetworks: true });
    const job = await start(server, '/v2/crawl', { url });
    await eventually(async () => (await call(server, `GET ${job}`)).body).toMatchObject({ status: 'completed' });
    const { messages, closed } = watch(server, job, 'any-key');
    expect(await closed).toMatchObject({ code: 1000 });
    expect(messages).toMatchObject([{ type: 'catchup', data: { status: 'completed', data: [{}] } }]);
  });

  test('that is cancelled ends its messages', async () => {
    const { url, visits } = await heldSite();
    const server = await startServer({ allowPrivateNetworks: true });
    const job = await start(server, '/v2/crawl', { url });
    await eventually(() => visits).toContain('/held');
    const { messages, closed } = watch(server, job);
    await eventually(() => messages.length).toBeGreaterThan(0);
    await call(server, `DELETE ${job}`);
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(messages.filter(({ type }) => type === 'catchup')).toHaveLength(1);
  });

  test('of more than a message sends each document, and leaves its end to the pages of the job', async () => {
    const { url } = await site({ '/': (_, response) => response.end(`<p>${'long '.repeat(60_000)}</p>`) });
    const server = await startServer({ allowPrivateNetworks: true });
    const urls = Array.from({ length: 12 }, () => `${url}/`);
    const job = await start(server, '/v2/batch/scrape', { urls });
    await eventually(async () => (await call(server, `GET ${job}`)).body).toMatchObject({
      status: 'completed',
    });
    const { messages, closed } = watch(server, job);
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(messages.map(({ type }) => type)).toEqual(urls.map(() => 'document'));
  });
});

describe('who follows a job', () => {
  test('gets each document once, however many do, how late they come, and how far behind they are', async () => {
    const held: ServerResponse[] = [];
    const { url } = await site({
      '/': linksTo(),
      '/held': (_, response) => void held.push(response),
      '/long': (_, response) => response.end(`<p>${'long '.repeat(60_000)}</p>`),
    });
    const server = await startServer({ allowPrivateNetworks: true });
    const urls = [`${url}/`, `${url}/held`, ...Array.from({ length: 12 }, (_, page) => `${url}/long?${page}`)];
    const options = { maxConcurrency: 1, maxAge: 0 };
    const job = await start(server, '/v2/batch/scrape', { urls, ...options });
    await eventually(() => held.length).toBe(1);
    const early = Array.from({ length: 5 }, () => watch(server, job));
    await eventually(() => early.every(({ messages }) => messages.length === 1)).toBe(true);
    const [slow] = early;
    // It reads nothing until all documents are there, which are more than stay in memory.
    slow?.client.pause();
    held[0]?.end('<p>held</p>');
    await eventually(() => early[1]?.messages.length).toBeGreaterThan(6);
    const late = watch(server, job);
    await Promise.all([...early.slice(1), late].map(({ closed }) => closed));
    slow?.client.resume();
    await slow?.closed;
    const seen = ({ messages }: { readonly messages: readonly Message[] }) =>
      messages
        .flatMap(({ data }) => (data?.metadata ? [data] : (data?.data ?? [])))
        .map(({ metadata }) => metadata.sourceURL);
    for (const follower of [...early, late]) expect(seen(follower)).toEqual(urls);
  });
});

describe('with keys', () => {
  const apiKeys = ['key-one', 'key-two'];

  test.each([
    ['no key', undefined, { code: 3000, reason: '{"type":"error","error":"Unauthorized"}' }],
    ['an unknown key', 'key-three', { code: 3000, reason: '{"type":"error","error":"Unauthorized: Invalid token"}' }],
    ['the key of another team', 'key-two', { code: 1008, reason: '{"type":"error","error":"Job not found"}' }],
  ])('a job is not shown to a client with %s', async (_, key, end) => {
    const { url } = await site({ '/': linksTo() });
    const server = await startServer({ apiKeys, allowPrivateNetworks: true });
    const job = await start(server, '/v2/crawl', { url }, { authorization: 'Bearer key-one' });
    const { messages, closed } = watch(server, job, key);
    expect(await closed).toEqual(end);
    expect(messages).toEqual([JSON.parse(end.reason)]);
    expect((await watch(server, job, 'key-one').closed).code).toBe(1000);
  });

  test('the log names the request and no key', async () => {
    const lines: string[] = [];
    const server = await startServer({ apiKeys, quiet: false, log: (line) => lines.push(line) });
    await watch(server, `/v2/crawl/${UNKNOWN}`, 'key-one').closed;
    expect(lines.join('\n')).toContain(`404 GET /v2/crawl/${UNKNOWN}`);
    expect(lines.join('\n')).not.toContain('key-one');
  });
});

describe('before a connection is a WebSocket,', () => {
  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a host name that is not that of the server', { host: 'evil.example' }],
  ])('%s is refused', async (_, headers) => {
    const server = await startServer();
    const { client } = watch(server, `/v2/crawl/${UNKNOWN}`, undefined, headers);
    const [, response] = await once(client, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    response.resume();
  });

  test('a page of this server is let in', async () => {
    const server = await startServer();
    const { closed } = watch(server, `/v2/crawl/${UNKNOWN}`, undefined, { origin: server.url });
    expect(await closed).toMatchObject({ code: 1008 });
  });

  test.each([
    ['another path', '/v2/team/queue-status', 'websocket', 200],
    ['another protocol, with a body', '/v2/search', 'h2c', 400],
  ])('a request to upgrade at %s is answered as without it', async (_, path, protocol, status) => {
    const server = await startServer();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const [method, body] = status === 400 ? ['POST', '{}'] : ['GET', ''];
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('sockets are bounded:', () => {
  async function waitingJob(server: LocalServer): Promise<string> {
    const { url, visits } = await heldSite();
    const job = await start(server, '/v2/crawl', { url });
    await eventually(() => visits).toContain('/held');
    return job;
  }

  test('there are so many at most, and a client that ends gives its place back', async () => {
    const server = await startServer({ allowPrivateNetworks: true });
    const job = await waitingJob(server);
    const open = Array.from({ length: 100 }, () => watch(server, job));
    await eventually(() => open.every(({ messages }) => messages.length > 0)).toBe(true);
    const late = watch(server, job);
    expect(await late.closed).toMatchObject({ code: 1013 });
    expect(late.messages).toMatchObject([{ type: 'error', error: expect.stringContaining('100 WebSockets') }]);
    open[0]?.client.close();
    await open[0]?.closed;
    const next = watch(server, job);
    await eventually(() => next.messages).toMatchObject([{ type: 'catchup' }]);
  });

  test('a long message of a client ends its socket, and short ones are ignored', async () => {
    const server = await startServer({ allowPrivateNetworks: true });
    const { client, messages, closed } = watch(server, await waitingJob(server));
    await eventually(() => messages.length).toBeGreaterThan(0);
    client.send('hello');
    client.send('x'.repeat(2_000));
    expect(await closed).toMatchObject({ code: 1009 });
  });

  test('they end with the server, and when it forgets everything', async () => {
    const server = await startServer({ allowPrivateNetworks: true });
    const first = watch(server, await waitingJob(server));
    await eventually(() => first.messages.length).toBeGreaterThan(0);
    await server.reset();
    expect(await first.closed).toMatchObject({ code: 1001 });
    const second = watch(server, await waitingJob(server));
    await eventually(() => second.messages.length).toBeGreaterThan(0);
    await server.close();
    expect(await second.closed).toMatchObject({ code: 1001, reason: expect.stringContaining('The server closes.') });
  });
});
