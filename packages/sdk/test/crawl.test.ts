import { describe, expect, it } from 'vitest';
import { ResponseFormatError } from '../src/errors/index.js';
import { clientOf } from './client.js';
import {
  type Behaviour,
  failing,
  half,
  json,
  MisbehavingServer,
  page,
  raw,
  redirect,
  reset,
} from './misbehaving-server.js';
import { failureOf, KEY } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

const documents = (...numbers: number[]) =>
  numbers.map((number) => ({ markdown: `# ${number}`, metadata: { url: `u${number}`, sourceURL: `u${number}` } }));
const started = json({ success: true, id: '7' });
const pageOf = (numbers: number[], next?: string): Behaviour =>
  json({ success: true, status: 'completed', data: documents(...numbers), next });

describe('a crawl', () => {
  it('has its documents together with the last response', async () => {
    const last = json({ success: true, status: 'completed', data: documents(2) }, 200, { 'x-request-id': 'r-last' });
    await using server = await MisbehavingServer.start(started, pageOf([1], '/v2/crawl/7?skip=1'), failing(503), last);
    const job = clientOf(server).crawl('https://a.test');
    const { data, response, requestId, attempts } = await job.withResponse();
    expect(data.documents).toEqual(documents(1, 2));
    expect([response.status, requestId, attempts]).toEqual([200, 'r-last', 2]);
    expect(await job).toBe(data);
  });

  it('that ends in data has it together with the last response', async () => {
    const done = json({ success: true, status: 'completed', data: { a: 1 } }, 200, { 'x-request-id': 'r-last' });
    await using server = await MisbehavingServer.start(started, done);
    const { data, requestId } = await clientOf(server).agent('a').withResponse();
    expect([data.data, requestId]).toEqual([{ a: 1 }, 'r-last']);
  });

  it('survives a burst of 503 while waiting, even with maxRetries: 0', async () => {
    const busy = failing(503, 'Busy', {}, { 'retry-after': '3' });
    await using server = await MisbehavingServer.start(started, busy, busy, reset, page(502), pageOf([1, 2]));
    const clock = new VirtualClock();
    const result = await clientOf(server, { clock, maxRetries: 0 }).crawl('https://a.test');
    expect(result.documents).toEqual(documents(1, 2));
    expect(clock.waits).toEqual([500, 3000, 3000, 5695.3125, 10_125]);
  });

  it.each([
    ['a web page', page()],
    ['the web page of a proxy that knows no such path', page(404)],
    ['something that is no JSON', raw('upstream connect error', 200, 'text/plain')],
    ['half of a body', half()],
    ['nothing', raw('')],
  ])('goes on when a poll is answered by %s', async (_, answer) => {
    await using server = await MisbehavingServer.start(started, answer, answer, answer, pageOf([1, 2]));
    const clock = new VirtualClock();
    const result = await clientOf(server, { clock, maxRetries: 0 }).crawl('https://a.test');
    expect(result.documents).toEqual(documents(1, 2));
    expect(clock.waits).toEqual([500, 1125, 2531.25, 5695.3125]);
  });

  it('names the method that was called in its errors', async () => {
    await using server = await MisbehavingServer.start(started, failing(404, 'No such job'));
    const trawl = clientOf(server);
    const reason = 'failed with 404: No such job. Check the id.';
    expect((await failureOf(trawl.crawl('https://a.test'))).message).toBe(
      `crawl (startCrawl) 7 broke off after 0 items: crawl (getCrawl) ${reason} Go on from error.cursor.`,
    );
    expect((await failureOf(trawl.crawls.resume('7'))).message).toBe(`crawls.resume (getCrawl) ${reason}`);
    expect((await failureOf(trawl.monitors.list())).message).toBe(`monitors.list (listMonitors) ${reason}`);
  });

  it('breaks off after ten web pages in a row, with what came before and where to go on', async () => {
    const first = json({ success: true, status: 'scraping', data: documents(1), completed: 1, total: 2 });
    await using server = await MisbehavingServer.start(started, first, page());
    const error = await failureOf(clientOf(server).crawl('https://a.test'));
    expect(error).toMatchObject({ name: 'PaginationError', received: documents(1), cursor: '/v2/crawl/7?skip=1' });
    expect(error.cause).toBeInstanceOf(ResponseFormatError);
    expect(server.received).toHaveLength(12);
  });

  it('sends the key only to the base URL, regardless of links and redirects', async () => {
    await using elsewhere = await MisbehavingServer.start(pageOf([66]));
    await using server = await MisbehavingServer.start(
      started,
      pageOf([1, 2], `${elsewhere.url}/v2/crawl/7?skip=2`),
      pageOf([3], `//${new URL(elsewhere.url).host}/v2/crawl/7?skip=3`),
      redirect(`${elsewhere.url}/v2/crawl/7?skip=3`),
    );
    const error = await failureOf(clientOf(server).crawl('https://a.test'));
    expect(error).toMatchObject({
      status: 307,
      received: documents(1, 2, 3),
      cursor: '/v2/crawl/7?skip=3',
      jobId: '7',
    });
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
    const result = await clientOf(server, { baseUrl: `${server.url}/proxy` }).crawl('https://a.test');
    expect(result.documents).toEqual(documents(1, 2, 3));
    expect(server.received.map((request) => request.path)).toEqual([
      '/proxy/v2/crawl',
      '/proxy/v2/crawl/7',
      '/proxy/v2/crawl/7?skip=2',
      '/proxy/v2/crawl/7/errors',
    ]);
  });

  it('does not start twice when it may have started', async () => {
    await using server = await MisbehavingServer.start(reset, started);
    const error = await failureOf(clientOf(server).crawl('https://a.test'));
    expect(error).toMatchObject({ possiblyStarted: true, attempts: 1 });
    expect(server.received).toHaveLength(1);
  });
});
