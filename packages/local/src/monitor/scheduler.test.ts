import { type Clock, createVirtualClock } from '@trawl/base/clock';
import type { Document, MonitorCreateRequest } from '@trawl/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { createTestDisk } from '../../test/full-disk.js';
import { compare } from '../../test/inline-compare.js';
import { unlimitedPlan } from '../../test/unlimited-plan.js';
import { Refusal } from '../contract/refusal.js';
import { JobEngine } from '../jobs/engine.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import type { Database } from '../store/sqlite/database.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { StorageFull } from '../store/storage-full.js';
import type { Stores } from '../store/stores.js';
import type { Delivery } from '../webhooks/delivery.js';
import { checkKind } from './check-kind.js';
import { createMonitoring } from './monitoring.js';

const TEAM = 'team';
const START = Date.parse('2026-11-21T01:44:44.888Z');
const HOUR_MS = 60 * 60_000;

/** A site whose pages a test sets, and a scraper that reads them. */
function site(pages: Record<string, string | number>) {
  let scrapes = 0;
  const scraped = (url: string): ScrapeResult => {
    const page = pages[url];
    if (page === undefined) throw new Refusal('SCRAPE_DNS_RESOLUTION_ERROR', `No host for ${url}`);
    const [markdown, statusCode] = typeof page === 'number' ? ['', page] : [page, 200];
    const scrapeId = `scrape-${++scrapes}`;
    const document: Document = { markdown, metadata: { scrapeId, statusCode, title: url } };
    return { document, scrapeId, creditsUsed: 1, links: [] };
  };
  const scraper: Scraper = { scrape: async ({ url }) => scraped(url) };
  return { pages, scraper, scraped };
}

/** A promise that a test resolves. */
function gate() {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open: () => open() };
}

const clock = createVirtualClock(START);
const deliveries: Delivery['event'][] = [];
const webhooks = {
  deliver: async (_: unknown, { event }: Delivery) => void deliveries.push(event),
};
const logged: string[] = [];
let database: Database;
let stores: Stores;
let stop: (() => Promise<void>) | undefined;

function monitoringOf(pages: ReturnType<typeof site>, hold?: Promise<void>) {
  const scraper: Scraper = {
    async scrape(task) {
      await hold;
      task.signal?.throwIfAborted();
      return pages.scraper.scrape(task);
    },
  };
  return monitoringBy(scraper, pages);
}

function monitoringBy(scraper: Scraper, pages = site({}), time: Clock = clock) {
  const log = (line: string) => logged.push(line);
  const check = checkKind({
    clock: time,
    webhooks,
    scraper,
    compare,
    stores,
    plan: unlimitedPlan,
    endCrawls: async () => {},
    async *crawl({ url }) {
      for (const page of Object.keys(pages.pages)) {
        if (page.startsWith(url)) yield { url: page, document: pages.scraped(page).document };
      }
    },
    searchEngine: {
      search: async ({ query }) => ({
        web: [{ url: `http://found/${query}`, title: query, description: 'A result.' }],
        news: [],
        images: [],
        warnings: [],
      }),
    },
  });
  const engine = new JobEngine({ stores, clock: time, log });
  engine.register({ check });
  engine.run();
  const monitoring = createMonitoring({ stores, clock: time, log, engine });
  const scheduler = Object.assign(monitoring.scheduler, {
    idle: () => eventually(() => stores.jobs.running()).toEqual([]),
  });
  stop = async () => {
    await scheduler.stop();
    await engine.close();
  };
  return { ...monitoring, scheduler, stop, checks: stores.checks, snapshots: stores.snapshots };
}

const request = (changes: Partial<MonitorCreateRequest> = {}): MonitorCreateRequest => ({
  name: 'Prices',
  schedule: { cron: '0 * * * *' },
  targets: [{ type: 'scrape', urls: ['http://shop/tea'] }],
  ...changes,
});

beforeEach(() => {
  database = openDatabase();
  stores = openStores(database, clock);
  deliveries.length = 0;
  logged.length = 0;
});

afterEach(async () => {
  await stop?.();
  database.close();
});

