import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { crawl, crawls, outcome, TEAM } from '../../test/crawl/crawls.js';
import { linksTo, type Page, redirectTo, site } from '../../test/crawl/site.js';
import { eventually } from '../../test/eventually.js';

const noSitemap = { sitemap: 'skip' } as const;

test('follows links from the start page, and reads each page once', async () => {
  const { url, visits } = await site({
    '/': linksTo('/a', '/b#part', 'b', '/a?x=1', 'mailto:me@example.com', '/picture.png', 'https://elsewhere.example/'),
    '/a': linksTo('/', '/b', '/c'),
    '/b': linksTo('/a', '#top'),
    '/c': linksTo('/gone'),
    '/a?x=1': linksTo(),
  });
  const result = await crawl(crawls(), { url: `${url}/`, ...noSitemap });
  expect(result).toMatchObject({ status: 'completed', errors: [], blocked: [] });
  // A missing page is a page with status 404.
  expect(result.paths).toEqual(['/', '/a', '/a?x=1', '/b', '/c', '/gone']);
  expect(result).toMatchObject({ completed: 6, total: 6 });
  expect(visits.filter((path) => path !== '/robots.txt').sort()).toEqual(result.paths);
});

test('tells how many files it has found that are no pages, each once', async () => {
  const files = ['/a.png', '/b.jpg', '/c.zip', '/d.mp4', '/e.exe', 'https://elsewhere.example/f.png'];
  const { url, visits } = await site({
    '/': linksTo('/a', ...files),
    '/a': linksTo('/', '/b.jpg', '/g.gif?size=2', '/manual.pdf'),
    '/manual.pdf': '',
  });
  const all = crawls();
  const { id, paths } = await crawl(all, { url: `${url}/`, ...noSitemap });
  expect(paths).toEqual(['/', '/a', '/manual.pdf']);
  expect(visits.filter((path) => /\.(?!pdf|txt)/.test(path))).toEqual([]);
  expect((await all.jobs.state(TEAM, id)).warning).toBe(
    'Links to 3 images, 1 archive, 1 media file and 1 other file were left out: a crawl reads pages and documents.',
  );
});

test('leaves paths that lead on for ever, but not those of a sitemap', async () => {
  const loop = (times: number) => `/${'en/docs/'.repeat(times)}`;
  const all = crawls();
  const { url } = await site({
    ...Object.fromEntries(Array.from({ length: 9 }, (_, times) => [loop(times), linksTo('en/docs/')])),
    '/sitemap.xml': (_, response) => void response.end(`<urlset><url><loc>${url}/a/a/a/a/a</loc></url></urlset>`),
    '/a/a/a/a/a': linksTo(),
  });
  const { id, paths } = await crawl(all, { url: `${url}/` });
  expect(paths).toEqual([loop(0), '/a/a/a/a/a', loop(1), loop(2), loop(3)].sort());
  expect((await all.jobs.state(TEAM, id)).warning).toBe(
    'Links to 1 URL were left out whose path repeats a part of itself over and over.',
  );
});

test('stays below the start page, unless it may crawl the entire domain', async () => {
  const pages = {
    '/docs/': linksTo('/docs/a', '/docsite', '/', '/docs/../up'),
    '/docs/a': linksTo('/other'),
    '/docsite': '',
    '/': linksTo('/other'),
    '/up': '',
    '/other': '',
  };
  const { url } = await site(pages);
  const below = await crawl(crawls(), { url: `${url}/docs/`, ...noSitemap });
  expect(below.paths).toEqual(['/docs/', '/docs/a']);
  const everywhere = await crawl(crawls(), { url: `${url}/docs/`, crawlEntireDomain: true, ...noSitemap });
  expect(everywhere.paths).toEqual(['/', '/docs/', '/docs/a', '/docsite', '/other', '/up']);
});

test('follows links to other sites only when allowed', async () => {
  const other = await site({ '/': linksTo('/deep'), '/deep': '' });
  const { url } = await site({ '/': linksTo(`${other.url}/`) });
  expect((await crawl(crawls(), { url, ...noSitemap })).completed).toBe(1);
  expect((await crawl(crawls(), { url, allowExternalLinks: true, ...noSitemap })).completed).toBe(3);
});

test('treats similar URLs as one page by default', async () => {
  const pages = Object.fromEntries(['/', '/a', '/a/', '/a/index.html', '/index.html'].map((path) => [path, '']));
  const { url } = await site({ ...pages, '/': linksTo('/a', '/a/', '/a/index.html', '/index.html') });
  expect((await crawl(crawls(), { url, ...noSitemap })).paths).toEqual(['/', '/a']);
  const all = await crawl(crawls(), { url, deduplicateSimilarURLs: false, ...noSitemap });
  expect(all.paths).toEqual(['/', '/a', '/a/', '/a/index.html', '/index.html']);
});

