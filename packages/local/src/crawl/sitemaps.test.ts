import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crawl, crawls } from '../../test/crawl/crawls.js';
import { linksTo, type Page, site } from '../../test/crawl/site.js';

const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc> ${url.replaceAll('&', '&amp;')} </loc><lastmod>2026-01-01</lastmod></url>`)
    .join('\n')}</urlset>`;

const indexOf = (paths: readonly string[]) =>
  `<?xml version="1.0"?><sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;

/** A site whose pages know its address, because a sitemap must contain it. */
async function siteWith(pages: (url: () => string) => Record<string, Page>) {
  let address = '';
  const result = await site(pages(() => address));
  address = result.url;
  return result;
}

test('visits what the sitemap lists as well', async () => {
  const { url } = await siteWith((own) => ({
    '/': linksTo('/a'),
    '/a': '',
    '/hidden?x=1&y=2': '',
    '/sitemap.xml': (_, response) =>
      response.end(sitemap(`${own()}/hidden?x=1&y=2`, `${own()}/a`, 'https://elsewhere.example/')),
  }));
  expect((await crawl(crawls(), { url })).paths).toEqual(['/', '/a', '/hidden?x=1&y=2']);
  expect((await crawl(crawls(), { url, sitemap: 'skip' })).paths).toEqual(['/', '/a']);
});

test('visits only the sitemap with `sitemap: only`', async () => {
  const { url } = await siteWith((own) => ({
    '/': linksTo('/a'),
    '/b': linksTo('/a'),
    '/sitemap.xml': (_, response) => response.end(sitemap(`${own()}/b`)),
  }));
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/b']);
});

test('finds sitemaps by robots.txt, through indexes, compressed or as plain text', async () => {
  const { url } = await siteWith((own) => ({
    '/robots.txt': (_, response) => response.end(`User-agent: *\nDisallow:\n\nSitemap: ${own()}/maps/index.xml`),
    '/maps/index.xml': (_, response) =>
      response.end(
        `<sitemapindex><sitemap><loc>${own()}/maps/one.xml.gz</loc></sitemap><sitemap><loc>/maps/two.txt</loc></sitemap><sitemap><loc>${own()}/maps/index.xml</loc></sitemap></sitemapindex>`,
      ),
    '/maps/one.xml.gz': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(gzipSync(sitemap(`${own()}/one`))),
    '/maps/two.txt': (_, response) => response.end(`${own()}/two\n${own()}/three`),
    '/': '',
  }));
  expect((await crawl(crawls(), { url })).paths).toEqual(['/', '/one', '/three', '/two']);
});

test.each([
  [
    'RSS',
    (own: string) => `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <title>News</title><link>${own}/not-this</link><atom:link rel="self" href="${own}/not-this-either"/>
      <image><url>${own}/logo.png</url><link>${own}/not-this</link></image>
      <item><title>A</title><link>${own}/a</link><comments>${own}/a#comments</comments></item>
      <item><title>B</title><link> ${own}/b?x=1&amp;y=2 </link><enclosure url="${own}/b.mp3"/></item></channel></rss>`,
  ],
  [
    'Atom',
    (own: string) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="${own}/not-this"/>
      <entry><link rel="edit" href="${own}/not-this"/><link rel="alternate" href="${own}/a"/></entry>
      <entry><link href="${own}/b?x=1&amp;y=2"/></entry></feed>`,
  ],
  [
    'Atom with relative links',
    () => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">
      <entry><link href="/a"/></entry><entry><link href="b?x=1&amp;y=2"/></entry><entry><link href="http://["/></entry></feed>`,
  ],
])('reads a feed in place of a sitemap: %s', async (_, feed) => {
  const { url } = await siteWith((own) => ({
    '/a': '',
    '/b?x=1&y=2': '',
    '/sitemap.xml': (_, response) => response.end(feed(own())),
  }));
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/a', '/b?x=1&y=2']);
});

test.each([
  ['broken XML', '<urlset><url><loc>http://127.0.0.1/a</lo'],
  ['a page', '<!DOCTYPE html><title>Not here</title><p>Sorry'],
  ['a broken archive', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8])],
])('does without a sitemap that is %s', async (_, body) => {
  const { url } = await site({
    '/': linksTo('/a'),
    '/a': '',
    '/sitemap.xml': (_request, response) => response.end(body),
  });
  expect(await crawl(crawls(), { url })).toMatchObject({ status: 'completed', paths: ['/', '/a'] });
});

test('stops reading sitemaps when it has enough pages', async () => {
  const children = Array.from({ length: 200 }, (_, index) => `/maps/${index}.xml`);
  const empty: Page = (_, response) => setTimeout(() => response.end('<urlset></urlset>'), 5);
  const { url, visits } = await site({
    '/': linksTo('/a', '/b'),
    '/sitemap.xml': indexOf(children),
    ...Object.fromEntries(children.map((path) => [path, empty])),
  });
  expect(await crawl(crawls(), { url, limit: 3 })).toMatchObject({ completed: 3 });
  expect(visits.filter((path) => path.startsWith('/maps/')).length).toBeLessThan(100);
});

test('stops reading an index when too many of its files fail', async () => {
  const children = Array.from({ length: 200 }, (_, index) => `/maps/${index}.xml`);
  const { url, visits } = await site({
    '/': '',
    '/sitemap.xml': indexOf(children),
    ...Object.fromEntries(children.map((path): [string, Page] => [path, (request) => request.socket.destroy()])),
  });
  const { errors, ...result } = await crawl(crawls(), { url });
  expect(result).toMatchObject({ status: 'completed', paths: ['/'] });
  expect(visits.filter((path) => path.startsWith('/maps/'))).toHaveLength(50);
  expect(errors).toHaveLength(51);
  expect(errors.at(-1)).toBe(
    'UNKNOWN_ERROR /maps/50.xml: 50 sitemaps in a row could not be read: it and what comes after it was not read.',
  );
});

test('reads on after files that fail, and names them', async () => {
  const children = Array.from({ length: 30 }, (_, index) => `/maps/${index}.xml`);
  const { url } = await siteWith((own) => ({
    '/sitemap.xml': indexOf(children),
    ...Object.fromEntries(
      children.map((path, index): [string, Page] => [
        path,
        (_, response) => (index < 12 ? response.writeHead(503).end() : response.end(sitemap(`${own()}/page/${index}`))),
      ]),
    ),
  }));
  const { completed, errors } = await crawl(crawls(), { url, sitemap: 'only' });
  expect(completed).toBe(18);
  expect(errors).toHaveLength(12);
  expect(errors[0]).toBe('UNKNOWN_ERROR /maps/0.xml: The sitemap answered with status 503.');
});

test('begins with the pages of the first file while the next one is read', async () => {
  let isVisited = () => {};
  const visited = new Promise<void>((resolve) => {
    isVisited = resolve;
  });
  const { url } = await siteWith((own) => ({
    '/sitemap.xml': indexOf(['/maps/1.xml', '/maps/2.xml']),
    '/maps/1.xml': (_, response) => response.end(sitemap(`${own()}/a`)),
    '/maps/2.xml': async (_, response) => {
      await visited;
      response.end(sitemap(`${own()}/b`));
    },
    '/a': (_, response) => {
      isVisited();
      response.end('<p>A');
    },
    '/b': '',
  }));
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/a', '/b']);
});

test.each<[string, (own: string) => string | Buffer]>([
  ['a prefix', (own) => `<sm:urlset xmlns:sm="s"><sm:url><sm:loc>${own}/café</sm:loc></sm:url></sm:urlset>`],
  [
    'pictures with prefixes of their own',
    (own) =>
      `<urlset xmlns:image="i"><url><image:image><image:loc>${own}/not-this</image:loc></image:image><loc>${own}/café</loc></url></urlset>`,
  ],
  ['capital letters', (own) => `<URLSET><URL><LOC>${own}/café</LOC></URL></URLSET>`],
  [
    'an encoding that it declares',
    (own) =>
      Buffer.from(
        `<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>${own}/café</loc></url></urlset>`,
        'latin1',
      ),
  ],
  [
    'UTF-16',
    (own) =>
      Buffer.from(
        `\uFEFF<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>${own}/café</loc></url></urlset>`,
        'utf16le',
      ),
  ],
  [
    'an encoding that does not exist',
    (own) => `<?xml version="1.0" encoding="x-none"?><urlset><url><loc>${own}/café</loc></url></urlset>`,
  ],
  ['lines that end as on old machines', (own) => `${own}/café\r`],
  ['a single line', (own) => `${own}/café`],
])('reads a sitemap with %s', async (_, text) => {
  const { url } = await siteWith((own) => ({
    '/caf%C3%A9': '',
    // In pieces that end anywhere.
    '/sitemap.xml': async (_request, response) => {
      const bytes = Buffer.from(text(own()));
      for (let from = 0; from < bytes.length; from += 40) {
        await new Promise((resolve) => response.write(bytes.subarray(from, from + 40), resolve));
      }
      response.end();
    },
  }));
  expect((await crawl(crawls(), { url, sitemap: 'only' })).paths).toEqual(['/caf%C3%A9']);
});

test('reads of a sitemap with a million entries only as many as it needs', async () => {
  let sent = 0;
  const { url } = await siteWith((own) => ({
    '/': '',
    '/sitemap.xml': async (_, response) => {
      response.write('<urlset>');
      for (let index = 0; index < 1_000_000 && !response.destroyed; index += 1000) {
        const entries = Array.from(
          { length: 1000 },
          (_, more) => `<url><loc>${own()}/page/${index + more}</loc></url>`,
        );
        if (!response.write(entries.join(''))) await drained(response);
        sent += 1000;
      }
      response.end('</urlset>');
    },
  }));
  const before = process.memoryUsage().rss;
  const result = await crawl(crawls(), { url, limit: 20 });
  expect(result).toMatchObject({ status: 'completed', completed: 20 });
  expect(sent).toBeLessThan(200_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
});

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

test('reads a compression bomb only up to the limit', async () => {
  const bomb = gzipSync(`<urlset>${' '.repeat(80 * 1024 * 1024)}`);
  const { url } = await siteWith((own) => ({
    '/': '',
    '/beyond': '',
    '/sitemap.xml': (_, response) => {
      response.write(bomb);
      response.end(gzipSync(`<url><loc>${own()}/beyond</loc></url></urlset>`));
    },
  }));
  const before = process.memoryUsage().rss;
  expect(await crawl(crawls(), { url })).toMatchObject({ status: 'completed', paths: ['/'] });
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
}, 30_000);
