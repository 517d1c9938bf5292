import { expect, test } from 'vitest';
import { crawl, crawls, outcome, TEAM } from '../../test/crawl/crawls.js';
import { linksTo, site } from '../../test/crawl/site.js';
import type { Delivery } from '../webhooks/delivery.js';

const webhook = { url: 'http://receiver.example/', metadata: { run: 7 } };

test('a crawl sends events for its start, each page, each failed page, and its end', async () => {
  const { url } = await site({ '/': linksTo('/broken'), '/broken': (request) => request.socket.destroy() });
  const all = crawls();
  const { id, documents } = await crawl(all, { url, sitemap: 'skip', webhook });
  const same = { id, webhookId: expect.any(String), metadata: { run: 7 } };
  // A page may be stored before the one that leads to it.
  const [start, one, other, end] = all.deliveries;
  const pages = one?.event.success ? [one, other] : [other, one];
  expect([start, ...pages, end]).toEqual(
    [
      { ...same, success: true, type: 'crawl.started', data: [] },
      { ...same, success: true, type: 'crawl.page', data: documents },
      { ...same, success: false, type: 'crawl.page', data: [], error: expect.any(String) },
      { ...same, success: true, type: 'crawl.completed', data: [] },
    ].map((event) => ({ team: TEAM, webhook, event, ...(event.type === 'crawl.page' && { isPart: true }) })),
  );
  expect(new Set(all.deliveries.map(({ event }) => event.webhookId)).size).toBe(4);
});

test('a batch sends the same events under its own name', async () => {
  const { url } = await site({ '/': '' });
  const all = crawls();
  const { id } = await all.jobs.batch({ team: TEAM }, { url, scrapeOptions: {}, webhook }, [url]);
  await outcome(all, id);
  expect(all.deliveries.map(({ event }) => event.type)).toEqual([
    'batch_scrape.started',
    'batch_scrape.page',
    'batch_scrape.completed',
  ]);
});

test('a job that cannot go on has failed, and its state has the error', async () => {
  const { url } = await site({ '/': linksTo('/a'), '/a': '' });
  const types: string[] = [];
  const deliver = async (_: unknown, { event }: Delivery) => {
    types.push(event.type);
    if (event.type === 'crawl.page') throw new Error('The database is broken.');
  };
  const broken = crawls({ webhooks: { deliver } });
  const result = await crawl(broken, { url, webhook });
  expect(result).toMatchObject({ status: 'failed', completed: 0, total: 0 });
  // A failed job sends no event.
  expect(types).not.toContain('crawl.failed');
  expect((await broken.jobs.state(TEAM, result.id)).job.error).toContain('The database is broken.');
  expect(broken.logged.join()).toContain('The database is broken.');
});
