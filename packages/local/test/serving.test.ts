import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalServer, type LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

test.each([
  ['GET /v2/nope', 'Cannot GET /v2/nope: the API has no such call. Check the path: /reference/ lists all calls.'],
  ['GET /v2/%3Cb%3E&', 'Cannot GET /v2/<b>&: the API has no such call. Check the path: /reference/ lists all calls.'],
  ['PATCH /v2/scrape', 'Cannot PATCH /v2/scrape: send POST to this path.'],
  ['POST /v2/team/threat-protection', 'Cannot POST /v2/team/threat-protection: send GET or PUT to this path.'],
  [
    'GET /v2/search/research/papers?query=x',
    'Cannot GET /v2/search/research/papers: this server does not offer this call of the API.',
  ],
])('an unknown path or method below /v2 is refused with a sentence: %s', async (line, error) => {
  expect(await call(await startServer(), line)).toMatchObject({ status: 404, body: { success: false, error } });
});

describe('an unknown path', () => {
  const page = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const sentence = 'Cannot GET /nope/<b>&: this server has nothing there. The calls of the API are below /v2';

  test('is refused with a sentence that says what exists', async () => {
    const answer = await call(await startServer(), 'GET /nope/%3Cb%3E&');
    expect(answer).toMatchObject({ status: 404, body: { success: false, error: expect.stringContaining(sentence) } });
  });

  test.each([
    ['GET /nope/%3Cb%3E&', 'Cannot GET /nope/&lt;b&gt;&amp;: this server has nothing there.'],
    ['GET /v2/scrape', 'Cannot GET /v2/scrape: send POST to this path.'],
    ['GET /v1/scrape/x', 'This server speaks version 2 of the API, not version 1.'],
    ['GET /_local/nope', 'Cannot GET /_local/nope: this server has nothing there.'],
    ['GET /%E0%A4%A', 'Cannot GET /%E0%A4%A: this server has nothing there.'],
  ])('is a page with links in a browser: %s', async (line, text) => {
    const answer = await call(await startServer(), line, { headers: page });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(answer.body).toContain(text);
    for (const path of ['/', '/reference/', '/docs/']) expect(answer.body).toContain(`<a href="${path}">`);
  });

  test.each(['GET /nope', 'POST /v1/scrape', 'POST /v2/nope'])('has its reason in the journal: %s', async (line) => {
    const server = await startServer();
    const { body } = await call(server, line);
    const journal = await call(server, 'GET /_local/journal');
    expect(journal.body).toMatchObject({ requests: [{ status: 404, refused: (body as { error: string }).error }] });
  });
});

describe('a body that is too large', () => {
  const tooLarge = { status: 413, body: { success: false, error: expect.stringContaining('bytes') } };

  const upload = (server: LocalServer) => ticketOf(server).then((path) => `PUT ${path}`);

  test.each([
    ['of JSON', async () => 'POST /v2/scrape', 'application/json', 4],
    ['of an upload', upload, 'application/pdf', 50],
  ])('%s is refused by its Content-Length, before it is read', async (_, lineOf, type, megabytes) => {
    const server = await startServer();
    const body = new Uint8Array(megabytes * 1024 * 1024 + 100_000);
    expect(await call(server, await lineOf(server), { body, headers: { 'content-type': type } })).toMatchObject(
      tooLarge,
    );
  });

  test('without a Content-Length is read up to the limit', async () => {
    const server = await startServer();
    let sent = 0;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = request(`${server.url}/v2/scrape`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      upload.on('response', (response) => resolve(response.statusCode));
      upload.on('error', reject);
      const piece = Buffer.alloc(1024 * 1024, ' ');
      const send = () => {
        if (upload.destroyed || sent > 100) return;
        sent += 1;
        upload.write(piece, () => setImmediate(send));
      };
      send();
    });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(50);
  });
});