describe('a check on demand', () => {
  it('is queued at once, and finds new, then same, then changed pages', async () => {
    const shop = site({ 'http://shop/tea': '# Tea\n\n2 EUR\n' });
    const { monitors, checks, scheduler } = monitoringOf(shop);
    const { id } = await monitors.create(TEAM, request());
    const queued = await scheduler.run(TEAM, id);
    expect(queued).toMatchObject({ monitorId: id, status: 'queued', trigger: 'manual', estimatedCredits: 1 });
    await scheduler.idle();
    expect(await checks.find(id, queued.id)).toMatchObject({ status: 'completed', summary: { totalPages: 1, new: 1 } });
    const charge = { team: TEAM, endpoint: 'scrape', credits: 1, target: 'http://shop/tea' };
    expect(await stores.ledger.latest(10)).toMatchObject([charge]);

    await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect(await monitors.get(TEAM, id)).toMatchObject({ currentCheckId: null, lastCheckSummary: { same: 1 } });

    shop.pages['http://shop/tea'] = '# Tea\n\n3 EUR\n';
    const third = await scheduler.run(TEAM, id);
    await scheduler.idle();
    const [page] = (await checks.pages(third.id, { limit: 10, skip: 0 })).pages;
    expect(page).toMatchObject({ status: 'changed', previousScrapeId: 'scrape-2', currentScrapeId: 'scrape-3' });
    expect(page?.diff?.text).toContain('-2 EUR\n+3 EUR');
  });

  it('is refused while one runs, with its id', async () => {
    const { closed, open } = gate();
    const { monitors, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }), closed);
    const { id } = await monitors.create(TEAM, request());
    const run = await scheduler.run(TEAM, id);
    const refused = new Refusal('conflict', 'Monitor check is already running.', { checkId: run.id });
    await expect(scheduler.run(TEAM, id)).rejects.toThrow(refused);
    open();
    await scheduler.idle();
    await scheduler.run(TEAM, id);
  });

  it('is one of two that are asked for at the same time', async () => {
    const { monitors, checks, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id } = await monitors.create(TEAM, request());
    const runs = await Promise.allSettled([scheduler.run(TEAM, id), scheduler.run(TEAM, id)]);
    expect(runs).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'conflict' } }]);
    await scheduler.idle();
    expect(await checks.list(id, { limit: 10, skip: 0 })).toMatchObject([{ status: 'completed' }]);
  });

  it('is refused while the monitor is paused, and to other teams', async () => {
    const { monitors, scheduler } = monitoringOf(site({}));
    const { id } = await monitors.create(TEAM, request());
    await monitors.update(TEAM, id, { status: 'paused' });
    await expect(scheduler.run(TEAM, id)).rejects.toThrow('Monitor is paused. Resume it before running a check.');
    await expect(scheduler.run('another', id)).rejects.toThrow('Monitor not found');
  });

  it('is partial when some pages cannot be read, failed when none can, and keeps the old snapshots', async () => {
    const shop = site({ 'http://shop/tea': 'Tea', 'http://shop/old': 'Old' });
    const { monitors, checks, scheduler } = monitoringOf(shop);
    const urls = ['http://shop/tea', 'http://shop/old', 'http://nowhere/'];
    const { id } = await monitors.create(TEAM, request({ targets: [{ type: 'scrape', urls }] }));
    const runs: string[] = [];
    const check = async () => {
      runs.push((await scheduler.run(TEAM, id)).id);
      await scheduler.idle();
      return checks.find(id, runs.at(-1) ?? '');
    };
    expect(await check()).toMatchObject({ status: 'partial', summary: { new: 2, error: 1 }, actualCredits: 2 });
    shop.pages['http://shop/old'] = 404;
    shop.pages['http://shop/tea'] = 503;
    expect(await check()).toMatchObject({ status: 'partial', summary: { removed: 1, error: 2 } });
    shop.pages['http://shop/tea'] = 'Tea';
    expect(await check()).toMatchObject({ summary: { same: 1, error: 2 } });
    shop.pages['http://shop/tea'] = 500;
    expect(await check()).toMatchObject({ status: 'failed' });
    const errors = await checks.pages(runs[0] ?? '', { limit: 10, skip: 0, status: 'error' });
    expect(errors.pages.map(({ url, error }) => [url, error])).toEqual([
      ['http://nowhere/', 'No host for http://nowhere/'],
    ]);
  });

  it('finds pages that were removed from a site', async () => {
    const shop = site({ 'http://shop/': 'Home', 'http://shop/a': 'A', 'http://shop/b': 'B' });
    const { monitors, checks, scheduler } = monitoringOf(shop);
    const { id } = await monitors.create(TEAM, request({ targets: [{ type: 'crawl', url: 'http://shop/' }] }));
    await scheduler.run(TEAM, id);
    await scheduler.idle();
    delete shop.pages['http://shop/a'];
    const run = await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect(await checks.summary(run.id)).toMatchObject({ totalPages: 3, same: 2, removed: 1 });
  });

  it('watches the results of searches', async () => {
    const { monitors, checks, scheduler } = monitoringOf(site({}));
    const targets = [{ type: 'search' as const, queries: ['tea', 'coffee', 'tea'] }];
    const { id } = await monitors.create(TEAM, request({ targets, judgeEnabled: false }));
    const run = await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect((await checks.pages(run.id, { limit: 10, skip: 0 })).pages.map(({ url }) => url)).toEqual([
      'http://found/tea',
      'http://found/coffee',
    ]);
  });
});

