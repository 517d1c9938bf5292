/**
 * The client as the compiler sees it: what comes back for what is asked for, and what does not compile. `npm run
 * typecheck` compiles this file, and fails on an assertion that does not hold and on a `@ts-expect-error` that expects
 * nothing; nothing here is run.
 */
import type * as Wire from '@trawl/client';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import type { SchemaMismatchError } from './errors/index.js';
import { connect } from './request/connection.js';
import { batchScrape } from './resources/batches.js';
import { crawl } from './resources/crawls.js';
import { request } from './resources/request.js';
import type { Session } from './resources/session.js';
import { Trawl } from './trawl.js';

const trawl = new Trawl();
const Price = z.object({ price: z.number() });

/** The optional fields of a request, at any depth, that may not be given as undefined. */
type NeverUndefined<T> = T extends readonly (infer Item)[]
  ? NeverUndefined<Item>
  : T extends NotOurs
    ? never
    : T extends object
      ? { [K in keyof T]-?: FieldNeverUndefined<T, K> | NeverUndefined<T[K]> }[keyof T]
      : never;
type NotOurs =
  | ((...args: never[]) => unknown)
  | (Blob | ArrayBuffer | Uint8Array | ReadableStream | AsyncIterable<unknown> | URL)
  | (AbortSignal | Response | Headers)
  | ({ readonly '~standard': unknown } | { readonly _def: unknown });
type FieldNeverUndefined<T, K extends keyof T> =
  object extends Pick<T, K> ? ({ [Field in K]?: undefined } extends Pick<T, K> ? never : K) : never;

/** The same of what the methods of an object take, and those of objects below it. */
type NeverUndefinedIn<Methods> = {
  [K in keyof Methods]: Methods[K] extends (...args: infer Args) => unknown
    ? NeverUndefined<Args[number]>
    : Methods[K] extends object
      ? NeverUndefinedIn<Methods[K]>
      : never;
}[keyof Methods];

describe('a request', () => {
  it('takes undefined for whatever it can do without', () => {
    expectTypeOf<NeverUndefined<{ a: { b?: number }[] }>>().toEqualTypeOf<'b'>();
    // These mark a schema, and an upload takes an answer of the service.
    type OfSchemas = '_def' | '~standard' | 'toString';
    expectTypeOf<Exclude<NeverUndefinedIn<Omit<Trawl, 'uploads'>>, OfSchemas>>().toBeNever();
    const timeout = undefined as number | undefined;
    trawl.scrape('a', {
      timeout,
      formats: [{ type: 'screenshot', quality: timeout }],
      location: { country: undefined },
    });
    trawl.crawl('a', { limit: timeout, scrapeOptions: { formats: undefined, waitFor: timeout } });
    trawl.monitors.list({ limit: timeout });
    trawl.crawls.get('a', { skip: timeout });
  });

  it('to a path of the contract takes and gives what the contract says', async () => {
    const params = { path: { id: 'a' } };
    expectTypeOf(await trawl.request('GET', '/v2/crawl/{id}', { params })).toEqualTypeOf<Wire.CrawlJob>();
    expectTypeOf(
      await trawl.request('POST', '/v2/search', { body: { query: 'a' } }, { idempotent: true }),
    ).toEqualTypeOf<Wire.SearchResponse>();
    trawl.request('GET', '/v2/crawl/active');
    trawl.request('GET', '/v2/team/activity', { params: { query: { endpoint: 'scrape' } } });
    trawl.request('GET', '/v2/team/activity', {}, { timeoutMs: 5 });
    expectTypeOf(await request(connect(), 'GET', '/v2/crawl/{id}', { params })).toEqualTypeOf<Wire.CrawlJob>();

    // @ts-expect-error `query` is required.
    trawl.request('POST', '/v2/search', { body: { limit: 1 } });
    // @ts-expect-error A body is required.
    trawl.request('POST', '/v2/search');
    // @ts-expect-error The id is required.
    trawl.request('GET', '/v2/crawl/{id}');
    // @ts-expect-error Misspelt.
    trawl.request('POST', '/v2/search', { body: { query: 'a', lmit: 1 } });
    // @ts-expect-error Misspelt, further in.
    trawl.request('POST', '/v2/search', { body: { query: 'a', scrapeOptions: { onlyMainContnt: true } } });
    // @ts-expect-error Misspelt, among the options.
    trawl.request('GET', '/v2/crawl/active', {}, { timeotMs: 5 });
    // @ts-expect-error No such method.
    trawl.request('HEAD', '/v2/search');
  });

  it('to any other path takes and gives anything', async () => {
    expectTypeOf(await trawl.request('POST', '/v2/brand-new', { body: { any: 1 } })).toEqualTypeOf<unknown>();
    expectTypeOf(await trawl.request('PUT', '/v2/search', { body: 'text' })).toEqualTypeOf<unknown>();
    const path: string = '/v2/search';
    expectTypeOf(await trawl.request('POST', path, { body: { any: 1 } })).toEqualTypeOf<unknown>();
  });
});