test('of pages that differ only in their query fetches the one that was found', async () => {
  const { url, visits } = await site({
    '/': linksTo('/products?item=1', '/products?item=2', '/?y=3', '/moved?id=4'),
    '/products?item=1': linksTo('/products'),
    '/moved?id=4': redirectTo('/moved'),
    '/moved': '',
  });
  const result = await crawl(crawls(), { url, ignoreQueryParameters: true, ...noSitemap });
  expect(result.paths).toEqual(['/', '/moved?id=4', '/products?item=1']);
  expect(visits.filter((path) => path.startsWith('/products'))).toEqual(['/products?item=1']);
});

test('fetches the page of a sitemap with its query, also where queries make no difference', async () => {
  const { url, visits } = await site({
    '/sitemap.xml': (request, response) =>
      response.end(
        `<?xml version="1.0"?><urlset><url><loc>http://${request.headers.host}/products?item=1</loc></url></urlset>`,
      ),
    '/products?item=1': '',
  });
  const options = { ignoreQueryParameters: true, sitemap: 'only' } as const;
  expect((await crawl(crawls(), { url, ...options })).paths).toEqual(['/products?item=1']);
  expect(visits).not.toContain('/products');
});

test('brings the start page of a site whose sitemap is wanted alone and that has none', async () => {
  const { url } = await site({ '/': linksTo('/a'), '/a': '' });
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/']);
});

test('reads the sitemap of the host that its start page redirects to, where the sitemap is wanted alone', async () => {
  const target = await site({
    '/': linksTo('/linked'),
    '/sitemap.xml': ({ headers }, response) =>
      response.end(`<?xml version="1.0"?><urlset><url><loc>http://${headers.host}/listed</loc></url></urlset>`),
    '/listed': '',
  });
  const { url } = await site({ '/': redirectTo(`${target.url}/`) });
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/', '/listed']);
});

test('scrapes as many pages as its limit, and none for a limit of zero', async () => {
  const { url, visits } = await site({ '/': linksTo(...Array.from({ length: 50 }, (_, index) => `/${index}`)) });
  expect(await crawl(crawls(), { url, limit: 7, ...noSitemap })).toMatchObject({ completed: 7, total: 7 });
  expect(visits.filter((path) => path !== '/robots.txt')).toHaveLength(7);
  expect(await crawl(crawls(), { url, limit: 0 })).toMatchObject({ status: 'completed', total: 0 });
});

test('follows links up to the maximum depth', async () => {
  const { url } = await site({ '/': linksTo('/1'), '/1': linksTo('/2'), '/2': linksTo('/3'), '/3': '' });
  expect((await crawl(crawls(), { url, maxDiscoveryDepth: 2, ...noSitemap })).paths).toEqual(['/', '/1', '/2']);
  expect((await crawl(crawls(), { url, maxDiscoveryDepth: 0, ...noSitemap })).paths).toEqual(['/']);
});

test('visits the paths that are included and not excluded', async () => {
  const { url } = await site({ '/blog': linksTo('/blog/a', '/blog/old/b', '/shop'), '/blog/a': '', '/blog/old/b': '' });
  const options = { url: `${url}/blog`, crawlEntireDomain: true, ...noSitemap };
  const result = await crawl(crawls(), { ...options, includePaths: ['^/blog'], excludePaths: ['/old/'] });
  expect(result.paths).toEqual(['/blog', '/blog/a']);
});

test('matches the full URL on request', async () => {
  const { url } = await site({ '/': linksTo('/a?lang=en', '/a?lang=de'), '/a?lang=en': '', '/a?lang=de': '' });
  const rules = { includePaths: ['/$', 'lang=en$'], regexOnFullURL: true };
  expect((await crawl(crawls(), { url, ...rules, ...noSitemap })).paths).toEqual(['/', '/a?lang=en']);
});

test('a start page that the paths leave out is visited for its links, and is no result', async () => {
  const { url, visits } = await site({ '/': linksTo('/a', '/b'), '/a': '', '/b': '' });
  const result = await crawl(crawls(), { url, includePaths: ['^/a'], ...noSitemap });
  expect(result).toMatchObject({ status: 'completed', paths: ['/a'], total: 1, blocked: [] });
  expect(result.errors).toEqual([
    'CRAWL_DENIAL /: The start page is no result: no expression of includePaths matches it.',
  ]);
  expect(visits.filter((path) => path !== '/robots.txt')).toEqual(['/', '/a']);
  const excluded = await crawl(crawls(), { url, excludePaths: ['^/$'], ...noSitemap });
  expect(excluded).toMatchObject({ paths: ['/a', '/b'], errors: [expect.stringContaining('CRAWL_DENIAL /: ')] });
});

