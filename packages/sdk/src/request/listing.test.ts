import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { type Behaviour, failing, json, MisbehavingServer, redirect, reset } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { AbortedError, ConfigurationError, NotFoundError, PaginationError } from '../errors/index.js';
import type { Paginated } from '../pagination/paginated.js';
import type { Trawl } from '../trawl.js';
import type { CallOptions } from './invoke.js';

const ids = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `m-${first + index}` }));
const monitors = (first: number, count: number) => json({ success: true, data: ids(first, count) });
const checked = (pages: number, next?: string | null, inside?: string): Behaviour =>
  json({ success: true, next, data: { id: 'c', pages: ids(0, pages), next: inside } });
const activity = (first: number, count: number, cursor?: string | null) =>
  json({ success: true, data: ids(first, count), cursor, has_more: Boolean(cursor) });
const requestsOf = ({ received }: MisbehavingServer) => received.map(({ path }) => path.replace(/^\/v2/, ''));

describe('a listing by offset', () => {
  it('goes on past a short page and ends at an empty one', async () => {
    await using server = await MisbehavingServer.start(
      monitors(0, 100),
      monitors(100, 3),
      monitors(103, 1),
      monitors(0, 0),
    );
    expect(await clientOf(server).monitors.list()).toEqual(ids(0, 104));
    expect(requestsOf(server)).toEqual([0, 100, 103, 104].map((offset) => `/monitor?limit=100&offset=${offset}`));
  });

  it('gives as many as are wanted in all, and asks for no more', async () => {
    await using server = await MisbehavingServer.start(monitors(0, 100), monitors(100, 100));
    const trawl = clientOf(server);
    expect(await trawl.monitors.list({ limit: 150 })).toHaveLength(150);
    expect(requestsOf(server)).toHaveLength(2);
    expect(await trawl.monitors.list({ limit: 0 })).toEqual([]);
    expect(requestsOf(server)).toHaveLength(2);
    await trawl.monitors.checks('m', { limit: 5, status: 'failed' });
    expect(requestsOf(server).at(-1)).toBe('/monitor/m/checks?limit=5&offset=0&status=failed');
  });

  it('asks for no more than is still wanted, and has a bookmark after that', async () => {
    await using server = await MisbehavingServer.start((response, request) => {
      const query = new URL(request.path, server.url).searchParams;
      monitors(Number(query.get('offset')), Number(query.get('limit')))(response, request);
    });
    const pages = [];
    for await (const { items, next } of clientOf(server).monitors.list({ limit: 250 }).pages())
      pages.push([items.length, next]);
    expect(pages).toEqual([
      [100, '100'],
      [100, '200'],
      [50, '250'],
    ]);
    expect(requestsOf(server).at(-1)).toBe('/monitor?limit=50&offset=200');
  });

  it('asks for the next page only when it is wanted, and for nothing before the first', async () => {
    await using server = await MisbehavingServer.start(monitors(0, 2), monitors(2, 2), monitors(0, 0));
    const listing = clientOf(server).monitors.list();
    expect(requestsOf(server)).toEqual([]);
    const asking: number[] = [];
    for await (const _ of listing) asking.push(requestsOf(server).length);
    expect(asking).toEqual([1, 1, 2, 2]);
  });

  it('retries a page that fails, and loses nothing', async () => {
    await using server = await MisbehavingServer.start(
      monitors(0, 100),
      failing(502),
      reset,
      monitors(100, 3),
      monitors(0, 0),
    );
    expect(await clientOf(server).monitors.list()).toEqual(ids(0, 103));
    expect(requestsOf(server)).toEqual([0, 100, 100, 100, 103].map((offset) => `/monitor?limit=100&offset=${offset}`));
  });

  it('that breaks off has what came and where to go on, and the rest from there', async () => {
    const down = failing(500);
    await using server = await MisbehavingServer.start(monitors(0, 100), monitors(100, 100), down, down, down);
    const trawl = clientOf(server);
    const error = await failureOf(trawl.monitors.list());
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ operation: 'listMonitors', status: 500, attempts: 3, cursor: '200' });
    expect(error.received).toEqual(ids(0, 200));
    server.will(monitors(200, 7), monitors(0, 0));
    expect(await trawl.monitors.list({ cursor: error.cursor as string })).toEqual(ids(200, 7));
  });

  it('that fails at once has its plain error', async () => {
    await using server = await MisbehavingServer.start(failing(404));
    expect(await failureOf(clientOf(server).monitors.checks('m'))).toBeInstanceOf(NotFoundError);
  });
});

