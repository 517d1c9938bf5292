import { randomBytes } from 'node:crypto';
import { createVirtualClock } from '@trawl/base/clock';
import { createRequestSpacing, type RequestSpacing } from '@trawl/web/request-spacing';
import { expect, onTestFinished, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { eventually } from '../../test/eventually.js';
import { temporaryStores } from '../../test/stores.js';
import type { Job } from '../store/job-store.js';
import type { IndexedPage } from '../store/search-store.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import type { Stores } from '../store/stores.js';
import { forgetOldData, type RetentionLimits, startRetention } from './retention.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const UNLIMITED: RetentionLimits = { pageDays: undefined, recordDays: undefined, maxBytes: undefined };

function retained(limits: Partial<RetentionLimits> = {}) {
  const clock = createVirtualClock();
  const database = openDatabase();
  const stores = temporaryStores(clock, database);
  const lines: string[] = [];
  const dependencies = {
    stores,
    clock,
    limits: { ...UNLIMITED, ...limits },
    spacing: createRequestSpacing(clock),
    expirations: [],
    log: (line: string) => lines.push(line),
  };
  return {
    clock,
    database,
    stores,
    lines,
    dependencies,
    forget: () => forgetOldData(dependencies, new AbortController().signal),
  };
}

function pageOf(name: string, seenAt: number): IndexedPage {
  const url = { url: `https://docs.example/${name}`, host: 'docs.example', port: '', path: `/${name}` };
  const about = { extension: '', filetype: 'html', title: name, description: '', digest: name, published: null };
  return {
    team: 'a',
    key: name,
    ...url,
    ...about,
    text: 'knots',
    isArticle: false,
    imageUrl: null,
    seenAt,
    images: [],
  };
}

const copyOf = (fetchedAt: number, bytes: number) => ({
  url: 'https://docs.example/',
  status: 200,
  contentType: 'text/html',
  fetchedAt,
  body: randomBytes(bytes),
});

async function runningJob(stores: Stores, id: string): Promise<Job> {
  const job = await stores.jobs.create({ id, kind: 'crawl', team: 'a', request: {} });
  if (!job) throw new Error('The id is taken.');
  return job;
}

async function endedJob(stores: Stores, id: string): Promise<void> {
  const job = await runningJob(stores, id);
  await stores.jobs.end(job, { status: 'completed' }, { mayLeaveTasks: true });
}

test('ended jobs are forgotten a day after their end, while no other job starts', async () => {
  const { clock, stores, dependencies } = retained();
  const retention = startRetention(dependencies);
  onTestFinished(() => retention.close());
  await endedJob(stores, 'ended');
  await runningJob(stores, 'running');
  await clock.advance(23 * HOUR_MS);
  expect(await stores.jobs.ended('a', 1)).toHaveLength(1);
  await clock.advance(2 * HOUR_MS);
  await eventually(() => stores.jobs.ended('a', 1)).toEqual([]);
  expect(await stores.jobs.running()).toEqual(['running']);
});

test('pages and records are forgotten by their age, each by its own limit', async () => {
  const { clock, stores, forget } = retained({ pageDays: 2, recordDays: 40 });
  const first = clock.now();
  await stores.search.put(pageOf('old', first));
  await stores.cachedPages.set({ team: 'a', key: 'old' }, copyOf(first, 10));
  await stores.trackedPages.set(
    { team: 'a', tag: '', url: 'https://docs.example/old' },
    { seen: first, version: '{}' },
  );
  await stores.ledger.charge({ team: 'a', endpoint: 'scrape', credits: 1, jobId: 'one', target: null });
  await clock.advance(DAY_MS);
  await forget();
  await stores.search.put(pageOf('new', clock.now()));
  await stores.cachedPages.set({ team: 'a', key: 'new' }, copyOf(clock.now(), 10));
  await clock.advance(1.5 * DAY_MS);
  await forget();
  expect((await stores.search.seenPages('', 10)).map(({ title }) => title)).toEqual(['new']);
  expect((await stores.cachedPages.get({ team: 'a', key: 'old' })).size).toBe(0);
  expect((await stores.cachedPages.get({ team: 'a', key: 'new' })).size).toBe(1);
  expect(await stores.retention.oldest('versions', 'a')).toBeUndefined();
  expect(await stores.ledger.latest(10)).toHaveLength(1);
  await clock.advance(40 * DAY_MS);
  await forget();
  expect(await stores.ledger.latest(10)).toEqual([]);
});

onEachDatabase((database) => {
  test('beyond the size, the oldest data of the team that has most goes first, and that of running jobs never', async () => {
    const maxBytes = 2_000_000;
    const clock = createVirtualClock();
    const { stores } = await database.emptyStores(clock);
    const lines: string[] = [];
    const forget = (spacing: RequestSpacing) =>
      forgetOldData(
        {
          stores,
          clock,
          spacing,
          limits: { ...UNLIMITED, maxBytes },
          expirations: [],
          log: (line) => lines.push(line),
        },
        new AbortController().signal,
      );
    const job = await runningJob(stores, 'running');
    await stores.tasks.add(job.number, [{ key: 'a', task: { text: randomBytes(50_000).toString('hex') } }]);
    await endedJob(stores, 'ended');
    await stores.search.put(pageOf('old', clock.now()));
    await stores.cachedPages.set({ team: 'b', key: 'older' }, copyOf(clock.now() - 1, 10_000));
    for (let page = 0; page < 250; page++) {
      await clock.advance(1);
      await stores.cachedPages.set({ team: 'a', key: `${page}` }, copyOf(clock.now(), 10_000));
    }
    const bytes = await stores.retention.usedBytes();
    expect(bytes).toBeGreaterThan(2_500_000);
    expect(bytes).toBeLessThan(4_000_000);

    // It is the turn of another process.
    await forget({ wait: async () => false });
    expect(await stores.retention.usedBytes()).toBe(bytes);

    await forget(createRequestSpacing(clock));
    const left = await stores.retention.usedBytes();
    expect(left).toBeLessThanOrEqual(0.9 * maxBytes);
    expect(left).toBeGreaterThan(0.8 * maxBytes);
    expect((await stores.cachedPages.get({ team: 'b', key: 'older' })).size).toBe(1);
    expect(await stores.jobs.find('ended')).toBeUndefined();
    expect(await stores.search.seenPages('', 10)).toEqual([]);
    expect((await stores.cachedPages.get({ team: 'a', key: '0' })).size).toBe(0);
    expect((await stores.cachedPages.get({ team: 'a', key: '249' })).size).toBe(1);
    expect(await stores.jobs.running()).toEqual(['running']);
    expect(await stores.tasks.open(job.number)).toBe(1);
    expect(lines).toEqual([]);
  });
});

test('a file does not grow any more when old data makes room for new', async () => {
  const maxBytes = 2_000_000;
  const { clock, stores, database, forget } = retained({ maxBytes });
  const pages = () => database.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
  const fill = async (name: string) => {
    for (let page = 0; page < 40; page++) {
      await clock.advance(1);
      await stores.cachedPages.set({ team: 'a', key: `${name} ${page}` }, copyOf(clock.now(), 100_000));
    }
  };
  await fill('first');
  await forget();
  const peak = pages();
  for (const round of ['second', 'third', 'fourth']) {
    await fill(round);
    await clock.advance(HOUR_MS);
    await forget();
  }
  expect(pages()).toBeLessThan(peak * 1.6);
});

test('what always fails keeps nothing else from being forgotten', async () => {
  const { clock, stores, dependencies } = retained({ recordDays: 1 });
  await stores.ledger.charge({ team: 'a', endpoint: 'scrape', credits: 1, jobId: 'one', target: null });
  await clock.advance(2 * DAY_MS);
  const expirations = [() => Promise.reject(new Error('A mistake.'))];
  const forgotten = forgetOldData({ ...dependencies, expirations }, new AbortController().signal);
  await expect(forgotten).rejects.toThrow('A mistake.');
  expect(await stores.ledger.latest(1)).toEqual([]);
});

test('what cannot be forgotten is said in a line', async () => {
  const { lines, forget } = retained({ maxBytes: 1 });
  await forget();
  expect(lines[0]).toMatch(/^The data takes \d+ bytes, more than it should, and nothing of it may be forgotten\.$/);
});
