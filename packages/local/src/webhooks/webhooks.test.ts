import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createVirtualClock } from '@trawl/base/clock';
import type { JobWebhook } from '@trawl/client';
import { Fetcher } from '@trawl/web/fetch';
import type { Fetch } from '@trawl/web/fetch-types';
import { describe, expect, onTestFinished, test } from 'vitest';
import { site } from '../../test/crawl/site.js';
import { eventually } from '../../test/eventually.js';
import { createTestDisk } from '../../test/full-disk.js';
import { JobEngine } from '../jobs/engine.js';
import type { Job } from '../store/job-store.js';
import type { Database } from '../store/sqlite/database.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import type { Stores } from '../store/stores.js';
import type { Delivery, WebhookSender } from './delivery.js';
import { DELIVERY_TIME_MS, PAUSES_MS } from './receiver-state.js';
import { createWebhooks, type WebhookDependencies } from './webhooks.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers with these statuses in turn, and then with 200. */
async function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const { url } = await site({
    '/hook': async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('thanks');
    },
  });
  return { url: `${url}/hook`, received, types: () => received.map(({ body }) => JSON.parse(body).type) };
}

/** A receiver that keeps its answers back when it is told to, until they are released. */
async function holdingReceiver() {
  const received: Received[] = [];
  const waiting: ((status: number) => void)[] = [];
  let isHolding = false;
  const { url } = await site({
    '/hook': async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      const status = isHolding ? await new Promise<number>((resolve) => waiting.push(resolve)) : 200;
      response.writeHead(status).end();
    },
  });
  return {
    url: `${url}/hook`,
    received,
    types: () => received.map(({ body }) => JSON.parse(body).type),
    hold() {
      isHolding = true;
    },
    release(status: number) {
      for (const answer of waiting.splice(0)) answer(status);
    },
  };
}

function sender(
  changes: Partial<WebhookDependencies> & { database?: Database; stores?: Stores; allowPrivateNetworks?: boolean } = {},
) {
  const { allowPrivateNetworks = true, ...others } = changes;
  const clock = createVirtualClock();
  const fetcher = new Fetcher({ userAgent: 'TrawlLocal/test', allowPrivateNetworks });
  const database = changes.database ?? openDatabase();
  const stores = changes.stores ?? openStores(database, clock);
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const engine = new JobEngine({ stores, clock, log });
  const sender = createWebhooks({ engine, clock, fetch: fetcher.fetch, log, ...others });
  engine.run();
  const webhooks = Object.assign(sender, { idle: () => eventually(() => stores.jobs.running()).toEqual([]) });
  const deliver = (delivery: Omit<Delivery, 'team'>) =>
    stores.transaction((bound) => webhooks.deliver(bound, { team: 'team', ...delivery }));
  const close = async () => {
    await engine.close();
    await fetcher.close();
  };
  onTestFinished(close);
  return { webhooks, deliver, stores, clock, logged, database, close };
}

const event = (type: string, id = 'job-1') => ({ success: true, type, id, data: [] });