describe('a listing by link', () => {
  const first = '/v2/monitor/m/checks/c';

  it('follows links beside the data or inside of it, with all that they say', async () => {
    await using server = await MisbehavingServer.start(
      checked(1, `https://elsewhere.test${first}?skip=1&limit=1&token=a%20b`),
      checked(1, undefined, `${first}?skip=2`),
      checked(1, null),
    );
    expect(await clientOf(server).monitors.pages('m', 'c', { status: 'changed' })).toHaveLength(3);
    expect(requestsOf(server)).toEqual([
      '/monitor/m/checks/c?limit=100&skip=0&status=changed',
      '/monitor/m/checks/c?limit=1&skip=1&token=a%20b&status=changed',
      '/monitor/m/checks/c?limit=100&skip=2&status=changed',
    ]);
  });

  it.each([`${first}?skip=1`, `/api${first}?skip=1`])('follows %s below a base URL with a path', async (link) => {
    await using server = await MisbehavingServer.start(checked(1, `http://elsewhere.test${link}`), checked(1));
    await clientOf(server, { baseUrl: `${server.url}/api` }).monitors.pages('m', 'c');
    expect(server.received.map(({ path }) => path)).toEqual([
      `/api${first}?limit=100&skip=0`,
      `/api${first}?limit=100&skip=1`,
    ]);
  });

  it('ends where a link leads back', async () => {
    await using server = await MisbehavingServer.start(checked(1, `${first}?limit=5&skip=0`));
    expect(await clientOf(server).monitors.pages('m', 'c')).toHaveLength(1);
    expect(server.received).toHaveLength(1);
  });

  it('goes on from the cursor of its error', async () => {
    const down = failing(503);
    await using server = await MisbehavingServer.start(
      checked(2, `${first}?skip=2`),
      checked(2, `${first}?skip=4`),
      down,
      down,
      down,
    );
    const trawl = clientOf(server);
    const error = await failureOf(trawl.monitors.pages('m', 'c'));
    expect(error).toMatchObject({ cursor: '/c?skip=4' });
    expect(error.received).toHaveLength(4);
    server.will(checked(1));
    expect(await trawl.monitors.pages('m', 'c', { cursor: error.cursor as string })).toHaveLength(1);
    expect(requestsOf(server).at(-1)).toBe('/monitor/m/checks/c?limit=100&skip=4');
  });
});

describe('a listing that is told where to go on', () => {
  it.each(['/v2/monitor/m/checks/other?skip=2', 'garbage', 'http://['])('refuses %s before it asks', async (cursor) => {
    await using server = await MisbehavingServer.start(checked(1), monitors(0, 0));
    const trawl = clientOf(server);
    for (const listing of [trawl.monitors.pages('m', 'c', { cursor }), trawl.monitors.list({ cursor })]) {
      const error = await failureOf(listing);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain('cursor');
    }
    expect(requestsOf(server)).toEqual([]);
  });
});

describe('a signal', () => {
  it('ends each listing in the middle of a page', async () => {
    await using server = await MisbehavingServer.start(monitors(0, 3), monitors(0, 3), checked(3), activity(0, 3, 'c'));
    const { monitors: space, team } = clientOf(server);
    for (const start of [
      (call: CallOptions) => space.list({}, call),
      (call: CallOptions) => space.checks('m', {}, call),
      (call: CallOptions) => space.pages('m', 'c', {}, call),
      (call: CallOptions) => team.activity({}, call),
    ]) {
      const controller = new AbortController();
      let count = 0;
      const walk = async (): Promise<void> => {
        for await (const _ of start({ signal: controller.signal })) if (++count === 2) controller.abort();
      };
      expect(await failureOf(walk())).toBeInstanceOf(AbortedError);
      expect(count).toBe(2);
    }
    expect(requestsOf(server)).toHaveLength(4);
  });
});

