import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchResponse } from '@trawl/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSearxng } from '../../test/searxng.js';
import { call, startServer } from '../../test/server.js';
import type { LocalServer } from '../app/local-server.js';
import { createLocalServer } from '../app/server.js';

const ARTICLE = `<html><head><title>Ferry sinks</title><meta property="og:type" content="article">
  <meta property="article:published_time" content="2026-11-20T08:00:00Z"></head>
  <body><main><h1>Ferry sinks</h1><p>The night ferry sank. <img src="/ferry.jpg" alt="The ferry" width="640" height="480">
  </p></main></body></html>`;

let site: Server;
let base: string;
let server: LocalServer;
let slow = false;
let visits = 0;

beforeAll(async () => {
  site = createServer((request, response) => {
    visits += 1;
    if (slow) return;
    const pages: Record<string, string> = {
      '/tides': '<title>Tides</title><main><p>Tides of the harbour.</p><a href="/article">News</a></main>',
      '/article': ARTICLE,
      '/gone': '<title>Gone</title><main><p>The harbour is closed.</p></main>',
    };
    const page = pages[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await createLocalServer({
    browser: 'off',
    allowPrivateNetworks: true,
    check: true,
    quiet: true,
    log: () => {},
  });
  for (const path of ['tides', 'article', 'gone']) {
    await call(server, 'POST /v2/scrape', { body: { url: `${base}/${path}` } });
  }
}, 60_000);

afterAll(async () => {
  await server.close();
  site.closeAllConnections();
  site.close();
});

async function search(body: object, target: LocalServer = server) {
  const answered = await call(target, 'POST /v2/search', { body });
  return { ...answered, body: answered.body as SearchResponse };
}

test('a search finds what was scraped, and is billed and remembered under its id', async () => {
  const { status, body } = await search({ query: 'harbour tides', limit: 1 });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: { web: [{ url: `${base}/tides`, title: 'Tides', description: 'Tides of the harbour.' }] },
    creditsUsed: 2,
    id: expect.stringMatching(/^[\da-f]{8}-/),
  });
  const activity = await call(server, 'GET /v2/team/activity');
  expect(activity.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id: body.id })]) });
  expect((await search({ query: 'zzzzqqqq' })).body).toMatchObject({ success: true, data: {}, creditsUsed: 0 });
});

test('sources and categories are names or objects', async () => {
  const named = await search({ query: 'ferry', sources: ['web', 'news', 'images'] });
  const described = await search({
    query: 'ferry',
    sources: [{ type: 'images' }, { type: 'news' }, { type: 'web' }],
  });
  expect(described.body.data).toEqual(named.body.data);
  expect(named.body.data).toMatchObject({
    news: [{ title: 'Ferry sinks', date: '2026-11-20T08:00:00.000Z', position: 1 }],
    images: [{ title: 'The ferry', imageUrl: `${base}/ferry.jpg`, imageWidth: 640, imageHeight: 480, position: 1 }],
    web: [{ url: `${base}/article` }],
  });
  for (const categories of [['pdf'], [{ type: 'github' }]]) {
    expect((await search({ query: 'ferry', categories })).body.data).toEqual({});
  }
  const late = await search({
    query: 'ferry',
    tbs: 'qdr:y',
    sources: [{ type: 'web', tbs: 'cdr:1,cd_min:01/01/2020,cd_max:01/02/2020' }, { type: 'news' }],
  });
  expect(Object.keys(late.body.data ?? {})).not.toContain('web');
});