describe('a scrape', () => {
  it('has what was asked for', async () => {
    const page = await trawl.scrape('a', { formats: ['markdown', { type: 'json', schema: Price }] });
    expectTypeOf(page.markdown).toEqualTypeOf<string>();
    expectTypeOf(page.json).toEqualTypeOf<{ price: number }>();
    // @ts-expect-error Not asked for.
    page.html;
    expectTypeOf((await trawl.scrape('a')).markdown).toEqualTypeOf<string>();
  });

  it('has the type of any schema library', async () => {
    const zod3 = await trawl.scrape('a', { formats: [{ type: 'json', schema: z3.object({ price: z3.number() }) }] });
    expectTypeOf(zod3.json).toEqualTypeOf<{ price: number }>();
    const arktype = await trawl.scrape('a', { formats: [{ type: 'json', schema: type({ price: 'number' }) }] });
    expectTypeOf(arktype.json).toEqualTypeOf<{ price: number }>();
    const schema = toStandardJsonSchema(v.object({ price: v.number() }));
    expectTypeOf((await trawl.scrape('a', { formats: [{ type: 'json', schema }] })).json).toEqualTypeOf<{
      price: number;
    }>();
    const plain = await trawl.scrape('a', { formats: [{ type: 'json', schema: { type: 'object' } }] });
    expectTypeOf(plain.json).toEqualTypeOf<unknown>();
  });

  it('with formats that only the program knows may have anything', async () => {
    const formats: string[] = ['markdown'];
    const page = await trawl.scrape('a', { formats });
    expectTypeOf(page.markdown).toEqualTypeOf<string | undefined>();
    expectTypeOf((await trawl.getScrape('id')).markdown).toEqualTypeOf<string | undefined>();
    expectTypeOf((await trawl.getScrape('id', { formats: ['html'] })).html).toEqualTypeOf<string>();
    // @ts-expect-error: no format is called that.
    await trawl.getScrape('id', { formats: ['markdwn'] });
  });

  it('does not compile with what the contract does not know', () => {
    // @ts-expect-error There is no such format.
    trawl.scrape('a', { formats: ['markdwon'] });
    // @ts-expect-error There is no such option.
    trawl.scrape('a', { onlyMainContnet: true });
    // @ts-expect-error The URL is the first argument.
    trawl.scrape('a', { url: 'b' });
    // @ts-expect-error A number.
    trawl.scrape('a', { timeout: '5' });
    // @ts-expect-error There is no such option of a call.
    trawl.scrape('a', {}, { timeoutMS: 5 });
    // @ts-expect-error Those of a job are not those of a call.
    trawl.scrape('a', {}, { pollIntervalMs: 5 });
    // @ts-expect-error A file has no screenshot.
    trawl.parse(new Blob(), { formats: ['screenshot'] });
  });

  it('comes with its response', async () => {
    const { data, response, requestId, attempts } = await trawl.scrape('a', { formats: ['links'] }).withResponse();
    expectTypeOf(data.links).toEqualTypeOf<string[]>();
    expectTypeOf(response).toEqualTypeOf<Response>();
    expectTypeOf(requestId).toEqualTypeOf<string | undefined>();
    expectTypeOf(attempts).toEqualTypeOf<number>();
  });

  it('leads to a session', async () => {
    expectTypeOf(trawl.interact(await trawl.scrape('a'))).toEqualTypeOf<Session>();
    trawl.interact('id');
    // @ts-expect-error It has nothing that leads to a session.
    trawl.interact({ scrapeId: 'id' });
  });
});

