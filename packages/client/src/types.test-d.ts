/**
 * What a caller may write and what comes back, as the compiler sees it. `npm run typecheck` compiles this file, and
 * fails on an assertion that does not hold and on a `@ts-expect-error` that expects nothing; nothing here is run.
 */
import { describe, expectTypeOf, it } from 'vitest';
import {
  type Action,
  type CrawlJob,
  createTrawlClient,
  type Document,
  type Format,
  type MonitorTarget,
  type operations,
  type ScrapeRequest,
  type SearchRequest,
  type TrawlClientOptions,
  type webhooks,
} from './index.js';

const trawl = createTrawlClient({ baseUrl: 'http://127.0.0.1:3002' });

describe('requests', () => {
  it('need what is required and nothing more', () => {
    trawl.POST('/v2/search', { body: { query: 'a' } });
    trawl.GET('/v2/crawl/active');

    // @ts-expect-error A body is required.
    trawl.POST('/v2/search');
    // @ts-expect-error `query` is required.
    trawl.POST('/v2/search', { body: { limit: 1 } });
    // @ts-expect-error `query` is a string.
    trawl.POST('/v2/search', { body: { query: 1 } });
  });

  it('leave fields with a default optional', () => {
    expectTypeOf<SearchRequest['limit']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<{ url: string }>().toExtend<ScrapeRequest>();
  });

  it('refuse unknown keys at every depth', () => {
    // @ts-expect-error At the top.
    trawl.POST('/v2/search', { body: { query: 'a', lmit: 1 } });
    // @ts-expect-error In an object.
    trawl.POST('/v2/search', { body: { query: 'a', scrapeOptions: { onlyMainContnt: true } } });
    // @ts-expect-error In an object inside an object.
    trawl.POST('/v2/search', { body: { query: 'a', scrapeOptions: { location: { contry: 'DE' } } } });
    // @ts-expect-error In a member of a union inside an array.
    trawl.POST('/v2/scrape', { body: { url: 'a', formats: [{ type: 'json', promt: 'b' }] } });
    // @ts-expect-error In one of the shapes that a body can have.
    trawl.POST('/v2/parse', { body: { uploadRef: 'a', option: {} } });
    // @ts-expect-error In the query.
    trawl.GET('/v2/monitor', { params: { query: { limt: 1 } } });
    // @ts-expect-error Among the options of the call.
    trawl.GET('/v2/monitor', { parm: { query: { limit: 1 } } });
  });

  it('type paths, path parameters and the query', () => {
    trawl.GET('/v2/crawl/{id}', { params: { path: { id: 'a' }, query: { skip: 100, limit: 10 } } });

    // @ts-expect-error There is no such path.
    trawl.GET('/v2/crawls');
    // @ts-expect-error The path has no such verb.
    trawl.PUT('/v2/search', { body: { query: 'a' } });
    // @ts-expect-error `id` is required.
    trawl.GET('/v2/crawl/{id}');
    // @ts-expect-error `skip` is a number.
    trawl.GET('/v2/crawl/{id}', { params: { path: { id: 'a' }, query: { skip: '100' } } });
    // @ts-expect-error The signed reference is required.
    trawl.PUT('/v2/parse/upload/{id}', { params: { path: { id: 'a' } }, body: new Blob() });
  });

  it('close sets that the server closes', () => {
    // @ts-expect-error There is no such source.
    trawl.POST('/v2/search', { body: { query: 'a', sources: ['webb'] } });
    // @ts-expect-error There is no such format.
    trawl.POST('/v2/scrape', { body: { url: 'a', formats: ['markdwn'] } });
  });

  it('may be constants, arrays and all', () => {
    const body = { url: 'a', formats: ['markdown', { type: 'json', prompt: 'b' }], includeTags: ['main'] } as const;
    trawl.POST('/v2/scrape', { body });
    const urls: readonly string[] = ['a'];
    trawl.POST('/v2/batch/scrape', { body: { urls } });
  });

  it('may be given to a call as they were built', () => {
    const request: SearchRequest = { query: 'a' };
    request.limit = 5;
    trawl.POST('/v2/search', { body: request });
  });
});

