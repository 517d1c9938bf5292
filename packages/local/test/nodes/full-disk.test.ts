import { randomBytes } from 'node:crypto';
import type { CrawlJob } from '@trawl/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linksTo, type Page, site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { sharedServer } from '../postgres/database.js';
import { startPostgres } from '../postgres/server.js';
import { canMountDisk } from '../postgres/small-disk.js';
import { call, startServer } from '../server.js';

const PAGES = 8;

/** The database of a new server takes less than half of it. */
const DISK_MEGABYTES = 250;

describe.skipIf('missing' in sharedServer || !canMountDisk())('while the disk of the database is full', () => {
  test('calls are told to come back, jobs wait, and all goes on when there is space', async () => {
    const postgres = await startPostgres({ diskMegabytes: DISK_MEGABYTES });
    onTestFinished(() => postgres.stop());
    const logged: string[] = [];
    const server = await startServer({
      database: postgres.url,
      allowPrivateNetworks: true,
      log: (line) => logged.push(line),
    });
    let goOn = (): void => {};
    const isFull = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    /** A text that no compression makes smaller needs space at once. */
    const page: Page = async ({ url }, response) => {
      if (url !== '/') await isFull;
      const links = linksTo(...Array.from({ length: PAGES - 1 }, (_, index) => `/${index}`));
      const html = `${links}<p>${randomBytes(50_000).toString('hex')}</p>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    };
    const { url } = await site(new Proxy({}, { get: () => page }));
    const request = { url: `${url}/`, sitemap: 'skip', ignoreRobotsTxt: true };
    const { id } = (await call(server, 'POST /v2/crawl', { body: request })).body as { id: string };
    const crawl = async () => (await call(server, `GET /v2/crawl/${id}`)).body as CrawlJob;
    await eventually(async () => (await crawl()).completed).toBe(1);

    postgres.disk?.fill();
    goOn();
    const isHeldUp = () => logged.some((line) => line.includes('The disk of the database is full'));
    await eventually(isHeldUp).toBe(true);
    const scrape = () => call(server, 'POST /v2/scrape', { body: { url: `${url}/other`, maxAge: 0 } });
    const refused = await scrape();
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: expect.stringMatching(/^The disk of the database of this server is full, and nothing was stored\./),
      },
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await crawl()).toMatchObject({ status: 'scraping' });

    postgres.disk?.free();
    const status = async () => {
      // The next attempt is made after a growing pause.
      await server.clock.advance(60_000);
      return (await crawl()).status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    expect(await crawl()).toMatchObject({ completed: PAGES, creditsUsed: PAGES });
    expect((await scrape()).status).toBe(200);
  }, 120_000);
});
