import { readFileSync } from 'node:fs';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  Trawl,
} from '@trawl/sdk';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { exampleRequests } from '../../../scripts/interop/contract-requests.js';
import { calls } from '../../sdk/test/contract-calls.js';
import { VirtualClock } from '../../sdk/test/virtual-clock.js';
import { fixture, handlers, type OperationName, respond, type StatusOf, statusesOf } from '../src/index.js';

const baseUrl = 'http://service.test/base';
const trawl = new Trawl({ baseUrl, apiKey: 'key', maxRetries: 0, clock: new VirtualClock() });

const server = setupServer(...handlers({ baseUrl }));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

// The contract as the client ships it, which `npm run codegen:check` compares with openapi/v2.yaml.
const contract = JSON.parse(readFileSync(new URL('../../client/openapi.json', import.meta.url), 'utf8'));
const requests = exampleRequests(contract);

const FIRST_PAGE: Readonly<Record<string, object>> = {
  listMonitors: { limit: 20, offset: 0 },
  listMonitorChecks: { limit: 20, offset: 0 },
};

/** What the SDK makes of the call of an operation: what it returns, or its error. */
function outcomeOf(name: string): Promise<unknown> {
  const request = requests.find((each) => each.name === name);
  const given = {
    path: request?.params.path,
    query: { ...FIRST_PAGE[name], ...request?.params.query },
    body: request?.body,
  };
  return Promise.resolve(calls[name as OperationName].call(trawl, given as never)).catch((error) => error);
}

const scraped = () =>
  trawl.request('POST', '/v2/scrape', { body: { url: 'https://example.com' } }).catch((error: unknown) => error);

const supportPaths = ['askSupport', 'askSupportUnderV2'] as const;

const CLASSES: Readonly<Record<number, unknown>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  404: NotFoundError,
  429: RateLimitError,
};

describe('the SDK reads', () => {
  it.each(requests)('each response of $name', async ({ name, responses }) => {
    const operation = name as OperationName;
    expect(statusesOf(operation).filter((status) => Number(status) < 300)).toEqual([200]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(statusesOf(operation)));
    for (const { status, example } of responses) {
      const response = { baseUrl, example: example as never };
      server.use(respond(operation, status as never, response));
      // Where one of the two paths is missing, the SDK asks the other.
      if (name.startsWith('askSupport'))
        server.use(...supportPaths.map((path) => respond(path, status as never, response)));
      // Its examples have other formats than the request, so that only their bodies are read.
      const outcome = await (name === 'scrapePage' ? scraped() : outcomeOf(name));
      const body: object = Object(fixture(operation, status as never, example as never));
      const failure = status !== 200 || ('success' in body && body.success === false);
      if (failure) expect(outcome, example).toMatchObject({ status });
      if (failure) expect(outcome, example).toBeInstanceOf(CLASSES[status] ?? ApiError);
      else expect(outcome, example).not.toBeInstanceOf(Error);
    }
  });

  it.each(requests)('the handler of $name', async ({ name }) => {
    expect(await outcomeOf(name)).not.toBeInstanceOf(Error);
  });
});

describe('the handlers', () => {
  it('complete jobs and end lists', async () => {
    const pages: unknown[] = [];
    for await (const page of trawl.crawl('https://docs.example.com')) pages.push(page);
    expect(pages).toEqual(fixture('getCrawl', 200).data);
    const monitors: unknown[] = [];
    for await (const monitor of trawl.monitors.list()) monitors.push(monitor);
    expect(monitors).toEqual(fixture('listMonitors', 200).data);
  });

  it('respond once, and with a body and headers of your own', async () => {
    const headers = { 'retry-after': '7' };
    server.use(respond('scrapePage', 429, { once: true, headers }));
    await expect(trawl.scrape('https://example.com')).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 });

    const page = fixture('scrapePage', 200);
    server.use(respond('scrapePage', 200, { body: { ...page, data: { ...page.data, markdown: '# Oak' } } }));
    expect((await trawl.scrape('https://example.com')).markdown).toBe('# Oak');
  });

  it('hold for every host without a base URL, and for none but it with one', async () => {
    server.resetHandlers(...handlers());
    const other = new Trawl({ baseUrl: 'https://other.test', apiKey: 'key', maxRetries: 0 });
    expect((await other.search('oak')).web.length).toBeGreaterThan(0);
    server.resetHandlers(...handlers({ baseUrl: `${baseUrl}/` }));
    await expect(other.search('oak')).rejects.toThrow();
    expect((await trawl.search('oak')).web.length).toBeGreaterThan(0);
  });
});

describe('a fixture', () => {
  it('is a copy each time', () => {
    const page = fixture('scrapePage', 200);
    page.data = { markdown: 'changed', metadata: {} };
    expect(fixture('scrapePage', 200).data?.markdown).not.toBe('changed');
  });

  it('has the type of the response', () => {
    expectTypeOf(fixture('scrapePage', 404).error).toEqualTypeOf<string>();
    expectTypeOf<StatusOf<'scrapePage'>>().toExtend<number>();
    // @ts-expect-error No such status.
    const missing = () => fixture('scrapePage', 418);
    expect(missing).toThrow(/^scrapePage has no response with 418\. It has: 200, 400,/);
    // @ts-expect-error No such example.
    expect(() => fixture('scrapePage', 200, 'Tea')).toThrow(/^scrapePage has no example Tea with 200\. It has: /);
    // @ts-expect-error No such operation.
    expect(() => fixture('makeTea', 200)).toThrow(/^There is no operation makeTea\. There are: searchWeb,/);
  });
});
