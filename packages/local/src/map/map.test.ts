import { systemClock } from '@trawl/base/clock';
import type { MapLink, MapRequest, MapResponse } from '@trawl/client';
import { Fetcher } from '@trawl/web/fetch';
import { expect, test } from 'vitest';
import { plainScraper } from '../../test/crawl/plain-scraper.js';
import { linksTo, type Page, redirectTo, site } from '../../test/crawl/site.js';
import { serveApi } from '../../test/serve-api.js';
import { temporaryStores } from '../../test/stores.js';
import { mapRoutes } from '../routes/map.js';
import { createGuardFor } from '../scrape/threat-protection.js';
import { createMap } from './map.js';

/** Maps through the app, which checks responses against the contract. */
async function map(request: MapRequest, seen: MapLink[] = []) {
  const { fetch } = new Fetcher({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
  const { ledger } = temporaryStores(systemClock);
  async function* storedLinks() {
    yield seen;
  }
  const guardFor = createGuardFor({ get: async () => ({ mode: 'off' }) as never });
  const parts = { scraper: plainScraper(fetch), fetch, storedLinks, robotName: 'TrawlLocal', guardFor };
  const routes = mapRoutes({ map: createMap(parts), ledger });
  const report = (error: unknown) => {
    throw error;
  };
  const fetchApi = serveApi({
    routes,
    check: true,
    authorize: () => ({ team: 'team' }),
    report,
  });
  const response = await fetchApi(
    new Request('http://api.example/v2/map', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    }),
  );
  const body = (await response.json()) as MapResponse & { links: MapLink[] };
  const paths = (body.links ?? []).map(({ url }) => url.replace(new URL(request.url).origin, ''));
  return { status: response.status, body, paths, charged: await ledger.used('team', 0, Number.MAX_SAFE_INTEGER) };
}

async function shop() {
  const pages: Record<string, string> = {
    '/': `<title>Shop</title>${linksTo('/about', '/item?id=1', '/item?id=2', '/about/', '/logo.png', 'https://elsewhere.example/')}`,
  };
  const { url, visits } = await site(pages);
  pages['/sitemap.xml'] =
    `<?xml version="1.0"?><urlset>${['/about', '/hidden', '/'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`;
  return { url, visits };
}

test('lists the links of the start page, what the sitemap names, and what was seen before', async () => {
  const { url } = await shop();
  const { body, paths, charged } = await map({ url }, [
    { url: `${url}/about`, title: 'About us' },
    { url: `${url}/old`, title: 'Old', description: 'Seen last year' },
  ]);
  expect(body).toMatchObject({ success: true, id: expect.any(String) });
  expect(paths).toEqual(['/', '/about', '/item', '/old', '/hidden']);
  expect(body.links[1]).toEqual({ url: `${url}/about`, title: 'About us' });
  expect(body.links[3]).toEqual({ url: `${url}/old`, title: 'Old', description: 'Seen last year' });
  expect(charged).toBe(1);
});

test('lists only what is below the path of its URL, unless it is told not to filter', async () => {
  const { url } = await site({
    '/': linksTo('/about'),
    '/about': '<title>About us</title>',
    '/sitemap.xml': ({ headers }, response) =>
      response.end(
        `<urlset>${['/hidden', '/'].map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`).join('')}</urlset>`,
      ),
  });
  const seen = ['/about/team', '/about-old', '/%61bout/%C3%BC'].map((path) => ({ url: url + path }));
  expect((await map({ url: `${url}/about` }, seen)).paths).toEqual(['/about', '/about/team', '/%61bout/%C3%BC']);
  const { paths } = await map({ url: `${url}/about`, filterByPath: false }, seen);
  expect(paths).toEqual(['/about', '/about/team', '/about-old', '/%61bout/%C3%BC', '/hidden', '/']);
});

test('leaves out what was seen before, and sends headers to the site', async () => {
  const cookies: (string | undefined)[] = [];
  const page: Page = ({ headers }, response) => {
    cookies.push(headers.cookie);
    response.end('<p>Shop');
  };
  const { url } = await site({ '/': page, '/sitemap.xml': page });
  const { paths } = await map({ url, useIndex: false, headers: { cookie: 'a=b' } }, [{ url: `${url}/old` }]);
  expect(paths).toEqual(['/']);
  expect(cookies).toEqual(['a=b', 'a=b']);
});

test('leaves out the sitemap, or uses nothing else', async () => {
  const { url, visits } = await shop();
  expect((await map({ url, sitemap: 'skip' })).paths).toEqual(['/', '/about', '/item']);
  expect(visits).toEqual(['/']);
  const only = await map({ url, sitemap: 'only' }, [{ url: `${url}/old` }]);
  expect(only.paths).toEqual(['/about', '/hidden', '/']);
  expect(visits.filter((path) => path === '/')).toHaveLength(1);
});

test('lists the start page of a site whose sitemap is wanted alone and that has none', async () => {
  const { url } = await site({ '/': linksTo('/a') });
  expect((await map({ url, sitemap: 'only' })).paths).toEqual(['/']);
});

test('leaves out a start page that is an error, says so, and lists the links of its page', async () => {
  const { url } = await site({
    '/docs': (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(linksTo('/docs/a')),
  });
  const { paths, body } = await map({ url: `${url}/docs`, sitemap: 'skip' });
  expect(paths).toEqual(['/docs/a']);
  expect(body.warning).toBe(`${url}/docs answered with status 404.`);
});

test.each(['include', 'only'] as const)('maps the site that its URL redirects to (sitemap: %s)', async (sitemap) => {
  const target = await site({
    '/': linksTo('/about'),
    '/sitemap.xml': ({ headers }, response) =>
      response.end(`<?xml version="1.0"?><urlset><url><loc>http://${headers.host}/hidden</loc></url></urlset>`),
  });
  const { url } = await site({ '/': redirectTo(`${target.url}/`) });
  const { body } = await map({ url, sitemap }, [{ url: `${target.url}/old` }]);
  const found = body.links.map((link) => link.url);
  expect(found).toEqual(
    (sitemap === 'only' ? ['/hidden'] : ['/', '/about', '/old', '/hidden']).map((path) => `${target.url}${path}`),
  );
});

