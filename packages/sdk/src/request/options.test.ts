import { type } from 'arktype';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { clientOf } from '../../test/client.js';
import { failing, json, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { systemClock } from '../async/clock.js';
import { ConfigurationError } from '../errors/index.js';
import { type Trawl as Client, Trawl } from '../trawl.js';

const found = json({ success: true, data: { web: [] } });
const wrong = (options: object): never => options as never;

describe('an option that there is not is refused, with those that there are:', () => {
  it.each<[message: string, call: (trawl: Client) => PromiseLike<unknown>]>([
    [
      'timeout is no option of the call search. There are signal, timeoutMs, ',
      (trawl) => trawl.search('a', {}, wrong({ timeout: 5 })),
    ],
    [
      'pollIntervalMs is no option of the call search. ',
      (trawl) => trawl.search('a', {}, wrong({ pollIntervalMs: 5 })),
    ],
    ['retries is no option of the call crawl. ', (trawl) => trawl.crawl('a', {}, wrong({ retries: 5 }))],
    [
      'retries is no option of the call crawls.resume. ',
      (trawl) => trawl.crawls.resume('a', '', wrong({ retries: 5 })),
    ],
    [
      'retries is no option of the call agents.resume. ',
      (trawl) => trawl.agents.resume('a', {}, wrong({ retries: 5 })),
    ],
    [
      'from is no option of the second argument of batches.resume. There are cursor, formats.',
      (trawl) => trawl.batches.resume('a', wrong({ from: 5 })),
    ],
    [
      'formats is no option of the second argument of extracts.resume. There are schema.',
      (trawl) => trawl.extracts.resume('a', wrong({ formats: [] })),
    ],
    ['fetchOptions cannot have signal.', (trawl) => trawl.search('a', {}, { fetchOptions: { signal: null } })],
  ])('%s', async (message, call) => {
    await using server = await MisbehavingServer.start(found);
    const error = await failureOf(call(clientOf(server)));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message.slice(0, message.length)).toBe(message);
    expect(server.received).toEqual([]);
  });

  it('also when a client is made, unless it is undefined', () => {
    const baseUrl = 'http://127.0.0.1:1';
    expect(() => new Trawl(wrong({ baseURL: baseUrl }))).toThrow(
      'baseURL is no option of the client. There are baseUrl, ',
    );
    expect(() => new Trawl({ baseUrl, ...({ retries: undefined } as object) })).not.toThrow();
  });
});

it('a schema in extraBody is refused, of which the internals would be sent', async () => {
  await using server = await MisbehavingServer.start(found);
  for (const schema of [z.object({ a: z.string() }), type({ a: 'string' })]) {
    const extraBody = { newFormats: [{ schema }] };
    const error = await failureOf(clientOf(server).search('a', {}, { extraBody }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('schema is a schema of a library: give JSON Schema.');
  }
  expect(server.received).toEqual([]);
});

it('options of a fetch reach it, those of the call before those of the client, with middleware and without', async () => {
  const calls: object[] = [];
  const fetch = async (_: string, init: RequestInit): Promise<Response> => {
    calls.push(init);
    return Response.json({ data: { web: [] } });
  };
  const fetchOptions = { cache: 'no-store', next: { revalidate: 1 } } as const;
  for (const middleware of [[], [(request: Request, next: (request: Request) => Promise<Response>) => next(request)]]) {
    const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:1', fetch, middleware, fetchOptions });
    await trawl.search('a', {}, { fetchOptions: { next: { revalidate: 2 }, cf: { cacheTtl: 3 } } });
  }
  const sent = { cache: 'no-store', next: { revalidate: 2 }, cf: { cacheTtl: 3 }, method: 'POST', redirect: 'manual' };
  expect(calls).toEqual([expect.objectContaining(sent), expect.objectContaining(sent)]);
});

it('every attempt has an id of its own, unless the caller names the request', async () => {
  await using server = await MisbehavingServer.start(failing(503), found);
  await clientOf(server).search('a');
  await Promise.all([clientOf(server).search('b'), clientOf(server).search('c')]);
  const ids = server.received.map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(4);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^trawl-[\w.]+-\w+$/)));
  await clientOf(server).search('d', {}, { headers: { 'X-Request-Id': 'mine' } });
  expect(server.received.at(-1)?.headers['x-request-id']).toBe('mine');
});

it('a call that succeeds asks for no date and no random number, and neither does making a client', async () => {
  await using server = await MisbehavingServer.start(found);
  const refuse = (what: string) => (): never => {
    throw new Error(`${what} was asked for`);
  };
  const { now } = Date;
  const { random } = Math;
  Object.assign(Date, { now: refuse('The time') });
  Object.assign(Math, { random: refuse('A random number') });
  try {
    // What sends a request is Node.js, which is not what is tried here.
    const fetch = async () => Response.json({ success: true, data: { web: [], markdown: '# A', metadata: {} } });
    const trawl = new Trawl({ baseUrl: server.url, fetch });
    expect(await trawl.search('a')).toMatchObject({ web: [] });
    expect(await trawl.scrape('https://a.test')).toMatchObject({ markdown: '# A' });
  } finally {
    Object.assign(Date, { now });
    Object.assign(Math, { random });
  }
  expect(systemClock.now()).toBeGreaterThan(0);
});

it('what a fetch throws and is no failure of the network comes back as it is, and is not repeated', async () => {
  const thrown = Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' });
  let calls = 0;
  const trawl = new Trawl({
    baseUrl: 'http://127.0.0.1:1',
    fetch: async () => {
      calls++;
      throw thrown;
    },
  });
  await expect(trawl.search('a')).rejects.toBe(thrown);
  await expect(trawl.crawl('a')).rejects.toBe(thrown);
  expect(calls).toBe(2);
});