describe('a search', () => {
  it('has a list for each of its sources', async () => {
    const found = await trawl.search('a', { sources: ['web', 'news'], scrapeOptions: { formats: ['markdown'] } });
    expectTypeOf(found.web[0]?.markdown).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(found.news).toBeArray();
    // @ts-expect-error Not asked for.
    found.images;
    expectTypeOf((await trawl.search('a')).web).toBeArray();
  });

  it('takes one list of domains', () => {
    trawl.search('a', { includeDomains: ['a.test'] });
    trawl.search('a', { excludeDomains: ['a.test'], tbs: 'qdr:w' });
    // @ts-expect-error Only these, or all but these.
    trawl.search('a', { includeDomains: ['a.test'], excludeDomains: ['b.test'] });
    // @ts-expect-error There is no such time.
    trawl.search('a', { tbs: 'qdr:z' });
  });
});

describe('a job', () => {
  it('has documents of its formats, awaited or iterated', async () => {
    const formats = [{ type: 'json', schema: Price }, 'links'] as const;
    const crawl = trawl.crawl('a', { limit: 5, scrapeOptions: { formats } }, { pollIntervalMs: 5 });
    const { documents, status } = await crawl;
    expectTypeOf(documents[0]?.links).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(documents[0]?.json).toEqualTypeOf<{ price: number } | null | undefined>();
    expectTypeOf(documents[0]?.jsonError).toEqualTypeOf<SchemaMismatchError | undefined>();
    expectTypeOf(status).toEqualTypeOf<string>();
    for await (const page of trawl.batchScrape(['a'], { formats: ['html'] })) {
      expectTypeOf(page.html).toEqualTypeOf<string>();
      // @ts-expect-error Not asked for.
      page.markdown;
    }
    for await (const page of trawl.crawl('a')) expectTypeOf(page.markdown).toEqualTypeOf<string>();
  });

  it('that is resumed knows only the formats that it is told', async () => {
    for await (const page of trawl.crawls.resume('id')) expectTypeOf(page.markdown).toEqualTypeOf<string | undefined>();
    const formats = ['markdown'] as const;
    for await (const page of trawl.batches.resume('id', { formats, cursor: 'c' }, { pollIntervalMs: 5 })) {
      expectTypeOf(page.markdown).toEqualTypeOf<string>();
      // @ts-expect-error Not among its formats.
      page.html;
    }
    // @ts-expect-error Formats are no part of how to make the calls.
    trawl.crawls.resume('id', 'cursor', { formats });
    // @ts-expect-error: no format is called that.
    trawl.crawls.resume('id', { formats: ['markdwn'] });
  });

  it('is started with formats that only the program knows, too', () => {
    const formats: string[] = [];
    trawl.crawls.start({ url: 'a', scrapeOptions: { formats } });
    trawl.batches.start({ urls: ['a'], formats });
    trawl.extracts.start({ urls: ['a'], prompt: 'b', scrapeOptions: { formats } });
    trawl.extract(['a'], { schema: Price, scrapeOptions: { formats: ['markdown'] } });
  });

  it('does not compile with what its start does not take', () => {
    // @ts-expect-error The formats of a crawl stand in its scrapeOptions.
    trawl.crawl('a', { formats: ['markdown'] });
    // @ts-expect-error There is no such format.
    trawl.crawl('a', { scrapeOptions: { formats: ['markdwon'] } });
    // @ts-expect-error There is no such format.
    trawl.crawls.start({ url: 'a', scrapeOptions: { formats: ['markdwon'] } });
    // @ts-expect-error There is no such format.
    trawl.batches.start({ urls: ['a'], formats: ['markdwon'] });
    // @ts-expect-error There is no such format.
    trawl.extract(['a'], { scrapeOptions: { formats: ['markdwon'] } });
    // @ts-expect-error There is no such format.
    trawl.extracts.start({ urls: ['a'], scrapeOptions: { formats: ['markdwon'] } });
    // @ts-expect-error A list.
    trawl.batchScrape('a');
    // @ts-expect-error An extraction cannot be cancelled.
    trawl.extract(['a'], {}, { cancelOnAbort: true });
  });

  it('that gathers data has it in the type of its schema', async () => {
    const { data, creditsUsed } = await trawl.agent('a', { schema: Price });
    expectTypeOf(data).toEqualTypeOf<{ price: number }>();
    expectTypeOf(creditsUsed).toEqualTypeOf<number | undefined>();
    expectTypeOf((await trawl.agent('a')).data).toEqualTypeOf<unknown>();
    expectTypeOf((await trawl.extract(['a'], { schema: Price })).data.price).toEqualTypeOf<number>();
    expectTypeOf((await trawl.agents.resume('id', { schema: Price })).data.price).toEqualTypeOf<number>();
    // @ts-expect-error There is no such model.
    trawl.agent('a', { model: 'spark-0' });
  });
});

