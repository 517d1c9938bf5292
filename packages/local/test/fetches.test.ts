import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

/** A page that says how often it was visited. */
async function startPage() {
  let visits = 0;
  const server = createServer((_, response) => {
    visits += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>This is visit ${visits}.`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function scrape(server: LocalServer, url: string) {
  const { status, body } = await call(server, 'POST /v2/scrape', { body: { url, maxAge: 0 } });
  return { status, body };
}

const visit = (number: number) => ({ status: 200, body: { data: { markdown: `This is visit ${number}.` } } });
const refused = { status: 500, body: { success: false, error: expect.stringContaining('This server is offline') } };

test('fetches are recorded and replayed by the mode', async () => {
  const { url } = await startPage();
  const server = await startServer({ allowPrivateNetworks: true });
  const mode = (name: string) => call(server, 'POST /_local/fetches', { body: { mode: name } });

  expect(await call(server, 'GET /_local/fetches')).toMatchObject({ body: { data: { mode: 'live' } } });
  expect(await scrape(server, url)).toMatchObject(visit(1));
  expect(await mode('record')).toMatchObject({ status: 200, body: { success: true, data: { mode: 'record' } } });
  expect(await scrape(server, url)).toMatchObject(visit(2));
  await mode('replay');
  expect(await scrape(server, url)).toMatchObject(visit(2));
  await mode('offline');
  expect(await scrape(server, url)).toMatchObject(visit(2));
  expect(await scrape(server, `${url}other`)).toMatchObject(refused);
  await mode('live');
  expect(await scrape(server, url)).toMatchObject(visit(3));
  expect(await mode('sometimes')).toMatchObject({ status: 400 });
});

test('an offline server needs only a folder of recordings', async () => {
  const { url } = await startPage();
  const recordings = mkdtempSync(join(tmpdir(), 'recordings-'));
  const first = await startServer({ allowPrivateNetworks: true, recordings });
  expect(await scrape(first, url)).toMatchObject(visit(1));
  expect(await scrape(first, url)).toMatchObject(visit(1));
  const second = await startServer({ offline: true, recordings });
  expect(await scrape(second, url)).toMatchObject(visit(1));
  expect(await scrape(second, `${url}other`)).toMatchObject(refused);
});

test('a crawl and a map are replayed completely, for the team that recorded them', async () => {
  const { url } = await site({
    '/': linksTo('/a'),
    '/a': '<title>A</title><p>The page A.',
    '/robots.txt': 'User-agent: *\nDisallow: /none\nSitemap: /map.xml',
    '/map.xml': `<?xml version="1.0"?><urlset><url><loc>/b</loc></url></urlset>`,
    '/b': '<title>B</title><p>The page B.',
  });
  const recordings = mkdtempSync(join(tmpdir(), 'recordings-'));
  const apiKeys = ['one', 'two'];
  const paths = async (server: LocalServer, key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await call(server, 'POST /v2/map', { body: { url: `${url}/`, ignoreCache: true }, headers });
    const started = await call(server, 'POST /v2/crawl', { body: { url: `${url}/` }, headers });
    const line = `GET /v2/crawl/${(started.body as { id: string }).id}`;
    await eventually(async () => (await call(server, line, { headers })).body).toMatchObject({ status: 'completed' });
    const { data } = (await call(server, line, { headers })).body as { data: { metadata: { sourceURL: string } }[] };
    const links = (body as { links: { url: string }[] }).links.map((link) => link.url);
    const read = data.map(({ metadata }) => metadata.sourceURL);
    return [links, read].map((urls) => urls.map((each) => each.replace(url, '')).sort());
  };
  const first = await startServer({ allowPrivateNetworks: true, recordings, apiKeys });
  expect(await paths(first, 'one')).toEqual([
    ['/', '/a', '/b'],
    ['/', '/a', '/b'],
  ]);
  const second = await startServer({ offline: true, recordings, apiKeys });
  expect(await paths(second, 'one')).toEqual(await paths(first, 'one'));
  expect(await paths(second, 'two')).toEqual([[], []]);
});

test('a cached page of any age is served offline', async () => {
  const { url } = await startPage();
  const server = await startServer({ allowPrivateNetworks: true });
  const seen = await call(server, 'POST /v2/scrape', { body: { url } });
  await server.clock.advance(30 * 24 * 60 * 60 * 1000);
  server.fetches.mode = 'offline';
  expect(await call(server, 'POST /v2/scrape', { body: { url } })).toMatchObject({
    status: 200,
    body: { data: { markdown: (seen.body as { data: { markdown: string } }).data.markdown } },
  });
  expect(await call(server, 'POST /v2/scrape', { body: { url, maxAge: 1_000 } })).toMatchObject(refused);
  expect(await scrape(server, url)).toMatchObject(refused);
});