test('a start page is a result when the paths include the page that it redirects to', async () => {
  const { url } = await site({ '/': redirectTo('/en/'), '/en/': linksTo('/en/a', '/b'), '/en/a': '', '/b': '' });
  const result = await crawl(crawls(), { url, includePaths: ['^/en/'], ...noSitemap });
  expect(result).toMatchObject({ errors: [], total: 2 });
});

test('an expression that takes too long is stopped, and named', async () => {
  const { url } = await site({ [`/${'a'.repeat(60)}!`]: '' });
  const result = await crawl(crawls(), { url: `${url}/${'a'.repeat(60)}!`, excludePaths: ['(a+)+$'] });
  expect(result).toMatchObject({ status: 'completed', total: 0 });
  expect(result.errors.join()).toContain('the expression (a+)+$ in excludePaths takes too long');
});

test('an invalid expression refuses the crawl', async () => {
  const error = await crawl(crawls(), { url: 'http://example.com', includePaths: ['/a', '('] }).catch(
    (reason) => reason,
  );
  expect(error).toMatchObject({ code: 'BAD_REQUEST', facts: { details: [{ path: ['includePaths', 1] }] } });
});

test('obeys robots.txt, and lists the pages that it forbids', async () => {
  const { url } = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/': linksTo('/a', '/private/b'),
    '/a': '',
    '/private/b': '',
  });
  const polite = await crawl(crawls(), { url, ...noSitemap });
  expect(polite).toMatchObject({ paths: ['/', '/a'], total: 2, errors: [], blocked: ['/private/b'] });
  const told = await crawl(crawls(), { url, ignoreRobotsTxt: true, ...noSitemap });
  expect(told).toMatchObject({ paths: ['/', '/a', '/private/b'], blocked: [] });
});

test('obeys the rules of robots.txt for its user agent', async () => {
  const { url } = await site({
    '/robots.txt': 'User-agent: *\nAllow: /\n\nUser-agent: Librarian\nDisallow: /a',
    '/': linksTo('/a'),
    '/a': '',
  });
  const result = await crawl(crawls(), { url, robotsUserAgent: 'Librarian', ...noSitemap });
  expect(result).toMatchObject({ paths: ['/'], blocked: ['/a'] });
});

test('a start page that robots.txt forbids gives a completed crawl that says why', async () => {
  const { url, visits } = await site({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': '' });
  const result = await crawl(crawls(), { url });
  expect(result).toMatchObject({ status: 'completed', total: 0, blocked: ['/'] });
  expect(result.errors).toEqual([
    `CRAWL_DENIAL /: The start page is not crawled: ${url}/robots.txt does not allow it.`,
  ]);
  expect(visits).toEqual(['/robots.txt']);
});

test('a site whose robots.txt fails is not crawled', async () => {
  const { url } = await site({ '/robots.txt': (_, response) => response.writeHead(503).end(), '/': '' });
  const { errors } = await crawl(crawls(), { url });
  expect(errors.join()).toContain('robots.txt answered 503');
});

test('waits between two pages for the crawl delay of robots.txt', async () => {
  const clock = createVirtualClock();
  const { url, visits } = await site({
    '/robots.txt': 'User-agent: *\nCrawl-delay: 5',
    '/': linksTo('/a', '/b'),
    '/a': '',
    '/b': '',
  });
  const all = crawls({}, clock);
  const { id } = await all.jobs.crawl({ team: TEAM }, { url, scrapeOptions: {}, crawl: noSitemap });
  await eventually(() => visits).toEqual(['/robots.txt', '/']);
  await clock.advance(4_999);
  await pause();
  expect(visits).toHaveLength(2);
  await clock.advance(1);
  await eventually(() => visits).toHaveLength(3);
  await clock.advance(5_000);
  expect(await outcome(all, id)).toMatchObject({ completed: 3 });
});

test('with a delay reads one page at a time', async () => {
  const clock = createVirtualClock();
  const { url, visits } = await site({ '/': linksTo('/a', '/b'), '/a': '', '/b': '' });
  const all = crawls({}, clock);
  const crawl = { delay: 2, ...noSitemap };
  const { id } = await all.jobs.crawl({ team: TEAM }, { url, scrapeOptions: {}, maxConcurrency: 5, crawl });
  const completed = async () => (await all.jobs.state(TEAM, id)).job.completed;
  await eventually(() => visits).toEqual(['/robots.txt', '/']);
  await eventually(completed).toBe(1);
  await pause();
  await clock.advance(2_000);
  await eventually(() => visits).toHaveLength(3);
  await eventually(completed).toBe(2);
  await pause();
  await clock.advance(1_999);
  expect(visits).toHaveLength(3);
  await clock.advance(1);
  expect(await outcome(all, id)).toMatchObject({ completed: 3 });
});

test('a page that redirects out of the crawl is an error, and one that leads to a known page is none', async () => {
  const { url } = await site({
    '/docs/': linksTo('/docs/out', '/docs/again', '/docs/a'),
    '/docs/a': '',
    '/docs/out': redirectTo('/'),
    '/docs/again': redirectTo('/docs/a'),
    '/': '',
  });
  const result = await crawl(crawls(), { url: `${url}/docs/`, ...noSitemap });
  expect(result.documents.map(({ metadata }) => metadata?.url).sort()).toEqual([`${url}/docs/`, `${url}/docs/a`]);
  expect(result.errors).toEqual([
    `CRAWL_DENIAL /docs/out: The page redirects to ${url}/, and it is not part of what is crawled.`,
  ]);
});

test('a page that redirects to one that links to itself is read once', async () => {
  const { url, visits } = await site({
    '/': redirectTo('/home'),
    '/home': linksTo('/home', '/old'),
    '/old': redirectTo('/new'),
    '/new': linksTo('/new', '/home'),
  });
  expect((await crawl(crawls(), { url: `${url}/`, ...noSitemap })).paths).toEqual(['/', '/old']);
  expect(visits.filter((path) => path === '/home' || path === '/new')).toHaveLength(2);
});

test('follows all links of a page that has a thousand', async () => {
  const paths = Array.from({ length: 1_100 }, (_, index) => `/${index}`);
  const { url } = await site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map((path) => [path, ''])) });
  const { completed } = await crawl(crawls(), { url: `${url}/`, maxConcurrency: 50, ...noSitemap });
  expect(completed).toBe(paths.length + 1);
});