test('lists what is below the page that its URL redirects to', async () => {
  const { url } = await site({
    '/docs': redirectTo('/manual/intro/'),
    '/manual/intro/': linksTo('/manual/intro/setup', '/docs/old', '/blog'),
  });
  const { paths } = await map({ url: `${url}/docs`, sitemap: 'skip' });
  expect(paths).toEqual(['/docs', '/manual/intro/setup', '/docs/old']);
});

test('says that the whole site has more where it found no more than one page', async () => {
  const { url } = await site({ '/': linksTo('/a', '/b'), '/a': '<p>Alone' });
  expect((await map({ url: `${url}/a`, sitemap: 'skip' })).body.warning).toBe(
    `Only one page was found. The base domain may have more: map ${url}.`,
  );
  expect((await map({ url: `${url}/a`, sitemap: 'skip', limit: 1 })).body.warning).toBeUndefined();
  const lonely = await site({ '/': '<p>Alone' });
  expect((await map({ url: lonely.url })).body.warning).toBeUndefined();
});

test('keeps queries and ignores the cache on request', async () => {
  const { url } = await shop();
  const { paths } = await map({ url, ignoreQueryParameters: false, ignoreCache: true, sitemap: 'skip' }, [
    { url: `${url}/old` },
  ]);
  expect(paths).toEqual(['/', '/about', '/item?id=1', '/item?id=2']);
});

test('returns as many links as its limit, the best matches first for a search', async () => {
  const { url } = await shop();
  expect((await map({ url, limit: 2 })).paths).toEqual(['/', '/about']);
  expect((await map({ url, limit: 2, search: 'hidden' })).paths).toEqual(['/hidden', '/']);
});

test('says that a list ends at its limit', async () => {
  const { url } = await site({ '/': linksTo('/a', '/b') });
  const options = { url, sitemap: 'skip' as const };
  expect((await map({ ...options, limit: 3 })).body.warning).toBeUndefined();
  const cut = 'The site has more pages than `limit` (2): the list has the first pages.';
  expect((await map({ ...options, limit: 2 })).body.warning).toContain(cut);
  const best = 'The site has more pages than `limit` (2): the list has the best matches.';
  expect((await map({ ...options, limit: 2, search: 'b' })).body.warning).toContain(best);
});

test('includes subdomains by default', async () => {
  const seen = [
    { url: 'http://docs.example.com/a' },
    { url: 'http://www.example.com/b' },
    { url: 'http://example.org/' },
  ];
  const request = { url: 'http://example.com.invalid/', sitemap: 'skip' } as const;
  const at = (text: string) => text.replace('example.com', 'example.com.invalid');
  const renamed = seen.map(({ url }) => ({ url: at(url) }));
  const links = (body: { links: MapLink[] }) => body.links.map(({ url }) => url);
  expect(links((await map(request, renamed)).body)).toEqual([
    'http://docs.example.com.invalid/a',
    'http://www.example.com.invalid/b',
  ]);
  const without = await map({ ...request, includeSubdomains: false }, renamed);
  expect(links(without.body)).toEqual(['http://www.example.com.invalid/b']);
});

test('a site that cannot be reached has no links, and says why', async () => {
  const { status, body } = await map({ url: 'http://does-not-exist.invalid/' });
  expect({ status, ...body }).toEqual({
    status: 200,
    success: true,
    id: expect.any(String),
    links: [],
    warning: expect.stringContaining('http://does-not-exist.invalid/ could not be read'),
  });
});

test('a map that takes too long is aborted', async () => {
  const { url } = await site({ '/': () => {} });
  const { status, body } = await map({ url, timeout: 50 });
  expect({ status, ...body }).toEqual({
    status: 408,
    success: false,
    code: 'MAP_TIMEOUT',
    error: 'The map operation timed out before completing. It took longer than 50 ms: send a larger `timeout`.',
  });
});