test('a connection serves the next request after an unread body was refused', async () => {
  const server = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const part = '--x\r\nContent-Disposition: form-data; name="unknown"\r\n\r\n\r\n';
  const send = async (path: string, headers: Record<string, string>, body?: string) => {
    const sent = request(server.url + path, { agent, method: body ? 'POST' : 'GET', headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return [response.statusCode, sent.reusedSocket];
  };
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await send('/v2/parse', form, part.repeat(20_000))).toEqual([400, false]);
  // Longer than a connection is left alone that has something in its way.
  const later = { 'x-trawl-fault': 'delay=800' };
  expect(await send('/v2/team/queue-status', later)).toEqual([200, true]);
});

/** Where a file may be put. */
async function ticketOf(server: LocalServer): Promise<string> {
  const { body } = await call(server, 'POST /v2/parse/upload-url', { body: { filename: 'a.txt' } });
  const { uploadUrl } = (body as { data: { uploadUrl: string } }).data;
  return uploadUrl.slice(uploadUrl.indexOf('/v2'));
}

test.each([
  ['unknown', async () => '/v2/parse/upload/00000000-0000-4000-8000-000000000000?uploadRef=a', 404],
  ['that of another file', async (server: LocalServer) => `${await ticketOf(server)}x`, 403],
])('refuses a file whose upload reference is %s before it is sent', async (_, pathOf, status) => {
  const server = await startServer();
  const sender = request(server.url + (await pathOf(server)), { method: 'PUT', headers: { 'content-length': 1000 } });
  onTestFinished(() => void sender.destroy());
  sender.flushHeaders();
  const [response] = (await once(sender, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(status);
});

test('answers a client whose base URL ends in a slash, in process and over a socket', async () => {
  const server = await startServer();
  for (const fetch of [globalThis.fetch, server.fetch]) {
    const answer = await call({ url: `${server.url}/`, fetch }, 'GET /v2/team/queue-status');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }
});

test('responds the same in process and over a socket', async () => {
  const server = await startServer();
  const over = (fetch: typeof globalThis.fetch) =>
    call({ url: server.url, fetch }, 'POST /v2/scrape', { body: { url: 5 } });
  const [socket, process] = await Promise.all([over(fetch), over(server.fetch)]);
  expect(process.body).toEqual(socket.body);
  expect(process.status).toBe(socket.status);
  const response = await server.fetch(`${server.url}/v2/team/queue-status`);
  expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
});

test('an aborted call rejects in process, with the reason of its signal', async () => {
  const server = await startServer();
  const reason = new Error('enough');
  const path = `${server.url}/v2/team/queue-status`;
  await expect(server.fetch(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const answer = server.fetch(path, { signal: controller.signal, headers: { 'x-trawl-fault': 'delay=60000' } });
  setImmediate(() => controller.abort(reason));
  await expect(answer).rejects.toBe(reason);
});

test('changes no globals of the program', async () => {
  const before = [globalThis.Request, globalThis.Response, globalThis.fetch];
  await startServer();
  expect([globalThis.Request, globalThis.Response, globalThis.fetch]).toEqual(before);
});

test('closes once, with calls in flight, and releases its port', async () => {
  const server = await createLocalServer({ browser: 'off', quiet: true });
  const port = Number(new URL(server.url).port);
  const waiting = fetch(`${server.url}/v2/team/queue-status`, { headers: { 'x-trawl-fault': 'delay=60000' } });
  const ended = expect(waiting).rejects.toThrow('fetch failed');
  await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all([server.close(), server.close()]);
  await ended;
  await startServer({ port });
});

test.each([
  ['over a socket', (_: LocalServer) => globalThis.fetch],
  ['in process', (server: LocalServer) => server.fetch],
])('tells a client that waits %s that it closes, and logs no error', async (_, fetchOf) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => silent.close().closeAllConnections());
  const lines: string[] = [];
  const server = await createLocalServer({
    browser: 'off',
    allowPrivateNetworks: true,
    log: (line) => lines.push(line),
  });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const answer = call({ url: server.url, fetch: fetchOf(server) }, 'POST /v2/scrape', { body: { url } });
  await once(silent, 'request');
  await server.close();
  expect(await answer).toMatchObject({ status: 503, body: { success: false, error: 'The server closes.' } });
  expect(lines).toEqual([
    expect.stringMatching(/^503 POST \/v2\/scrape http:\/\/127\.0\.0\.1:\d+\/ [\d.]+ ms {2}The server closes\.$/),
  ]);
});

test('reports a port that is in use', async () => {
  const server = await startServer();
  const port = Number(new URL(server.url).port);
  await expect(createLocalServer({ port, quiet: true })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
});

test('rejects calls in process after it was closed', async () => {
  const server = await startServer();
  await server.close();
  const response = server.fetch(`${server.url}/v2/team/queue-status`);
  await expect(response).rejects.toThrow(new TypeError(`The server at ${server.url} is closed.`));
});
