import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JobWebhook } from '@trawl/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { site } from '../../test/crawl/site.js';
import { eventually } from '../../test/eventually.js';
import { createTestDisk } from '../../test/full-disk.js';
import { createVirtualClock } from '../base/clock.js';
import { openJobEngine } from '../jobs/engine.js';
import type { Database } from '../store/sqlite/database.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import type { Stores } from '../store/stores.js';
import { createFetch } from '../web/fetch.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Delivery } from './delivery.js';
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

function sender(
  changes: Partial<WebhookDependencies> & { database?: Database; stores?: Stores; allowPrivateNetworks?: boolean } = {},
) {
  const { allowPrivateNetworks = true, ...others } = changes;
  const clock = createVirtualClock();
  const fetcher = createFetch({ userAgent: 'TrawlLocal/test', allowPrivateNetworks });
  const database = changes.database ?? openDatabase();
  const stores = changes.stores ?? openStores(database, clock);
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const engine = openJobEngine({ stores, clock, log });
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

  test('of a job arrives in its order, and does not wait for those of others', async () => {
    const { url, types } = await receiver(500);
    const other = await receiver();
    const { webhooks, deliver, clock } = sender();
    await deliver({ webhook: { url }, event: event('crawl.started') });
    await deliver({ webhook: { url }, event: event('crawl.completed') });
    await deliver({ webhook: { url: other.url }, event: event('crawl.started', 'job-2') });
    await eventually(other.types).toEqual(['crawl.started']);
    await eventually(types).toEqual(['crawl.started']);
    await advanceUntilIdle(webhooks, clock);
    expect(types()).toEqual(['crawl.started', 'crawl.started', 'crawl.completed']);
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
  test('is tried again, each time after a longer wait', async () => {
    const { url, received } = await receiver(500, 302, 404);
    const { webhooks, deliver, clock, logged } = sender();
    await deliver({ webhook: { url }, event: event('crawl.started') });
    for (const [before, wait] of [1_000, 5_000, 25_000].entries()) {
      const attempts = before + 1;
      await eventually(() => logged).toHaveLength(attempts);
      await clock.advance(wait - 1);
      expect(received).toHaveLength(attempts);
      await clock.advance(1);
      await eventually(() => received).toHaveLength(attempts + 1);
    }
    await webhooks.idle();
    expect(logged).toEqual([
      `webhook: crawl.started of job-1 to ${new URL(url).origin}: It answered 500. Next try in 1 s.`,
      `webhook: crawl.started of job-1 to ${new URL(url).origin}: It answered 302. Next try in 5 s.`,
      `webhook: crawl.started of job-1 to ${new URL(url).origin}: It answered 404. Next try in 25 s.`,
    ]);
  });

  test('is given up, and then tried once for each event until it is there again', async () => {
    const { url, types } = await receiver(500, 500, 500, 500, 500, 200, 500);
    const { webhooks, deliver, clock, logged } = sender();
    for (const name of ['started', 'page', 'page', 'completed']) {
      await deliver({ webhook: { url }, event: event(`crawl.${name}`) });
    }
    await advanceUntilIdle(webhooks, clock);
    expect(types()).toEqual([
      ...['started', 'started', 'started', 'started'].map((name) => `crawl.${name}`),
      ...['page', 'page', 'completed', 'completed'].map((name) => `crawl.${name}`),
    ]);
    expect(logged.filter((line) => line.endsWith('It is not tried again.'))).toHaveLength(2);
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

test('what a server did not deliver before it was closed is delivered by the next', async () => {
  const { url, types } = await receiver(500);
  const first = sender();
  await first.deliver({ webhook: { url }, event: event('crawl.started') });
  await first.deliver({ webhook: { url }, event: event('crawl.completed') });
  await eventually(() => first.logged).toHaveLength(1);
  await first.close();
  const second = sender({ database: first.database });
  await second.webhooks.idle();
  expect(types()).toEqual(['crawl.started', 'crawl.started', 'crawl.completed']);
});

test('what was delivered while the disk was full is taken out when there is room, and not delivered again', async () => {
  const { url, types } = await receiver();
  const storage = createTestDisk();
  const { webhooks, deliver, clock, logged } = sender({ database: storage.database });
  await deliver({ webhook: { url }, event: event('crawl.started') });
  await deliver({ webhook: { url }, event: event('crawl.completed') });
  storage.isFull = true;
  await eventually(() => logged).toEqual([
    expect.stringMatching(/^webhook events:job-1: The disk .* is full.* It is tried again in 1 s\.$/),
  ]);
  storage.isFull = false;
  await advanceUntilIdle(webhooks, clock);
  expect(types()).toEqual(['crawl.started', 'crawl.completed']);
  expect(storage.database.all('select * from job_tasks')).toEqual([]);
});

test('a server that cannot make a delivery at all gives it up, and makes the next', async () => {
  const { url, types } = await receiver();
  const fetcher = createFetch({ userAgent: 'TrawlLocal/test', allowPrivateNetworks: true });
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

/** Moves the clock on whenever nothing else happens. */
async function advanceUntilIdle(webhooks: { idle(): Promise<void> }, clock: { advance(ms: number): Promise<void> }) {
  let idle = false;
  const done = webhooks.idle().then(() => {
    idle = true;
  });
  while (!idle) await clock.advance(1_000);
  await done;
}