describe('with scrapeOptions', () => {
  test('results have the content of their pages, and cost what their pages cost', async () => {
    const { body } = await search({ query: 'tides', scrapeOptions: { formats: ['markdown', 'links'] } });
    expect(body.data?.web).toHaveLength(1);
    expect(body.data?.web?.[0]).toMatchObject({
      title: 'Tides',
      markdown: expect.stringContaining('Tides of the harbour.'),
      links: [`${base}/article`],
      metadata: { statusCode: 200, sourceURL: `${base}/tides`, creditsUsed: 1 },
    });
    expect(body.creditsUsed).toBe(3);
    const scrapeId = body.data?.web?.[0]?.metadata?.scrapeId;
    expect((await call(server, `GET /v2/scrape/${scrapeId}`)).status).toBe(200);
    const plain = await search({ query: 'tides', scrapeOptions: { onlyMainContent: false } });
    expect(plain.body.data?.web?.[0]).not.toHaveProperty('metadata');
  });

  test('a page that cannot be had says so in its place, and the others are there', async () => {
    const other = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Beacon lights.'),
    );
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const gone = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await call(server, 'POST /v2/scrape', { body: { url: gone } });
    other.closeAllConnections();
    other.close();
    const { body } = await search({ query: 'beacon tides', scrapeOptions: { formats: ['markdown'], maxAge: 0 } });
    const results = Object.fromEntries((body.data?.web ?? []).map((result) => [result.url, result]));
    expect(Object.keys(results)).toHaveLength(2);
    expect(results[gone]).toMatchObject({
      metadata: { sourceURL: gone, error: expect.stringContaining('All scraping engines failed') },
    });
    expect(results[`${base}/tides`]).toMatchObject({ markdown: expect.any(String) });
    expect(body.warning).toBe('Results whose page could not be scraped: 1; `metadata.error` says why.');
  });

  test('nothing is searched and no page is read for more than what is left', async () => {
    const { address: searchUrl, queries } = await startSearxng([]);
    const searching = await startServer({ searchUrl, credits: 1 });
    expect((await search({ query: 'harbour' }, searching)).status).toBe(402);
    const reading = await startServer({ searchUrl, credits: 3 });
    const formats = { scrapeOptions: { formats: ['markdown'] } };
    expect((await search({ query: 'harbour', ...formats }, reading)).status).toBe(402);
    expect(queries).toEqual([]);
    const limited = await startServer({ allowPrivateNetworks: true, credits: 3 });
    const contentOf = (path: string) => `<title>${path}</title><main><p>The harbour has ${path}.</p></main>`;
    const pages = ['tides', 'gone'].map((path) => ({ url: `${base}/${path}`, content: contentOf(path) }));
    await call(limited, 'POST /_local/seed', { body: { pages } });
    visits = 0;
    const scrapeOptions = { formats: ['markdown'], maxAge: 0 };
    expect((await search({ query: 'harbour', scrapeOptions }, limited)).status).toBe(402);
    expect(visits).toBe(0);
    expect((await search({ query: 'harbour', limit: 1, scrapeOptions }, limited)).body.creditsUsed).toBe(3);
  });

  test('it ends with the timeout of the search', async () => {
    slow = true;
    const began = performance.now();
    const answered = await search({
      query: 'harbour',
      timeout: 200,
      scrapeOptions: { formats: ['markdown'], maxAge: 0 },
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect([answered.status, answered.body]).toEqual([
      408,
      { success: false, error: 'The search took longer than 200 ms. Send a larger `timeout`.' },
    ]);
    slow = false;
  });

  test('what no page could be scraped with is refused at once', async () => {
    const before = visits;
    const scrapeOptions = { formats: ['markdown'], actions: [{ type: 'wait', milliseconds: 1 }] };
    expect((await search({ query: 'harbour', scrapeOptions })).status).toBe(400);
    expect(visits).toBe(before);
  });
});

test.each(['zdr', 'anon'])('enterprise %s is not enabled', async (value) => {
  const { status, body } = await search({ query: 'x', enterprise: [value] });
  expect([status, body]).toMatchObject([
    403,
    { success: false, error: expect.stringContaining('is not enabled for your team') },
  ]);
});

test('threat protection leaves out what it blocks, and bills what it checks', async () => {
  const threatProtection = { mode: 'normal', blacklist: ['127.0.0.1'] };
  const blocked = await search({ query: 'harbour', threatProtection });
  expect(blocked.body).toMatchObject({ data: {}, creditsUsed: 4 });
  expect(blocked.body.warning).toContain('Threat protection left results out: 2.');
  const allowed = await search({ query: 'harbour', threatProtection: { mode: 'normal' } });
  expect(allowed.body.data?.web).toHaveLength(2);
  expect(allowed.body.creditsUsed).toBe(2 + 2 * 2);
});

test.each([
  [{}, ['query']],
  [{ query: 'x', limit: 101 }, ['limit']],
  [{ query: 'x', includeDomains: ['https://a.com/'] }, ['includeDomains', 0]],
])('the request %j is refused in the words of searches', async (request, path) => {
  const { status, body } = await search(request);
  expect([status, body]).toMatchObject([400, { success: false, error: 'Invalid request body', details: [{ path }] }]);
});

test('with the address of a SearXNG server, the web is searched, and read', async () => {
  slow = false;
  const searxng = await startSearxng([
    { category: 'general', url: `${base}/tides`, title: 'All the tides', content: 'Of it.' },
  ]);
  const web = await startServer({ allowPrivateNetworks: true, searchUrl: searxng.address });
  const { body } = await search({ query: 'tides', scrapeOptions: { formats: ['markdown'] } }, web);
  expect(body).toMatchObject({
    data: {
      web: [
        { title: 'All the tides', description: 'Of it.', markdown: expect.stringContaining('Tides of the harbour.') },
      ],
    },
    creditsUsed: 3,
  });
  searxng.fail = 429;
  const refused = await search({ query: 'tides' }, web);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  searxng.fail = 'silence';
  expect((await search({ query: 'tides', timeout: 100 }, web)).status).toBe(408);
  const offline = await startServer({ offline: true, searchUrl: searxng.address });
  expect((await search({ query: 'tides' }, offline)).status).toBe(503);
});

test('results whose address cannot be scraped are left out on request', async () => {
  const searxng = await startSearxng([
    { category: 'general', url: 'magnet:?xt=urn', title: 'Tides of magnets' },
    { category: 'general', url: `${base}/tides`, title: 'Tides' },
  ]);
  const web = await startServer({ searchUrl: searxng.address });
  expect((await search({ query: 'tides' }, web)).body.data?.web).toHaveLength(2);
  const { body } = await search({ query: 'tides', ignoreInvalidURLs: true }, web);
  expect(body.data?.web?.map(({ url }) => url)).toEqual([`${base}/tides`]);
});

test('what was seen is found by a server that imported it, and goes on to be replaced', async () => {
  slow = false;
  const other = await startServer({ allowPrivateNetworks: true });
  await other.import(await server.export());
  const { body } = await search({ query: 'ferry', sources: ['web', 'images'] }, other);
  expect(body.data).toMatchObject({ web: [{ url: `${base}/article` }], images: [{ title: 'The ferry' }] });
  await call(other, 'POST /v2/scrape', { body: { url: `${base}/article`, maxAge: 0 } });
  expect((await search({ query: 'ferry' }, other)).body.data?.web).toHaveLength(1);
});
