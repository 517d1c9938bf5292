import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { LocalServer, LocalServerOptions } from '../src/index.js';
import { redirectTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { startSearxng } from './searxng.js';
import { call, startServer } from './server.js';

const PATH = '/v2/team/queue-status';

async function start(options: LocalServerOptions = {}) {
  const server = await startServer({ allowPrivateNetworks: true, ...options });
  return { server, port: Number(new URL(server.url).port), own: server.url + PATH };
}

/** The requests that reached the server over a socket. The calls of the tests themselves go another way. */
function calls(server: LocalServer): string[] {
  return server.journal().flatMap(({ path }) => (path === PATH ? [path] : []));
}

const scrape = (server: LocalServer, url: string) =>
  call(server, 'POST /v2/scrape', { body: { url, maxAge: 0, skipTlsVerification: false } });

const refused = { status: 403, body: { success: false, error: expect.stringContaining('this server itself') } };

describe('a server does not call itself', () => {
  const listening = ['127.0.0.1', '0.0.0.0'];
  const loopback = [
    '127.0.0.1',
    'localhost',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ];

  test.each(loopback.flatMap((name) => listening.map((host) => [name, host])))(
    'at %s when it listens at %s',
    async (name, host) => {
      const { server, port } = await start({ host });
      for (const scheme of ['http', 'https']) {
        expect(await scrape(server, `${scheme}://${name}:${port}${PATH}`)).toMatchObject(refused);
      }
      expect(calls(server)).toEqual([]);
    },
  );

  test('at any address that this machine has', async () => {
    const { server, port } = await start({ host: '0.0.0.0' });
    const addresses = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces);
    // Those of a link are never called, whatever listens there.
    for (const { address, family } of addresses.filter(({ scopeid = 0 }) => scopeid === 0)) {
      const name = family === 'IPv6' ? `[${address}]` : address;
      expect(await scrape(server, `http://${name}:${port}${PATH}`)).toMatchObject(refused);
    }
    expect(calls(server)).toEqual([]);
  });

  test.each(['0.0.0.0', '0', '[::]'])('at the unspecified address %s', async (host) => {
    const { server, port } = await start();
    expect(await scrape(server, `http://${host}:${port}${PATH}`)).toMatchObject({ status: 403 });
    expect(calls(server)).toEqual([]);
  });

  test('by a host name that clients use for it', async () => {
    const { server, port } = await start({ allowedHosts: ['Trawl.example'] });
    expect(await scrape(server, `http://trawl.example:${port}/`)).toMatchObject(refused);
    expect(await scrape(server, `http://trawl.example.:${port}/`)).toMatchObject(refused);
  });

  test('by a redirect', async () => {
    const { server, own } = await start();
    const { url } = await site({ '/': redirectTo(own) });
    expect(await scrape(server, url)).toMatchObject(refused);
    expect(calls(server)).toEqual([]);
  });

  test('by the sitemaps and the robots.txt of a site', async () => {
    const { server, own, port } = await start();
    const { url, visits } = await site({
      '/': '<p>Start</p>',
      '/robots.txt': `Sitemap: ${own}\nSitemap: /index.xml`,
      '/index.xml': `<?xml version="1.0"?><sitemapindex><sitemap><loc>${own}</loc></sitemap></sitemapindex>`,
      '/sitemap.xml': `<?xml version="1.0"?><urlset><url><loc>http://localhost:${port}${PATH}</loc></url></urlset>`,
    });
    expect(await call(server, 'POST /v2/map', { body: { url } })).toMatchObject({ status: 200 });
    const crawl = { url, limit: 5, allowExternalLinks: true, sitemap: 'include' };
    const { body } = await call(server, 'POST /v2/crawl', { body: crawl });
    const status = async () => (await call(server, `GET /v2/crawl/${(body as { id: string }).id}`)).body;
    await expect.poll(status, { timeout: 20_000 }).toMatchObject({ status: 'completed' });
    expect(visits).toContain('/index.xml');
    expect(calls(server)).toEqual([]);
  });

  test('by a webhook', async () => {
    const lines: string[] = [];
    const { server, own } = await start({ quiet: false, log: (line) => lines.push(line) });
    const { url } = await site({ '/': '<p>Start</p>' });
    const crawl = { url, limit: 1, webhook: { url: own } };
    expect(await call(server, 'POST /v2/crawl', { body: crawl })).toMatchObject({ status: 200 });
    await eventually(() =>
      lines.filter((line) => /webhook: crawl\.completed.*this server itself/.test(line)),
    ).toHaveLength(1);
    expect(calls(server)).toEqual([]);
  });

  test('also where private networks are not allowed', async () => {
    const { server, own } = await start({ allowPrivateNetworks: false });
    expect(await scrape(server, own)).toMatchObject(refused);
  });

  test('after a reset, too', async () => {
    const { server, own } = await start();
    await server.reset();
    expect(await scrape(server, own)).toMatchObject(refused);
  });
});

test('other servers on this machine are called, at other ports and at the address of SearXNG', async () => {
  const { url } = await site({ '/': '<p>Start</p>' });
  const { address, queries } = await startSearxng([]);
  const { server } = await start({ searchUrl: address });
  expect(await scrape(server, url)).toMatchObject({ status: 200 });
  expect(await call(server, 'POST /v2/search', { body: { query: 'oak' } })).toMatchObject({ status: 200 });
  expect(queries).toHaveLength(1);
});