describe('the schedule', () => {
  it('runs due monitors, and returns the time of the next run', async () => {
    const { monitors, checks, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id, nextRunAt } = await monitors.create(TEAM, request());
    scheduler.wake();
    expect(nextRunAt).toBe('2026-11-21T02:00:00.000Z');
    await clock.advance(HOUR_MS);
    await scheduler.idle();
    await clock.advance(HOUR_MS);
    await scheduler.idle();
    expect(await checks.list(id, { limit: 10, skip: 0 })).toMatchObject([
      { trigger: 'scheduled', scheduledFor: '2026-11-21T03:00:00.000Z', status: 'completed', summary: { same: 1 } },
      { trigger: 'scheduled', scheduledFor: '2026-11-21T02:00:00.000Z', status: 'completed', summary: { new: 1 } },
    ]);
    expect((await monitors.get(TEAM, id)).nextRunAt).toBe('2026-11-21T04:00:00.000Z');
  });

  it('does not run paused monitors until they are resumed', async () => {
    const { monitors, checks, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id } = await monitors.create(TEAM, request());
    expect((await monitors.update(TEAM, id, { status: 'paused' })).nextRunAt).toBeNull();
    scheduler.wake();
    await clock.advance(3 * HOUR_MS);
    expect(await checks.list(id, { limit: 10, skip: 0 })).toEqual([]);
    await monitors.update(TEAM, id, { status: 'active' });
    scheduler.wake();
    await clock.advance(HOUR_MS);
    await scheduler.idle();
    expect(await checks.list(id, { limit: 10, skip: 0 })).toHaveLength(1);
  });

  it('keeps a run that is overdue when the monitor is changed, and otherwise goes by the new schedule', async () => {
    const virtual = createVirtualClock(START);
    const pages = site({ 'http://shop/tea': 'Tea' });
    const { monitors, checks, stop } = monitoringBy(pages.scraper, pages, virtual);
    const { id } = await monitors.create(TEAM, request());
    const other = await monitors.create(TEAM, request());
    expect((await monitors.update(TEAM, other.id, { name: 'Other' })).nextRunAt).toBe('2026-11-21T02:00:00.000Z');
    const daily = await monitors.update(TEAM, other.id, { schedule: { cron: '0 5 * * *' } });
    expect(daily.nextRunAt).toBe('2026-11-21T05:00:00.000Z');
    // No server runs at that time.
    await stop();
    await virtual.advance(HOUR_MS);
    expect(await monitors.update(TEAM, id, { name: 'Late', schedule: { cron: '30 * * * *' } })).toMatchObject({
      nextRunAt: '2026-11-21T02:00:00.000Z',
    });
    monitoringBy(pages.scraper, pages, virtual);
    await eventually(() => checks.list(id, { limit: 10, skip: 0 })).toMatchObject([
      { status: 'completed', scheduledFor: '2026-11-21T02:00:00.000Z' },
    ]);
    expect((await monitors.get(TEAM, id)).nextRunAt).toBe('2026-11-21T03:30:00.000Z');
  });

  it('follows the clock when it is set back, also between two servers', async () => {
    const virtual = createVirtualClock(START);
    let aheadMs = 24 * HOUR_MS;
    const wrong = { now: () => virtual.now() + aheadMs, sleep: virtual.sleep };
    const pages = site({ 'http://shop/tea': 'Tea' });
    const first = monitoringBy(pages.scraper, pages, wrong);
    const { id } = await first.monitors.create(TEAM, request());
    await first.stop();
    aheadMs = 12 * HOUR_MS;
    const { monitors, scheduler } = monitoringBy(pages.scraper, pages, wrong);
    await eventually(async () => (await monitors.get(TEAM, id)).nextRunAt).toBe('2026-11-21T14:00:00.000Z');
    aheadMs = 0;
    await virtual.advance(2 * HOUR_MS);
    await scheduler.idle();
    expect(await monitors.get(TEAM, id)).toMatchObject({
      lastRunAt: expect.stringMatching(/^2026-11-21T03:00/),
      nextRunAt: '2026-11-21T04:00:00.000Z',
    });
  });

  it('skips a run while the last one still runs, and records that', async () => {
    const { closed, open } = gate();
    const { monitors, checks, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }), closed);
    const { id } = await monitors.create(TEAM, request());
    scheduler.wake();
    await clock.advance(2 * HOUR_MS);
    expect(await checks.list(id, { limit: 10, skip: 0 })).toMatchObject([
      { status: 'skipped_overlap' },
      { status: 'running' },
    ]);
    open();
    await scheduler.idle();
  });

  it('deletes checks that are older than the retention of the monitor', async () => {
    const { monitors, checks, scheduler, ...monitoring } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id } = await monitors.create(TEAM, request({ retentionDays: 1, schedule: { cron: '0 0 * * *' } }));
    const first = await scheduler.run(TEAM, id);
    await scheduler.idle();
    await clock.advance(48 * HOUR_MS);
    await scheduler.idle();
    await monitoring.forgetExpired();
    const kept = await checks.list(id, { limit: 10, skip: 0 });
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.map((run) => run.id)).not.toContain(first.id);
    expect((await checks.pages(first.id, { limit: 10, skip: 0 })).pages).toEqual([]);
  });
});

