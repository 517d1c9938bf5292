import { describe, expect, it } from 'vitest';
import { clientOf } from './client.js';
import { type Behaviour, failing, json, MisbehavingServer, page, redirect, reset } from './misbehaving-server.js';
import { failureOf, KEY } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

const documents = (...numbers: number[]) => numbers.map((number) => ({ markdown: `# ${number}`, metadata: {} }));
const started = json({ success: true, id: '7' });
const pageOf = (numbers: number[], next?: string): Behaviour =>
  json({ success: true, status: 'completed', data: documents(...numbers), next });

describe('a crawl', () => {
  it('survives a burst of 503 while waiting, even with maxRetries: 0', async () => {
    const busy = failing(503, 'Busy', {}, { 'retry-after': '3' });
    await using server = await MisbehavingServer.start(started, busy, busy, reset, page(502), pageOf([1, 2]));
    const clock = new VirtualClock();
    const result = await clientOf(server, { clock, maxRetries: 0 }).crawl('https://a.test');
    expect(result.documents).toEqual(documents(1, 2));
    expect(clock.waits).toEqual([2000, 3000, 4500, 6750, 10_125]);
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
    ]);
  });

  it('does not start twice when it may have started', async () => {
    await using server = await MisbehavingServer.start(reset, started);
    const error = await failureOf(clientOf(server).crawl('https://a.test'));
    expect(error).toMatchObject({ possiblyStarted: true, attempts: 1 });
    expect(server.received).toHaveLength(1);
  });
});