describe('a delivery', () => {
  test('is posted as JSON, with the headers of the webhook', async () => {
    const { url, received } = await receiver();
    const { webhooks, deliver } = sender();
    await deliver({ webhook: { url, headers: { 'x-mine': '1' } }, event: event('crawl.started') });
    await webhooks.idle();
    expect(received).toEqual([
      {
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'user-agent': 'TrawlLocal/test',
          'x-mine': '1',
        }),
        body: JSON.stringify(event('crawl.started')),
      },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('x-firecrawl-signature');
  });

  const recorded: { secret: string; headers: Record<string, string>; rawBody: string }[] = readFileSync(
    new URL('../../../../test/fixtures/webhooks.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  test.each(recorded.map((each) => [JSON.parse(each.rawBody).type as string, each] as const))(
    'is signed as real servers sign it: %s',
    async (_, { secret, headers, rawBody }) => {
      const { url, received } = await receiver();
      const { webhooks, deliver } = sender({ secret });
      await deliver({ webhook: { url, headers: { 'x-firecrawl-signature': 'mine' } }, event: JSON.parse(rawBody) });
      await webhooks.idle();
      expect(received).toMatchObject([
        { body: rawBody, headers: { 'x-firecrawl-signature': headers['x-firecrawl-signature'] } },
      ]);
    },
  );

  test('is made only for the events that the webhook names', async () => {
    const { url, types } = await receiver();
    const { webhooks, deliver } = sender();
    const webhook: JobWebhook = { url, events: ['completed', 'page'] };
    for (const name of ['started', 'page', 'failed', 'completed']) {
      await deliver({ webhook, event: event(`batch_scrape.${name}`) });
    }
    await webhooks.idle();
    expect(types()).toEqual(['batch_scrape.page', 'batch_scrape.completed']);
  });

  test('of a job follows the first attempt of those that it has to follow, and those of pages are made at once', async () => {
    const { url, types, hold, release } = await holdingReceiver();
    const { webhooks, deliver, clock } = sender();
    hold();
    await deliver({ webhook: { url }, event: event('crawl.started') });
    for (let page = 0; page < 3; page++) await deliver({ webhook: { url }, event: event('crawl.page'), isPart: true });
    await deliver({ webhook: { url }, event: event('crawl.completed') });
    await deliver({ webhook: { url }, event: event('crawl.started', 'job-2') });
    await eventually(types).toEqual(['crawl.started', 'crawl.started']);
    // Also a failed attempt is one.
    release(500);
    await eventually(types).toHaveLength(5);
    expect(types().slice(2)).toEqual(['crawl.page', 'crawl.page', 'crawl.page']);
    release(500);
    await eventually(types).toHaveLength(6);
    expect(types()[5]).toBe('crawl.completed');
    release(200);
    await clock.advance(1_000);
    await eventually(types).toHaveLength(11);
    release(200);
    await webhooks.idle();
  });

  test('is one of ten at once for a receiver, over all jobs of a team', async () => {
    const { url, received, hold, release } = await holdingReceiver();
    const { webhooks, deliver } = sender();
    hold();
    for (let job = 0; job < 12; job++) await deliver({ webhook: { url }, event: event('crawl.started', `job-${job}`) });
    await eventually(() => received).toHaveLength(10);
    const other = await receiver();
    await deliver({ webhook: { url: other.url }, event: event('crawl.started') });
    await eventually(other.types).toEqual(['crawl.started']);
    expect(received).toHaveLength(10);
    release(200);
    await eventually(() => received).toHaveLength(12);
    release(200);
    await webhooks.idle();
  });

  test('has the number of its event among those of the job for the receiver', async () => {
    const { url, received } = await receiver();
    const { webhooks, deliver, stores } = sender();
    await stores.jobs.create({ id: 'job-1', kind: 'webhook', team: 'team', request: { url } });
    const webhook: JobWebhook = { url, events: ['page', 'completed'], headers: { 'x-trawl-event-number': 'mine' } };
    for (const name of ['started', 'page', 'page', 'completed']) {
      await deliver({ webhook, event: event(`crawl.${name}`) });
    }
    await eventually(() => received).toHaveLength(3);
    expect(received.map(({ headers }) => headers['x-trawl-event-number'])).toEqual(['1', '2', '3']);
    await stores.jobs.delete((await stores.jobs.find('job-1')) as Job);
    await webhooks.idle();
  });

  test('is not forgotten when it comes just as the last one was sent', async () => {
    const { url, types } = await receiver();
    const database = openDatabase();
    const { deliver } = sender({ database });
    const late = [event('crawl.completed')];
    const { all } = database;
    database.all = (sql, ...values) => {
      const rows = all.call(database, sql, ...values);
      const next = /from "job_tasks"/.test(sql) && rows.length === 0 ? late.pop() : undefined;
      if (next) void deliver({ webhook: { url }, event: next });
      return rows as never;
    };
    await deliver({ webhook: { url }, event: event('crawl.started') });
    await eventually(types).toEqual(['crawl.started', 'crawl.completed']);
  });

  test('is dropped with the transaction that it belongs to', async () => {
    const { url, types } = await receiver();
    const { webhooks, deliver, stores } = sender();
    const failing = stores.transaction(async (bound) => {
      await webhooks.deliver(bound, { team: 'team', webhook: { url }, event: event('crawl.page') });
      throw new Error('not stored');
    });
    await expect(failing).rejects.toThrow('not stored');
    await deliver({ webhook: { url }, event: event('crawl.completed') });
    await webhooks.idle();
    expect(types()).toEqual(['crawl.completed']);
  });
});

describe('a receiver that fails', () => {
  test('is tried again for a day, each time after a longer wait, and other events do not wait', async () => {
    const { url, types } = await receiver(...PAUSES_MS.flatMap(() => [500, 200]), 404);
    const { webhooks, deliver, clock, logged } = sender();
    await deliver({ webhook: { url }, event: event('crawl.page', 'failing') });
    await eventually(types).toHaveLength(1);
    for (const [before, wait] of PAUSES_MS.entries()) {
      await eventually(() => logged).toHaveLength(before + 1);
      await deliver({ webhook: { url }, event: event('crawl.page') });
      await eventually(types).toHaveLength(2 * before + 2);
      await clock.advance(wait - 1);
      expect(types()).toHaveLength(2 * before + 2);
      await clock.advance(1);
      await eventually(types).toHaveLength(2 * before + 3);
    }
    await webhooks.idle();
    expect(logged.slice(0, 2)).toEqual([
      `webhook: crawl.page of failing to ${new URL(url).origin}: It answered 500. Next try in 1 s.`,
      `webhook: crawl.page of failing to ${new URL(url).origin}: It answered 500. Next try in 5 s.`,
    ]);
    expect(logged.at(-1)).toBe(
      `webhook: crawl.page of failing to ${new URL(url).origin}: It answered 404. It is not tried again.`,
    );
    const total = PAUSES_MS.reduce((sum, pause) => sum + pause);
    expect(total).toBeLessThan(DELIVERY_TIME_MS);
    expect(total).toBeGreaterThan(0.95 * DELIVERY_TIME_MS);
  });

  test('for ten events in a row gets one at a time, and all of them when it has taken one', async () => {
    let isAway = true;
    const received: string[] = [];
    const { url } = await site({
      '/hook': async (request, response) => {
        received.push(JSON.parse(await text(request)).id);
        response.writeHead(isAway ? 500 : 200).end();
      },
    });
    const { webhooks, deliver, clock } = sender();
    const ids = Array.from({ length: 40 }, (_, job) => `job-${job}`);
    for (const id of ids) await deliver({ webhook: { url: `${url}/hook` }, event: event('crawl.started', id) });
    await eventually(async () => (await webhooks.deliveries()).every(({ nextAt }) => nextAt !== undefined)).toBe(true);
    const atFirst = received.length;
    expect(atFirst).toBeLessThan(20);
    for (const [index, pause] of [1_000, 5_000, 30_000].entries()) {
      await clock.advance(pause - 1);
      expect(received).toHaveLength(atFirst + index);
      await clock.advance(1);
      await eventually(() => received).toHaveLength(atFirst + index + 1);
      await eventually(async () => (await webhooks.deliveries())[0]?.nextAt).toBeDefined();
    }
    isAway = false;
    await clock.advance(120_000);
    await webhooks.idle();
    expect(new Set(received)).toEqual(new Set(ids));
    expect(received).toHaveLength(atFirst + 3 + ids.length);
  });

  test('for more than a day gets no older events, and the log says how many', async () => {
    const { url, received } = await receiver(...Array(200).fill(500));
    const { webhooks, deliver, clock, logged } = sender();
    for (let job = 0; job < 100; job++) await deliver({ webhook: { url }, event: event('crawl.started', `${job}`) });
    await eventually(() => received.length).toBeGreaterThanOrEqual(10);
    await clock.advance(1_000);
    for (let hour = 0; hour < 26; hour++) {
      await eventually(async () => (await webhooks.waiting()) === 0 || (await isAtRest(webhooks))).toBe(true);
      await clock.advance(3_600_000);
    }
    await webhooks.idle();
    expect(received.length).toBeLessThan(60);
    expect((await webhooks.deliveries()).every(({ isOver, attempts }) => isOver && attempts.at(-1)?.problem)).toBe(
      true,
    );
    await deliver({ webhook: { url }, event: event('crawl.started', 'new') });
    await eventually(() => received.at(-1)?.body).toContain('new');
    expect(logged.join()).not.toContain('undefined');
  });

  test('is left in peace for as long as it asks', async () => {
    const received: string[] = [];
    const { url } = await site({
      '/hook': async (request, response) => {
        received.push(JSON.parse(await text(request)).type);
        response.writeHead(received.length === 1 ? 429 : 200, { 'retry-after': '600' }).end();
      },
    });
    const { webhooks, deliver, clock, logged } = sender();
    const webhook = { url: `${url}/hook` };
    await deliver({ webhook, event: event('crawl.started') });
    await eventually(() => logged).toHaveLength(1);
    await deliver({ webhook, event: event('crawl.completed') });
    await clock.advance(599_999);
    expect(received).toEqual(['crawl.started']);
    await clock.advance(1);
    await webhooks.idle();
    expect(received.toSorted()).toEqual(['crawl.completed', 'crawl.started', 'crawl.started']);
    expect(logged).toEqual([expect.stringContaining('It answered 429. Next try in 600 s.')]);
  });

  test('for ever says so, and does not get the event again', async () => {
    const { url, types } = await receiver(410);
    const { webhooks, deliver, logged } = sender();
    await deliver({ webhook: { url }, event: event('crawl.started') });
    await webhooks.idle();
    expect(types()).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining('It answered 410. It is not tried again.')]);
  });

  test('in a private network is not tried at all, unless that is allowed', async () => {
    const { url, received } = await receiver();
    const { webhooks, deliver, logged } = sender({ allowPrivateNetworks: false });
    await deliver({ webhook: { url }, event: event('crawl.started') });
    await webhooks.idle();
    expect(received).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/is not a public address.*It is not tried again\.$/)]);
  });
});