describe('a listing', () => {
  it('has items of its resource, awaited, iterated or page by page', async () => {
    expectTypeOf(await trawl.monitors.list()).toEqualTypeOf<Wire.Monitor[]>();
    for await (const run of trawl.monitors.checks('id')) expectTypeOf(run).toEqualTypeOf<Wire.MonitorRun>();
    for await (const page of trawl.monitors.pages('id', 'id'))
      expectTypeOf(page).toEqualTypeOf<Wire.MonitorCheckPage>();
    for await (const { items, next } of trawl.team.activity().pages()) {
      expectTypeOf(items).toEqualTypeOf<readonly Wire.Activity[]>();
      expectTypeOf(next).toEqualTypeOf<string | undefined>();
    }
    // @ts-expect-error The walk counts for itself.
    trawl.monitors.list({ offset: 5 });
  });
});

describe('the rest', () => {
  it('has the types of the contract', async () => {
    expectTypeOf(await trawl.monitors.delete('id')).toEqualTypeOf<void>();
    expectTypeOf((await trawl.crawls.start({ url: 'a' })).id).toEqualTypeOf<string>();
    expectTypeOf(await trawl.team.credits()).toEqualTypeOf<Wire.CreditUsage>();
    // @ts-expect-error A monitor needs targets.
    trawl.monitors.create({ name: 'a', schedule: { cron: '* * * * *' } });
    // @ts-expect-error There is no such option.
    new Trawl({ baseURL: 'a' });
  });
});

describe('a fetch of the caller’s own', () => {
  it('is that of the platform, or gets a URL as text and what belongs to it', () => {
    new Trawl({ fetch: globalThis.fetch });
    new Trawl({
      fetch: async (url, { signal, ...init }) => {
        expectTypeOf(url).toEqualTypeOf<string>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal | null | undefined>();
        return globalThis.fetch(url, init);
      },
    });
    // @ts-expect-error No response comes out of it.
    new Trawl({ fetch: async () => 'text' });
  });
});

describe('a job on a connection', () => {
  it('has documents of its formats, too', async () => {
    const connection = connect();
    for await (const page of crawl(connection, 'a')) {
      expectTypeOf(page.markdown).toEqualTypeOf<string>();
      // @ts-expect-error Not asked for.
      page.html;
    }
    for await (const page of batchScrape(connection, ['a'], { formats: ['html', 'links'] })) {
      expectTypeOf(page.html).toEqualTypeOf<string>();
      // @ts-expect-error Not asked for.
      page.markdown;
    }
    // @ts-expect-error There is no such format.
    crawl(connection, 'a', { scrapeOptions: { formats: ['markdwon'] } });
  });
});