describe('a monitor that is deleted while its check runs', () => {
  it('ends the check, and the next one runs', async () => {
    const started: string[] = [];
    const aborted: string[] = [];
    const shop = site({ 'http://shop/tea': 'Tea' });
    const { monitors, checks, snapshots, scheduler, ...monitoring } = monitoringBy({
      scrape: async ({ url, signal }) => {
        if (url !== 'http://slow/') return shop.scraped(url);
        started.push(url);
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        aborted.push(url);
        return shop.scraped('http://shop/tea');
      },
    });
    const slow = request({
      targets: [{ type: 'scrape', urls: ['http://slow/'] }],
      webhook: { url: 'http://receiver/' },
    });
    // As many as are checked at once.
    const running = await Promise.all(Array.from({ length: 20 }, () => monitors.create(TEAM, slow)));
    const waiting = [await monitors.create(TEAM, slow), await monitors.create(TEAM, request())] as const;
    for (const { id } of [...running, ...waiting]) await scheduler.run(TEAM, id);
    await eventually(() => started).toHaveLength(running.length);
    for (const { id } of [waiting[0], ...running]) await monitoring.delete(TEAM, id);
    await scheduler.idle();
    expect(aborted).toHaveLength(running.length);
    expect(deliveries).toEqual([]);
    expect(await checks.list(waiting[1].id, { limit: 10, skip: 0 })).toMatchObject([{ status: 'completed' }]);
    for (const { id, targets } of [...running, waiting[0]]) {
      await expect(monitors.get(TEAM, id)).rejects.toThrow('Monitor not found');
      expect(await checks.list(id, { limit: 10, skip: 0 })).toEqual([]);
      expect(await snapshots.urls(id, targets[0]?.id ?? '')).toEqual([]);
    }
    expect(database.all('select * from monitor_check_pages where status = ?', 'error')).toEqual([]);
  });

  it('is not deleted for another team', async () => {
    const monitoring = monitoringOf(site({}));
    const { id } = await monitoring.monitors.create(TEAM, request());
    await expect(monitoring.delete('another', id)).rejects.toThrow('Monitor not found');
    expect(await monitoring.monitors.get(TEAM, id)).toMatchObject({ id });
  });
});

