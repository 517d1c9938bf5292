import { once } from 'node:events';
import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalServer } from '../src/index.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const PUBLIC = 'https://trawl.example.com';
const FORWARDED = { 'x-forwarded-host': 'trawl.example.com', 'x-forwarded-proto': 'https' };

/** Starts a crawl of two pages over a socket; resolves to its answer. `fetch` sets no Host, and this does. */
async function crawl(server: LocalServer, headers: Record<string, string> = {}) {
  const { url } = await site({ '/': linksTo('/a'), '/a': linksTo() });
  const socket = { url: server.url, fetch };
  const { status, body } = await call(socket, 'POST /v2/crawl', { body: { url }, headers });
  return { status, body: body as { id: string; url: string; error?: string } };
}

test('with a public URL, all links begin with it, and the server answers by its name', async () => {
  const server = await startServer({ allowPrivateNetworks: true, publicUrl: PUBLIC });
  const { body: started } = await crawl(server);
  expect(started.url).toBe(`${PUBLIC}/v2/crawl/${started.id}`);
  await eventually(async () => (await call(server, `GET /v2/crawl/${started.id}`)).body).toMatchObject({
    status: 'completed',
  });
  const { body: page } = await call(server, `GET /v2/crawl/${started.id}?limit=1`);
  expect((page as { next: string }).next).toMatch(new RegExp(`^${PUBLIC}/v2/crawl/${started.id}\\?`));
  const { body: upload } = await call(server, 'POST /v2/parse/upload-url', { body: { filename: 'a.pdf' } });
  expect(JSON.stringify(upload)).toContain(`"${PUBLIC}/v2/parse/upload/`);
  const [response] = await once(get(server.url, { headers: { host: 'trawl.example.com' } }), 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('a WebSocket gets links with the public URL, and a page of that origin may open one', async () => {
  const server = await startServer({ allowPrivateNetworks: true, publicUrl: PUBLIC });
  const { body: started } = await crawl(server);
  const address = `${server.url.replace('http', 'ws')}/v2/crawl/${started.id}?limit=1`;
  const socket = new WebSocket(address, { headers: { origin: PUBLIC } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const foreign = new WebSocket(address, { headers: { origin: 'https://evil.example' } });
  const [, response] = await once(foreign, 'unexpected-response');
  expect(response.statusCode).toBe(403);
  response.resume();
});

test('what a trusted proxy says of the address begins the links', async () => {
  const server = await startServer({
    allowPrivateNetworks: true,
    trustedProxies: ['127.0.0.0/8'],
    allowedHosts: ['trawl.example.com'],
  });
  const { body } = await crawl(server, FORWARDED);
  expect(body.url).toBe(`${PUBLIC}/v2/crawl/${body.id}`);
});

test('a name that the server does not have is refused, also from a trusted proxy', async () => {
  const server = await startServer({ allowPrivateNetworks: true, trustedProxies: ['127.0.0.1'] });
  expect(await crawl(server, FORWARDED)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('not called "trawl') },
  });
});

test('what others say of the address changes nothing', async () => {
  const server = await startServer({ allowPrivateNetworks: true, trustedProxies: ['192.0.2.0/24'] });
  const { body } = await crawl(server, FORWARDED);
  expect(body.url).toBe(`${server.url}/v2/crawl/${body.id}`);
});

test.each([
  [{ publicUrl: 'https://trawl.example.com/api' }, /^publicUrl must be an http or https URL of a host alone/],
  [{ publicUrl: 'trawl.example.com' }, /^publicUrl must be/],
  [{ trustedProxies: ['proxy.example'] }, /^trustedProxies must be an IP address or a range such as 10\.0\.0\.0\/8/],
])('an option that cannot be used is refused: %j', async (options, error) => {
  await expect(startServer(options)).rejects.toThrow(error);
});