test('what a server did not deliver before it was closed is delivered by the next, at its time', async () => {
  const { url, types } = await receiver(500);
  const first = sender();
  await first.deliver({ webhook: { url }, event: event('crawl.started') });
  await first.deliver({ webhook: { url }, event: event('crawl.completed') });
  await eventually(() => first.logged).toHaveLength(1);
  await eventually(types).toEqual(['crawl.started', 'crawl.completed']);
  // What became of each is stored.
  const open = () => first.database.all("select key from job_tasks where state <> 'done' and due_at is null");
  await eventually(open).toEqual([]);
  await first.close();
  const second = sender({ database: first.database });
  await second.clock.advance(999);
  expect(types()).toEqual(['crawl.started', 'crawl.completed']);
  await second.clock.advance(1);
  await second.webhooks.idle();
  expect(types()).toEqual(['crawl.started', 'crawl.completed', 'crawl.started']);
});

test('what was delivered while the disk was full is taken out when there is room, and not delivered again', async () => {
  const { url, types } = await receiver();
  const storage = createTestDisk();
  const { webhooks, deliver, clock, logged } = sender({ database: storage.database });
  await deliver({ webhook: { url }, event: event('crawl.started') });
  await deliver({ webhook: { url }, event: event('crawl.completed') });
  storage.isFull = true;
  await eventually(() => logged).toEqual([
    expect.stringMatching(/^webhook receiver:\w+: The disk .* is full.* It is tried again in 1 s\.$/),
  ]);
  storage.isFull = false;
  await advanceUntilIdle(webhooks, clock);
  expect(types()).toEqual(['crawl.started', 'crawl.completed']);
  expect(storage.database.all('select * from job_tasks')).toEqual([]);
});