describe('a listing by cursor', () => {
  it('goes on while there is more, even past an empty page', async () => {
    await using server = await MisbehavingServer.start(
      activity(0, 2, 'a&b'),
      activity(0, 0, 'c'),
      activity(2, 1, null),
    );
    const items = [];
    for await (const item of clientOf(server).team.activity({ endpoint: 'scrape' })) items.push(item);
    expect(items).toEqual(ids(0, 3));
    expect(requestsOf(server)).toEqual([
      '/team/activity?endpoint=scrape&limit=100',
      '/team/activity?endpoint=scrape&limit=100&cursor=a%26b',
      '/team/activity?endpoint=scrape&limit=100&cursor=c',
    ]);
  });

  it.each([null, '', undefined])('is not whole where there is more, but %j for its cursor', async (cursor) => {
    const cut = json({ success: true, data: ids(2, 2), cursor, has_more: true });
    await using server = await MisbehavingServer.start(activity(0, 2, 'two'), cut);
    const error = await failureOf(clientOf(server).team.activity());
    expect(error).toMatchObject({ name: 'PaginationError', received: ids(0, 2), cursor: 'two' });
    expect(error.message).toContain('team.activity (listActivity) was answered without cursor.');
  });

  it('can be left and taken up again, page by page', async () => {
    await using server = await MisbehavingServer.start(activity(0, 2, 'two'), activity(2, 2));
    const trawl = clientOf(server);
    const { value } = await trawl.team.activity().pages().next();
    expect(value).toEqual({ items: ids(0, 2), next: 'two' });
    expect(await trawl.team.activity({ cursor: 'two' })).toEqual(ids(2, 2));
  });
});

describe('a listing with its response', () => {
  const answer = (body: object, id: string) => json(body, 200, { 'x-request-id': id });

  it.each<[string, Behaviour[], (trawl: Trawl) => Paginated<unknown>, number]>([
    [
      'by offset',
      [answer({ data: ids(0, 2) }, 'r-1'), failing(503), answer({ data: [] }, 'r-last')],
      (trawl) => trawl.monitors.list(),
      2,
    ],
    [
      'by link',
      [
        answer({ data: { pages: ids(0, 1) }, next: '/v2/monitor/m/checks/c?skip=1' }, 'r-1'),
        failing(503),
        answer({ data: { pages: ids(1, 1) } }, 'r-last'),
      ],
      (trawl) => trawl.monitors.pages('m', 'c'),
      2,
    ],
    [
      'by cursor',
      [
        answer({ data: ids(0, 3), cursor: 'a', has_more: true }, 'r-1'),
        failing(503),
        answer({ data: [], has_more: false }, 'r-last'),
      ],
      (trawl) => trawl.team.activity(),
      3,
    ],
  ])('%s has all items, and the last response', async (_, behaviours, list, count) => {
    await using server = await MisbehavingServer.start(...behaviours);
    const { data, response, requestId, attempts } = await list(clientOf(server)).withResponse();
    expect(data).toEqual(ids(0, count));
    expect([response.status, requestId, attempts]).toEqual([200, 'r-last', 2]);
    expect(server.received).toHaveLength(3);
  });

  it('is walked once for both', async () => {
    await using server = await MisbehavingServer.start(monitors(0, 2), monitors(0, 0));
    const list = clientOf(server).monitors.list();
    const [items, { data }] = await Promise.all([list, list.withResponse()]);
    expect(data).toBe(items);
    expect(server.received).toHaveLength(2);
  });

  it('of no items has none, and says so', async () => {
    await using server = await MisbehavingServer.start(monitors(0, 2));
    const error = await failureOf(clientOf(server).monitors.list({ limit: 0 }).withResponse());
    expect(error.message).toBe('Nothing was requested, so there is no response.');
  });
});

describe('the key', () => {
  it('goes along no redirect to another origin', async () => {
    await using elsewhere = await MisbehavingServer.start(monitors(0, 0));
    await using server = await MisbehavingServer.start(redirect(`${elsewhere.url}/v2/monitor`));
    const error = await failureOf(clientOf(server).monitors.list());
    expect(error.message).toContain(elsewhere.url);
    expect(elsewhere.received).toEqual([]);
  });

  it('goes along a redirect within the origin', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/monitor?moved=1'), monitors(0, 0));
    expect(await clientOf(server).monitors.list()).toEqual([]);
    expect(server.received[1]).toMatchObject({ path: '/v2/monitor?moved=1', headers: server.received[0]?.headers });
  });
});