describe('discriminated unions', () => {
  it('of formats narrow by type', () => {
    const format = {} as Exclude<Format, string>;
    if (format.type === 'json') expectTypeOf(format.prompt).toEqualTypeOf<string | undefined>();
    if (format.type === 'question') expectTypeOf(format.question).toEqualTypeOf<string>();
    // @ts-expect-error A question needs its question.
    trawl.POST('/v2/scrape', { body: { url: 'a', formats: [{ type: 'question' }] } });
    // @ts-expect-error `prompt` belongs to another format.
    trawl.POST('/v2/scrape', { body: { url: 'a', formats: [{ type: 'screenshot', prompt: 'b' }] } });
  });

  it('of actions narrow by type', () => {
    const action = {} as Action;
    if (action.type === 'scroll') expectTypeOf(action.direction).toEqualTypeOf<'up' | 'down' | undefined>();
    if (action.type === 'wait') expectTypeOf(action).toExtend<{ milliseconds: number } | { selector: string }>();
    // @ts-expect-error A wait is for a time or for a selector.
    trawl.POST('/v2/scrape', { body: { url: 'a', actions: [{ type: 'wait' }] } });
  });

  it('of monitor targets narrow by type', () => {
    const target = {} as MonitorTarget;
    if (target.type === 'crawl') expectTypeOf(target.url).toEqualTypeOf<string>();
    if (target.type === 'search') expectTypeOf(target.queries).toEqualTypeOf<readonly string[]>();
  });

  it('have no type but the known ones', () => {
    expectTypeOf<MonitorTarget['type']>().toEqualTypeOf<'scrape' | 'crawl' | 'search'>();
  });
});

describe('files', () => {
  it('are bytes in every usual form, and no string', () => {
    const params = { path: { id: 'a' }, query: { uploadRef: 'b' } };
    trawl.PUT('/v2/parse/upload/{id}', { params, body: new Uint8Array() });
    trawl.PUT('/v2/parse/upload/{id}', { params, body: new ArrayBuffer() });
    trawl.PUT('/v2/parse/upload/{id}', { params, body: new Blob() });
    trawl.PUT('/v2/parse/upload/{id}', { params, body: Buffer.from('') });
    trawl.POST('/v2/parse', { body: { file: new File([], 'a.pdf'), options: { formats: ['markdown'] } } });

    // @ts-expect-error A string would be a file name to some and its content to others.
    trawl.PUT('/v2/parse/upload/{id}', { params, body: 'text' });
  });
});

describe('answers', () => {
  it('are typed by path, and are data or an error', async () => {
    const { data, error, response } = await trawl.GET('/v2/crawl/{id}', { params: { path: { id: 'a' } } });
    expectTypeOf(response).toEqualTypeOf<Response>();
    if (data) {
      expectTypeOf(data).toEqualTypeOf<CrawlJob>();
      expectTypeOf(error).toEqualTypeOf<undefined>();
    } else if (typeof error === 'object') {
      expectTypeOf(error.error).toEqualTypeOf<string>();
    } else {
      // The page of a proxy.
      expectTypeOf(error).toEqualTypeOf<string>();
    }
  });

  it('follow `parseAs`', async () => {
    const call = { body: { query: 'a' } };
    expectTypeOf((await trawl.POST('/v2/search', { ...call, parseAs: 'text' })).data).toEqualTypeOf<
      string | undefined
    >();
    expectTypeOf((await trawl.POST('/v2/search', { ...call, parseAs: 'stream' })).data).toEqualTypeOf<
      ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined
    >();
  });

  it('keep the known values of an open set and accept others', () => {
    expectTypeOf<string>().toExtend<CrawlJob['status']>();
    expectTypeOf<CrawlJob['status']>().toExtend<string>();
    // An open set that were plain `string` would have lost what editors suggest.
    expectTypeOf<CrawlJob['status']>().not.toEqualTypeOf<string>();
    expectTypeOf<'scraping' | 'completed' | 'failed' | 'cancelled'>().toExtend<CrawlJob['status']>();
  });

  it('say what may be null', () => {
    expectTypeOf<Document['markdown']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<CrawlJob['next']>().toEqualTypeOf<string | null | undefined>();
  });

  it('have the fields that are known, and arrays that belong to the caller', () => {
    const document = {} as Document;
    // @ts-expect-error Misspelt.
    document.markdwn;
    expectTypeOf(document.links).toEqualTypeOf<string[] | undefined>();
  });

  it('let the meta tags of a page be read under their own names', () => {
    const { metadata } = {} as Document;
    expectTypeOf(metadata?.['og:image']).toEqualTypeOf<unknown>();
    expectTypeOf(metadata?.statusCode).toEqualTypeOf<number | undefined>();
  });
});

describe('the client', () => {
  it('needs a base URL, and takes a key that may be undefined', () => {
    createTrawlClient({ baseUrl: 'a', apiKey: process.env.TRAWL_API_KEY });
    // @ts-expect-error `baseUrl` is required.
    createTrawlClient({ apiKey: 'a' });
  });

  it('takes the global fetch, and anything that makes a response of a request', () => {
    expectTypeOf<typeof globalThis.fetch>().toExtend<NonNullable<TrawlClientOptions['fetch']>>();
    expectTypeOf<(request: Request) => Promise<Response>>().toExtend<NonNullable<TrawlClientOptions['fetch']>>();
  });

  it('has the operations and the webhooks beside the paths', () => {
    expectTypeOf<
      operations['searchWeb']['requestBody']['content']['application/json']
    >().toEqualTypeOf<SearchRequest>();
    expectTypeOf<webhooks>().toHaveProperty('crawlPage');
  });
});