test('a server that cannot make a delivery at all gives it up, and makes the next', async () => {
  const { url, types } = await receiver();
  const fetcher = new Fetcher({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
  onTestFinished(() => fetcher.close());
  const fetch: Fetch = async (request) => {
    if (request.post?.includes('crawl.started')) throw new TypeError('This one not');
    return fetcher.fetch(request);
  };
  const { webhooks, deliver, clock, logged } = sender({ fetch });
  await deliver({ webhook: { url }, event: event('crawl.started') });
  await deliver({ webhook: { url }, event: event('crawl.completed') });
  await advanceUntilIdle(webhooks, clock);
  expect(types()).toEqual(['crawl.completed']);
  expect(logged.at(-1)).toBe(
    `webhook: crawl.started of job-1 to ${new URL(url).origin}: This one not It is not tried again.`,
  );
});

/** Whether all deliveries are over or wait for their next attempt. */
async function isAtRest(webhooks: Pick<WebhookSender, 'deliveries'>): Promise<boolean> {
  return (await webhooks.deliveries()).every(({ isOver, nextAt }) => isOver || nextAt !== undefined);
}

/** Moves the clock on whenever nothing else happens. */
async function advanceUntilIdle(webhooks: { idle(): Promise<void> }, clock: { advance(ms: number): Promise<void> }) {
  let idle = false;
  const done = webhooks.idle().then(() => {
    idle = true;
  });
  while (!idle) await clock.advance(1_000);
  await done;
}
