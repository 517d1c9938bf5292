import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { crawls, outcome, TEAM } from '../../test/crawl/crawls.js';
import { linksTo, site } from '../../test/crawl/site.js';
import { eventually } from '../../test/eventually.js';
import { createTestDisk } from '../../test/full-disk.js';
import { StorageFull } from '../store/storage-full.js';

const KEY = '1c6c3a1e-6f63-4f4f-9d5c-3f3a0c1f2e4d';

/** A crawl of three pages, the second of which fills the disk when it is first read. */
async function crawlThatFillsTheDisk() {
  const storage = createTestDisk();
  let isFirst = true;
  const start = await site({
    '/': linksTo('/a', '/b'),
    '/a': (_, response) => {
      storage.isFull ||= isFirst;
      isFirst = false;
      response.end('A');
    },
    '/b': 'B',
  });
  const clock = createVirtualClock();
  const all = crawls({ database: storage.database }, clock);
  const request = { url: `${start.url}/`, scrapeOptions: {}, maxConcurrency: 1, crawl: { sitemap: 'skip' as const } };
  return { storage, start, clock, request, ...all };
}

test('a crawl waits while the disk is full, answers meanwhile, and loses nothing', async () => {
  const { storage, clock, request, ...all } = await crawlThatFillsTheDisk();
  const { jobs, parts, logged } = all;
  const { id } = await jobs.crawl({ team: TEAM }, request);
  const { expiresAt } = await jobs.state(TEAM, id);
  await eventually(() => jobs.state(TEAM, id)).toMatchObject({ isHeldUp: true, expiresAt });
  expect(await jobs.state(TEAM, id)).toMatchObject({ total: 3, job: { status: 'running', completed: 1 } });
  expect(await jobs.errors(TEAM, id)).toEqual({ errors: [], robotsBlocked: [] });
  expect(logged).toEqual([expect.stringMatching(/^crawl .*The disk .* is full.* It is tried again in 1 s\.$/)]);

  await clock.advance(1_000);
  await eventually(() => logged).toHaveLength(2);
  expect(logged[1]).toContain('It is tried again in 2 s.');
  storage.isFull = false;
  await clock.advance(2_000);
  const result = await outcome(all, id);
  expect(result).toMatchObject({ paths: ['/', '/a', '/b'], errors: [] });
  expect((await jobs.state(TEAM, id)).isHeldUp).toBe(false);
  expect(await parts.stores.ledger.used(TEAM, 0, Number.MAX_SAFE_INTEGER)).toBe(3);
});

test('links that are found while the disk is full are followed when it has space again', async () => {
  const storage = createTestDisk();
  let isFirst = true;
  const start = await site({
    '/': (_, response) => {
      storage.isFull ||= isFirst;
      isFirst = false;
      response.setHeader('content-type', 'text/html');
      response.end(linksTo('/a', '/b'));
    },
    '/a': 'A',
    '/b': 'B',
  });
  const clock = createVirtualClock();
  const all = crawls({ database: storage.database }, clock);
  const { id } = await all.jobs.crawl(
    { team: TEAM },
    { url: `${start.url}/`, scrapeOptions: {}, crawl: { sitemap: 'skip' } },
  );
  await eventually(async () => (await all.jobs.state(TEAM, id)).isHeldUp).toBe(true);
  storage.isFull = false;
  await clock.advance(1_000);
  expect(await outcome(all, id)).toMatchObject({ paths: ['/', '/a', '/b'], errors: [] });
});

test('the next server resumes a crawl that waits for the disk', async () => {
  const { storage, request, jobs, engine } = await crawlThatFillsTheDisk();
  const { id } = await jobs.crawl({ team: TEAM }, request);
  await eventually(async () => (await jobs.state(TEAM, id)).isHeldUp).toBe(true);
  await engine.close();
  storage.isFull = false;
  expect(await outcome(crawls({ database: storage.database }), id)).toMatchObject({
    status: 'completed',
    paths: ['/', '/a', '/b'],
  });
});

test('the end of a crawl is stored when the disk has space again', async () => {
  const { storage, start, clock, request, ...all } = await crawlThatFillsTheDisk();
  const { jobs } = all;
  const { id } = await jobs.crawl(
    { team: TEAM },
    { ...request, url: `${start.url}/b`, crawl: { ...request.crawl, limit: 1 } },
  );
  const { commit } = storage.database;
  storage.database.commit = () => {
    commit();
    storage.isFull = storage.database.get('select id from jobs where completed = 1') !== undefined;
  };
  await eventually(() => jobs.state(TEAM, id)).toMatchObject({ isHeldUp: true, job: { completed: 1 } });
  storage.database.commit = commit;
  storage.isFull = false;
  await clock.advance(60_000);
  expect(await outcome(all, id)).toMatchObject({ status: 'completed', paths: ['/b'] });
});

test('a crawl that cannot be stored is refused, and its key is still free', async () => {
  const { storage, request, jobs } = await crawlThatFillsTheDisk();
  storage.isFull = true;
  await expect(jobs.crawl({ team: TEAM }, request, KEY)).rejects.toThrow(StorageFull);
  storage.isFull = false;
  await jobs.crawl({ team: TEAM }, request, KEY);
  await expect(jobs.crawl({ team: TEAM }, request, KEY)).rejects.toThrow('Idempotency key already used');
});
