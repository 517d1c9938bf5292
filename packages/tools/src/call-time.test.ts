import { Trawl } from '@trawl/sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToolset, type ToolCallOptions, type Toolset } from './toolset.js';

const SITE = 'https://anchors.example';
const ID = '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a6666';

/** What the service was asked for, and how long it may take, in milliseconds. */
const asked: { readonly path: string; readonly timeout: number | undefined }[] = [];

const REFUSAL = { success: false, error: 'The page took longer than it may.', code: 'SCRAPE_TIMEOUT' };

/** A service that ends a request at its `timeout` with its own sentence, as one does whose site never answers. */
const patientService = (answers: Readonly<Record<string, object>> = {}): Trawl =>
  new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    maxRetries: 0,
    fetch: async (url, { body, signal } = {}) => {
      const { pathname } = new URL(String(url));
      const { timeout } = JSON.parse(typeof body === 'string' ? body : '{}') as { timeout?: number };
      asked.push({ path: pathname, timeout });
      const answer = answers[pathname];
      if (answer) return Response.json(answer);
      return new Promise((resolve, reject) => {
        if (timeout) setTimeout(() => resolve(Response.json(REFUSAL, { status: 408 })), timeout);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });

/** The time until a call is answered, in seconds, and the answer. */
async function timed(toolset: Toolset, name: string, input: object, options: ToolCallOptions = {}) {
  const startedAt = performance.now();
  const result = await toolset.call(name, input, options);
  return { seconds: Math.round((performance.now() - startedAt) / 1000), ...result };
}

beforeAll(async () => {
  // What only failures need is loaded with the first one, which the virtual clock does not wait for.
  const fetch = async () => Response.json(REFUSAL, { status: 408 });
  await createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002', fetch })).call('scrape', { url: SITE });
});

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the virtual clock go on until a call is answered. */
async function ended<Result>(call: Promise<Result>): Promise<Result> {
  let isEnded = false;
  void call.finally(() => {
    isEnded = true;
  });
  while (!isEnded) await vi.advanceTimersByTimeAsync(500);
  return call;
}

describe('of a site that never answers, the service ends the work', () => {
  it.each<[string, object]>([
    ['scrape', { url: SITE }],
    ['map', { url: SITE }],
    ['search', { query: 'anchor' }],
    ['parse', { file: 'package.json' }],
    ['ask_page', { url: SITE, question: 'Does it hold?' }],
    ['interact', { url: SITE, prompt: 'Look.' }],
  ])('%s is answered after 45 seconds with its sentence', async (name, input) => {
    const toolset = createToolset(patientService(), { tools: 'all', filesFolder: '.' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const call = timed(toolset, name, input);
    // A file is read first, which the virtual clock does not wait for.
    if (name === 'parse') await vi.waitFor(() => expect(asked).toHaveLength(1));
    const { seconds, text, isError } = await ended(call);
    if (name === 'parse') expect(seconds).toBeLessThanOrEqual(50);
    else {
      expect(seconds).toBe(45);
      expect(text).toContain('The page took longer than it may.');
    }
    expect(isError).toBe(true);
  });

  it.each<[string, Parameters<typeof createToolset>[1], ToolCallOptions, number]>([
    ['by an option', { timeoutMs: 200_000 }, {}, 200],
    ['where the client follows the progress', {}, { onProgress: () => {} }, 120],
    ['as the option says, also where the client follows it', { timeoutMs: 10_000 }, { onProgress: () => {} }, 10],
  ])('later or sooner %s', async (_, options, call, expected) => {
    const toolset = createToolset(patientService(), options);
    expect((await ended(timed(toolset, 'scrape', { url: SITE }, call))).seconds).toBe(expected);
  });
});

it('a service that never answers at all is given up after 50 seconds', async () => {
  const silent = new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    fetch: (_url, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  });
  for (const [name, input] of [['scrape', { url: SITE }] as const, ['crawl_status', { id: ID }] as const]) {
    const { seconds, isError } = await ended(timed(createToolset(silent), name, input));
    expect([name, seconds <= 50, isError]).toEqual([name, true, name === 'scrape']);
  }
});

it('a job whose state is not told in time is answered with its id', async () => {
  const service = patientService({ '/v2/crawl': { success: true, id: ID, url: SITE } });
  const { seconds, text, isError } = await ended(timed(createToolset(service), 'crawl', { url: SITE }));
  expect({ seconds, isError }).toEqual({ seconds: 45, isError: false });
  expect(text).toBe(`Crawl ${ID} is at work, and has not said more yet. Go on with crawl_status, id ${ID}, skip 0.`);
});

it('a job that the service is slow to begin is cancelled when its id comes too late', async () => {
  const paths: string[] = [];
  const lost: string[] = [];
  const slow = new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    fetch: async (url, { method } = {}) => {
      paths.push(`${method} ${new URL(String(url)).pathname}`);
      if (method === 'DELETE') return Response.json({ success: true, status: 'cancelled' });
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return Response.json({ success: true, id: ID, url: SITE });
    },
  });
  const { toolsetFor } = await import('./toolset.js');
  const toolset = toolsetFor(slow, { onLostJob: (message) => lost.push(message) });
  const { seconds, text } = await ended(timed(toolset, 'crawl', { url: SITE }));
  expect([seconds, text]).toEqual([45, 'The service has not begun the crawl in time. Call again later.']);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(paths).toEqual(['POST /v2/crawl', `DELETE /v2/crawl/${ID}`]);
  expect(lost).toEqual([expect.stringContaining(`The crawl ${ID} was cancelled at the service`)]);
});

it('the time that a call waits for its turn counts', async () => {
  const toolset = createToolset(patientService(), { maxCredits: 1 });
  const calls = [0, 1, 2].map(async (index) => {
    await vi.advanceTimersByTimeAsync(0);
    return timed(toolset, 'scrape', { url: `${SITE}/${index}` });
  });
  const results = await ended(Promise.all(calls));
  expect(Math.max(...results.map(({ seconds }) => seconds))).toBeLessThanOrEqual(50);
  const waited = results.filter(({ text }) => text.startsWith('Other calls took all the time'));
  expect(waited.length).toBeGreaterThanOrEqual(1);
  expect(asked.length).toBeLessThan(3);
});

it('of a call that gets its turn late, the service is given what is left', async () => {
  const toolset = createToolset(patientService(), { maxCredits: 1 });
  const first = new AbortController();
  const holding = timed(toolset, 'scrape', { url: SITE }, { signal: first.signal });
  const waiting = timed(toolset, 'scrape', { url: `${SITE}/second` });
  await vi.advanceTimersByTimeAsync(30_000);
  first.abort();
  const { seconds } = await ended(waiting);
  await holding;
  expect(seconds).toBe(45);
  expect(asked.at(-1)?.timeout).toBeLessThanOrEqual(15_000);
});
