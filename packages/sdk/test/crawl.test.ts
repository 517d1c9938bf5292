import { describe, expect, it } from 'vitest';
import { PaginationError } from '../src/errors/index.js';
import type { JobDriver, JobOptions, JobPage } from '../src/jobs/driver.js';
import { Job } from '../src/jobs/job.js';
import { byOffset } from '../src/pagination/offset.js';
import { Paginated } from '../src/pagination/paginated.js';
import { positionKey, positionOf } from '../src/pagination/position.js';
import type { Call, CallLimits } from '../src/transport/call.js';
import { type Behaviour, failing, json, MisbehavingServer, page, redirect, reset } from './misbehaving-server.js';
import { failureOf, KEY, type Sender, sender } from './sending.js';

interface Status {
  readonly status: string;
  readonly next?: string;
  readonly data: number[];
}

/** A crawl as a resource would describe it, over the wire. */
function crawl({ send, clock }: Sender, options: JobOptions = {}, call: CallLimits = {}) {
  const made = (known: Partial<Call>, limits: CallLimits, method: string, path: string) =>
    send({ ...known, ...call, ...limits }, { method, path, body: '{}' });
  const driver: JobDriver<number, JobPage<number>, number[]> = {
    operation: 'startCrawl',
    start: async (limits) => {
      const known = { operation: 'startCrawl', repeatSafe: false };
      const { data } = await made(known, limits, 'POST', '/v2/crawl');
      return (data as { id: string }).id;
    },
    positionAt: (id) => `/v2/crawl/${id}`,
    poll: async (_, position, limits) => {
      const { data } = await made({ operation: 'getCrawl', mayFail: true }, limits, 'GET', position);
      const { next, data: items, ...rest } = data as Status;
      return { ...rest, items, next: next && positionOf(next, position) };
    },
    cancel: (id, limits) => made({ operation: 'cancelCrawl' }, limits, 'DELETE', `/v2/crawl/${id}`),
    finish: (_, items) => items,
  };
  return new Job(driver, options, clock);
}

const started = json({ success: true, id: '7' });
const pageOf = (data: number[], next?: string, status = 'completed'): Behaviour =>
  json({ success: true, status, data, ...(next && { next }) });

describe('a crawl over the wire', () => {
  it('survives a burst of 503 while waiting, although nothing is to be retried', async () => {
    const busy = failing(503, 'Busy', {}, { 'retry-after': '3' });
    await using server = await MisbehavingServer.start(started, busy, busy, reset, page(502), pageOf([1, 2]));
    const { clock, ...rest } = sender(server.url);
    await expect(crawl({ clock, ...rest }, {}, { maxRetries: 0 })).resolves.toEqual([1, 2]);
    expect(clock.waits).toEqual([2000, 3000, 4500, 6750, 10_125]);
  });

  it('takes the key nowhere but home, wherever its links and redirects lead', async () => {
    await using elsewhere = await MisbehavingServer.start(pageOf([66]));
    await using server = await MisbehavingServer.start(
      started,
      pageOf([1, 2], `${elsewhere.url}/v2/crawl/7?skip=2`),
      pageOf([3], `//${new URL(elsewhere.url).host}/v2/crawl/7?skip=3`),
      redirect(`${elsewhere.url}/v2/crawl/7?skip=3`),
    );
    const error = await failureOf(crawl(sender(server.url)));
    expect(error).toMatchObject({ status: 307, received: [1, 2, 3], cursor: '/v2/crawl/7?skip=3', jobId: '7' });
    expect(elsewhere.received).toEqual([]);
    const home = server.received.map(({ method, path, headers }) => `${method} ${path} ${headers.authorization}`);
    expect(home).toEqual([
      `POST /v2/crawl Bearer ${KEY}`,
      `GET /v2/crawl/7 Bearer ${KEY}`,
      `GET /v2/crawl/7?skip=2 Bearer ${KEY}`,
      `GET /v2/crawl/7?skip=3 Bearer ${KEY}`,
    ]);
  });

  it.each(['/proxy/v2', '/v2'])('finds its pages below a base URL with a path when links say %s', async (path) => {
    await using server = await MisbehavingServer.start(
      started,
      pageOf([1, 2], `http://elsewhere.test${path}/crawl/7?skip=2`),
      pageOf([3]),
    );
    const baseUrl = `${server.url}/proxy`;
    await expect(crawl(sender(baseUrl))).resolves.toEqual([1, 2, 3]);
    expect(server.received.at(-1)?.path).toBe('/proxy/v2/crawl/7?skip=2');
  });

  it('whose start is answered success: false does not begin', async () => {
    await using server = await MisbehavingServer.start(failing(200, 'No such site', { status: 'failed' }));
    const error = await failureOf(crawl(sender(server.url)));
    expect(error.message).toBe('startCrawl was answered with success: false: No such site.');
    expect(server.received).toHaveLength(1);
  });

  it('does not start twice when nobody knows whether it started', async () => {
    await using server = await MisbehavingServer.start(reset, started);
    await expect(crawl(sender(server.url))).rejects.toMatchObject({ possiblyStarted: true, attempts: 1 });
    expect(server.received).toHaveLength(1);
  });
});

describe('a listing over the wire', () => {
  const listing = ({ send }: Sender) =>
    new Paginated<number>({
      operation: 'listMonitors',
      keyOf: positionKey,
      cursor: '/v2/monitor',
      fetchPage: async (cursor = '') => {
        const { data } = await send({ operation: 'listMonitors' }, { method: 'GET', path: cursor });
        const { data: items, next } = data as Status;
        return { items, next: next && positionOf(next, cursor) };
      },
    });

  it('retries a page that fails, and loses nothing', async () => {
    await using server = await MisbehavingServer.start(
      pageOf([1, 2], '/v2/monitor?offset=2'),
      failing(502),
      reset,
      pageOf([3], '/v2/monitor?offset=3'),
      pageOf([4]),
    );
    await expect(listing(sender(server.url))).resolves.toEqual([1, 2, 3, 4]);
  });

  it('says what it has and where to go on when a page stays broken', async () => {
    const pages = [1, 2, 3, 4, 5, 6].map((number) => pageOf([number], `/v2/monitor?offset=${number}`));
    await using server = await MisbehavingServer.start(...pages, failing(502));
    const error = await failureOf(listing(sender(server.url)));
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({
      received: [1, 2, 3, 4, 5, 6],
      cursor: '/v2/monitor?offset=6',
      status: 502,
      attempts: 3,
    });
  });

  it('ends when the link leads to its own page', async () => {
    await using server = await MisbehavingServer.start(pageOf([1, 2], '/v2/monitor?offset=0&limit=25'));
    await expect(listing(sender(server.url))).resolves.toEqual([1, 2]);
    expect(server.received).toHaveLength(1);
  });

  it('by offset goes on past a short page', async () => {
    const pages: Record<string, number[]> = { '0': [1, 2, 3], '3': [4] };
    await using server = await MisbehavingServer.start((response, { path }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: pages[path.split('=')[1] ?? ''] ?? [] }));
    });
    const { send } = sender(server.url);
    const items = new Paginated({
      operation: 'listMonitors',
      fetchPage: byOffset(async (offset) => {
        const { data } = await send({}, { method: 'GET', path: `/v2/monitor?offset=${offset}` });
        return (data as Status).data;
      }),
    });
    await expect(items).resolves.toEqual([1, 2, 3, 4]);
  });
});