describe('a webhook', () => {
  const webhook = { url: 'http://receiver/', headers: { 'x-mine': '1' }, metadata: { k: 'v' } };

  it('gets an event for every page and for the end', async () => {
    const { monitors, checks, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id } = await monitors.create(TEAM, request({ webhook }));
    const run = await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect(deliveries).toMatchObject([
      { type: 'monitor.page', success: true, id: run.id, data: [{ url: 'http://shop/tea', status: 'new' }] },
      { type: 'monitor.check.completed', success: true, id: run.id, data: [{ monitorId: id, status: 'completed' }] },
    ]);
    expect(deliveries[0]).toMatchObject({ metadata: { k: 'v' } });
    expect((await checks.find(id, run.id))?.notificationStatus).toMatchObject({ webhook: { attempted: true } });
  });

  it('gets only the events that it subscribes to', async () => {
    const { monitors, scheduler } = monitoringOf(site({ 'http://shop/tea': 'Tea' }));
    const { id } = await monitors.create(
      TEAM,
      request({ webhook: { ...webhook, events: ['monitor.check.completed'] } }),
    );
    await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect(deliveries.map(({ type }) => type)).toEqual(['monitor.check.completed']);
  });
});

describe('a full disk', () => {
  it('ends the check, which records that once the disk has space, and delays no later one', async () => {
    const storage = createTestDisk();
    let isFirst = true;
    database = storage.database;
    stores = openStores(database, clock);
    const shop = site({ 'http://shop/tea': 'Tea' });
    const { monitors, checks, scheduler } = monitoringBy({
      async scrape({ url }) {
        storage.isFull = isFirst;
        isFirst = false;
        return shop.scraped(url);
      },
    });
    const { id } = await monitors.create(TEAM, request({ webhook: { url: 'http://receiver/' } }));
    const run = await scheduler.run(TEAM, id);
    await eventually(() => logged).toContainEqual(
      expect.stringMatching(/^The end of check .*The disk .* is full.* It is tried again in 1 s\.$/),
    );
    // The next one is due and cannot be noted either.
    await clock.advance(HOUR_MS);
    expect(await checks.list(id, { limit: 10, skip: 0 })).toMatchObject([{ status: 'running' }]);

    storage.isFull = false;
    await clock.advance(60_000);
    await eventually(async () => (await checks.find(id, run.id))?.status).toBe('failed');
    expect((await checks.find(id, run.id))?.error).toBe(
      'The disk of this server was full: what was found could not be stored.',
    );
    expect(deliveries[0]).toMatchObject({ type: 'monitor.check.completed', success: false });
    await clock.advance(HOUR_MS);
    await scheduler.idle();
    expect(await checks.list(id, { limit: 1, skip: 0 })).toMatchObject([{ status: 'completed', trigger: 'scheduled' }]);
  });

  it('is no fault of the page that could not be stored', async () => {
    const { monitors, checks, scheduler } = monitoringBy({
      scrape: () => Promise.reject(new StorageFull('/srv/pages.db', undefined)),
    });
    const { id } = await monitors.create(TEAM, request());
    const run = await scheduler.run(TEAM, id);
    await scheduler.idle();
    expect(await checks.find(id, run.id)).toMatchObject({
      status: 'failed',
      error: 'The disk of this server was full: what was found could not be stored.',
      summary: { totalPages: 0 },
    });
  });
});

describe('a server that stops in the middle of a check', () => {
  it('leaves the rest to the next one, which reads, tells and charges nothing again', async () => {
    const shop = site({ 'http://shop/tea': 'Tea', 'http://shop/milk': 'Milk', 'http://shop/jam': 'Jam' });
    const asked: string[] = [];
    const { closed } = gate();
    const monitoring = (hold?: string) =>
      monitoringBy({
        async scrape({ url }) {
          asked.push(url);
          if (url === hold) await closed;
          return shop.scraped(url);
        },
      });
    const before = monitoring('http://shop/milk');
    const targets = [{ type: 'scrape' as const, urls: Object.keys(shop.pages) }];
    const { id } = await before.monitors.create(TEAM, request({ targets, webhook: { url: 'http://receiver/' } }));
    const { id: cut } = await before.scheduler.run(TEAM, id);
    await eventually(() => asked).toEqual(['http://shop/tea', 'http://shop/milk']);
    asked.length = 0;

    const after = monitoring();
    await eventually(() => after.checks.find(id, cut)).toMatchObject({ status: 'completed', summary: { new: 3 } });
    expect(asked).toEqual(['http://shop/milk', 'http://shop/jam']);
    expect((await after.monitors.get(TEAM, id)).currentCheckId).toBeNull();
    const told = deliveries.map(({ data }) => (data as { url?: string }[])[0]?.url);
    expect(told).toEqual([...Object.keys(shop.pages), undefined]);
    expect(await stores.ledger.latest(10)).toHaveLength(3);
  });
});
