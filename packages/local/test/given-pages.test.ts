import { runInNewContext } from 'node:vm';
import { createVirtualClock } from '@trawl/base/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalServer, type LocalServer } from '../src/index.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const SHOP = 'https://shop.example';
const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><main><h1>${title}</h1><p>This page is about ${title}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}</main>`;

const PAGES = [
  { url: `${SHOP}/`, content: page('Shop', '/tea', '/secret', 'https://elsewhere.example/') },
  { url: `${SHOP}/tea`, content: page('Tea') },
  { url: `${SHOP}/secret`, content: page('Secret') },
  { url: `${SHOP}/hidden`, content: page('Hidden') },
  { url: `${SHOP}/robots.txt`, content: `User-agent: *\nDisallow: /secret\nSitemap: ${SHOP}/map.xml` },
  { url: `${SHOP}/map.xml`, content: `<urlset><url><loc>${SHOP}/hidden</loc></url></urlset>` },
  { url: `${SHOP}/prices.csv`, content: 'tea,2' },
];

describe('pages that stand for the network', () => {
  const clock = createVirtualClock();
  let server: LocalServer;

  beforeAll(async () => {
    server = await startServer({ pages: PAGES, clock, browser: undefined }, () => {});
  });

  afterAll(() => server?.close());

  const scrape = async (url: string, options: object = {}) =>
    (await call(server, 'POST /v2/scrape', { body: { url, maxAge: 0, ...options } })) as {
      status: number;
      body: { data?: { markdown: string; metadata: { statusCode: number } }; error?: string };
    };

  test('are scraped, as what their names say, and rendered', async () => {
    expect((await scrape(`${SHOP}/tea#top`)).body.data?.markdown).toContain('# Tea');
    expect((await scrape(`${SHOP}/prices.csv`)).body.data?.markdown).toContain('| tea | 2 |');
    expect((await scrape(`${SHOP}/gone`)).body.data?.metadata.statusCode).toBe(404);
    if (server.capabilities().browser) {
      expect((await scrape(`${SHOP}/tea`, { waitFor: 1 })).body.data?.markdown).toContain('# Tea');
    }
    expect((await scrape('https://elsewhere.example/')).body).toMatchObject({
      success: false,
      code: 'SCRAPE_DNS_RESOLUTION_ERROR',
      error: expect.stringContaining('elsewhere.example is among the `pages`'),
    });
  });

  test('are mapped by their sitemap, and crawled as their robots.txt allows', async () => {
    const { body: map } = await call(server, 'POST /v2/map', { body: { url: SHOP } });
    expect((map as { links: { url: string }[] }).links.map(({ url }) => url)).toContain(`${SHOP}/hidden`);
    const { body } = await call(server, 'POST /v2/crawl', { body: { url: SHOP } });
    const crawl = async () => (await call(server, `GET /v2/crawl/${(body as { id: string }).id}`)).body;
    await eventually(crawl).toMatchObject({ status: 'completed' });
    const { data } = (await crawl()) as { data: { metadata: { sourceURL: string } }[] };
    expect(data.map(({ metadata }) => metadata.sourceURL).sort()).toEqual([`${SHOP}`, `${SHOP}/hidden`, `${SHOP}/tea`]);
  });

  test('are what a monitor compares, and change when they are seeded anew', async () => {
    const targets = [{ type: 'scrape', urls: [`${SHOP}/tea`] }];
    const monitor = { name: 'Tea', schedule: { cron: '0 * * * *' }, targets };
    const { body } = await call(server, 'POST /v2/monitor', { body: monitor });
    const { id } = (body as { data: { id: string } }).data;
    const checks = async () => {
      const { body } = await call(server, `GET /v2/monitor/${id}/checks`);
      return (body as { data: { status: string; summary: object }[] }).data;
    };
    await clock.advance(3_600_000);
    await eventually(checks).toMatchObject([{ status: 'completed', summary: { new: 1, error: 0 } }]);
    await server.seed([{ url: `${SHOP}/tea`, content: page('Green tea') }]);
    await clock.advance(3_600_000);
    await eventually(checks).toMatchObject([{ status: 'completed', summary: { changed: 1, error: 0 } }, {}]);
  });

  test('share their clock with a client', async () => {
    const calls: number[] = [];
    const cancel = server.clock.after(1_000, () => calls.push(1));
    server.clock.after(2_000, () => calls.push(2));
    cancel();
    await server.clock.advance(1_999);
    expect(calls).toEqual([]);
    await server.clock.advance(1);
    expect(calls).toEqual([2]);
    expect(server.clock.now()).toBe(clock.now());
  });

  test('are back after a reset, without those that were seeded', async () => {
    await server.seed([{ url: 'https://later.example/', content: page('Later') }]);
    expect((await scrape('https://later.example/')).body.data?.markdown).toContain('# Later');
    await server.reset();
    expect((await scrape('https://later.example/')).body.data).toBeUndefined();
    expect((await scrape(`${SHOP}/tea`)).body.data?.markdown).toContain('# Tea');
  });

  test('are refused by their place when they are none', async () => {
    const pages = [
      { url: SHOP, content: '' },
      { url: 'shop.example', content: '' },
    ];
    await expect(createLocalServer({ pages, quiet: true })).rejects.toThrow(/^pages\[1\] must have `url`/);
  });
});

test('bytes of pages may be of another realm, as those of a test in Jest are', async () => {
  const content = runInNewContext('Uint8Array.from(bytes)', { bytes: Buffer.from(page('Tea')) });
  const server = await startServer({ pages: [{ url: `${SHOP}/tea`, content }] });
  await server.seed([{ url: `${SHOP}/black`, content, contentType: 'text/html' }]);
  for (const url of [`${SHOP}/tea`, `${SHOP}/black`]) {
    expect(await call(server, 'POST /v2/scrape', { body: { url } })).toMatchObject({
      body: { data: { markdown: expect.stringMatching(/^# Tea/) } },
    });
  }
});