test('a start page may redirect anywhere, and the target is crawled', async () => {
  const other = await site({ '/home/': linksTo('/home/a', '/else'), '/home/a': '', '/else': '' });
  const { url } = await site({ '/': redirectTo(`${other.url}/home/`) });
  const result = await crawl(crawls(), { url, ...noSitemap });
  expect(result.documents.map(({ metadata }) => metadata?.url)).toEqual([`${other.url}/home/`, `${other.url}/home/a`]);
});

test('pages that cannot be read are errors and do not count', async () => {
  const { url } = await site({
    '/': linksTo('/broken', '/a'),
    '/a': '',
    '/broken': (request) => request.socket.destroy(),
  });
  const result = await crawl(crawls(), { url, ...noSitemap });
  expect(result).toMatchObject({ status: 'completed', completed: 2, total: 2 });
  expect(result.errors).toEqual([expect.stringMatching(/^SCRAPE_ALL_ENGINES_FAILED \/broken: /)]);
});

test('scrapes no more pages at once than its limit', async () => {
  let now = 0;
  let most = 0;
  const slow = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `/${index}`,
      (_request: unknown, response: { end(text: string): void }) => {
        most = Math.max(most, ++now);
        setTimeout(() => {
          now -= 1;
          response.end('');
        }, 10);
      },
    ]),
  );
  const { url } = await site({ ...slow, '/': linksTo(...Object.keys(slow)) });
  await crawl(crawls(), { url, maxConcurrency: 3, ...noSitemap });
  expect(most).toBe(3);
});

/** Lets work that needs no clock happen. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

test('a crawl waits for a site that is too busy, as long as it wants', async () => {
  const clock = createVirtualClock();
  const start = clock.now();
  let pages = 0;
  const links = Array.from({ length: 40 }, (_, index) => `/${index}`);
  const page: Page = (_, response) => {
    pages += 1;
    const isBusy = pages > 15 && clock.now() < start + 100_000;
    if (isBusy) response.writeHead(429, { 'retry-after': '120' }).end('<p>Slow down');
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A page');
  };
  const { url } = await site({ '/': linksTo(...links), ...Object.fromEntries(links.map((link) => [link, page])) });
  const all = crawls({}, clock);
  const { id } = await all.jobs.crawl({ team: TEAM }, { url, scrapeOptions: {}, crawl: noSitemap });
  await eventually(async () => {
    await clock.advance(10_000);
    return (await all.jobs.state(TEAM, id)).job.status;
  }).toBe('completed');
  const { documents } = await outcome(all, id);
  expect(documents).toHaveLength(41);
  expect(documents.every(({ metadata }) => metadata?.statusCode === 200)).toBe(true);
  // The pages that were under way when the site had enough.
  expect(pages).toBeLessThanOrEqual(40 + 10);
});
