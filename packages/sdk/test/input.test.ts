/** What JavaScript passes although the types forbid it, and what callers put in from outside: it ends in an error of ours. */
import { describe, expect, it } from 'vitest';
import { ConfigurationError, ResponseFormatError } from '../src/errors/index.js';
import { Trawl } from '../src/trawl.js';
import { clientOf } from './client.js';
import { failing, json, MisbehavingServer } from './misbehaving-server.js';
import { failureOf, sender } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

const page = json({ success: true, id: 'c-1', status: 'completed', data: { markdown: '', web: [] } });

/** Passes for anything, since what the types forbid is the point here. */
const wrong = (value: unknown) => value as never;
const never = (): Promise<never> => new Promise(() => {});

describe('a call that is certain to fail is refused before it is sent:', () => {
  it.each<[string, string, (trawl: Trawl) => PromiseLike<unknown>]>([
    [
      'the URL of a crawl alone',
      'crawls.start takes an object with named fields: { url: … }.',
      (trawl) => trawl.crawls.start(wrong('https://a.test')),
    ],
    [
      'the URLs of a batch alone',
      'batches.start takes an object with named fields: { urls: … }.',
      (trawl) => trawl.batches.start(wrong(['https://a.test'])),
    ],
    [
      'the prompt of an agent alone',
      'agents.start takes an object with named fields: { prompt: … }.',
      (trawl) => trawl.agents.start(wrong('Find it')),
    ],
    [
      'the URLs of an extraction alone',
      'extracts.start takes an object with named fields: { urls: … }.',
      (trawl) => trawl.extracts.start(wrong(['https://a.test'])),
    ],
    [
      'no request',
      'search (searchWeb) cannot be sent as it was given: Cannot read properties of null',
      (trawl) => trawl.search('a', wrong(null)),
    ],
    [
      'no start',
      'crawls.start takes an object with named fields: { url: … }.',
      (trawl) => Reflect.apply(trawl.crawls.start, trawl.crawls, []),
    ],
    [
      'a list of nothing',
      'batches.start takes an object with named fields: { urls: … }.',
      (trawl) => trawl.batches.start(wrong(null)),
    ],
    [
      'no ticket',
      "uploads.put (uploadFile) cannot be sent as it was given: Cannot destructure property 'uploadUrl' of 'ticket' as it is null.",
      (trawl) => trawl.uploads.put(wrong(null), 'a.pdf'),
    ],
    [
      'no file',
      'file must be a path, a file URL, bytes, a Blob, a File, a stream or a Response',
      (trawl) => Reflect.apply(trawl.parse, trawl, []),
    ],
    [
      'an object for a file',
      'file must be a path, a file URL, bytes, a Blob, a File, a stream or a Response',
      (trawl) => trawl.parse(wrong({}), { filename: 'a.pdf' }),
    ],
    [
      'the URL of a page for a file',
      'file is a web address: use scrape(), or give the Response of a fetch.',
      (trawl) => trawl.parse(new URL('https://a.test'), { filename: 'a.pdf' }),
    ],
    [
      'a stream that was read',
      'file is a stream that was read before, or is being read: give a new one.',
      (trawl) => trawl.parse(readBefore(), { filename: 'a.pdf' }),
    ],
    [
      'a stream that fails',
      'file is a stream that failed before its end: disk.',
      (trawl) => trawl.parse(broken(), { filename: 'a.pdf' }),
    ],
    ['a blank query', 'query is blank.', (trawl) => trawl.search(' \n')],
    [
      'formats that are null',
      'formats must be a list of names, or of objects with a type.',
      (trawl) => trawl.scrape('a', { formats: wrong(null) }),
    ],
    [
      'a format that is null',
      'formats[0] must be a name, or an object with a type.',
      (trawl) => trawl.scrape('a', { formats: wrong([null]) }),
    ],
    [
      'a source that is null',
      'sources[0] must be a name, or an object with a type.',
      (trawl) => trawl.search('a', { sources: wrong([null]) }),
    ],
    [
      'sources that are text',
      'sources must be a list of names, or of objects with a type.',
      (trawl) => trawl.search('a', { sources: wrong('web') }),
    ],
    [
      'a time as text',
      'totalTimeoutMs must be a number, not "100".',
      (trawl) => trawl.search('a', {}, { totalTimeoutMs: wrong('100') }),
    ],
    [
      'a time that is no number',
      'totalTimeoutMs must be at least 0, not NaN.',
      (trawl) => trawl.search('a', {}, { totalTimeoutMs: NaN }),
    ],
    [
      'retries as text',
      'maxRetries must be a number, not "1".',
      (trawl) => trawl.search('a', {}, { maxRetries: wrong('1') }),
    ],
    [
      'a signal that is none',
      'signal must be an AbortSignal.',
      (trawl) => trawl.search('a', {}, { signal: wrong({}) }),
    ],
    [
      'an id that is no text',
      'crawls.get (getCrawl) cannot be sent as it was given: URI malformed.',
      (trawl) => trawl.crawls.get('\ud800'),
    ],
    [
      'an empty idempotency key',
      'idempotencyKey cannot be sent: it is empty, or has a line break or the like.',
      (trawl) => trawl.crawls.start({ url: 'a' }, { idempotencyKey: '' }),
    ],
    [
      'a key with its scheme',
      'idempotencyKey cannot be sent: it begins with "Bearer", which the SDK adds itself.',
      (trawl) => trawl.crawls.start({ url: 'a' }, { idempotencyKey: 'Bearer a' }),
    ],
    [
      'a line break in an idempotency key',
      'idempotencyKey cannot be sent: it is empty, or has a line break or the like.',
      (trawl) => trawl.crawls.start({ url: 'a' }, { idempotencyKey: 'a\nb' }),
    ],
    [
      'a schema that is a function',
      'schema cannot be turned into JSON Schema. It is not JSON: wrap schemas in an object.',
      (trawl) => trawl.agents.start({ prompt: 'a', schema: wrong(() => 1) }),
    ],
  ])('%s', async (_, message, call) => {
    await using server = await MisbehavingServer.start(page);
    const error = await failureOf((async () => call(clientOf(server)))());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message.slice(0, message.length)).toBe(message);
    expect(error.message).toMatch(/[^.][.?]$/);
    expect(server.received).toEqual([]);
  });

  it.each<[string, object]>([
    ['middleware', { middleware: () => {} }],
    ['middleware', { middleware: [null] }],
    ['fetch', { fetch: 'no' }],
    ['apiKey', { apiKey: {} }],
    ['baseUrl', { baseUrl: 5 }],
  ])('an option: %s', (option, options) => {
    const make = () => new Trawl(wrong({ baseUrl: 'http://127.0.0.1:1', ...options }));
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(option);
  });

  it('a missing base URL, with an error that says so', () => {
    expect(() => new Trawl(wrong(null))).toThrow(
      /^baseUrl \(or TRAWL_BASE_URL\) is missing: give the URL of a service\. To start one at http:\/\/127\.0\.0\.1:3002, run npx @trawl\/local\.$/,
    );
  });
});

it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
  ['a call', (trawl) => trawl.map('a', {}, wrong(null))],
  ['a job', (trawl) => trawl.crawl('a', wrong(null), wrong(null))],
  ['a listing', (trawl) => trawl.monitors.list(wrong(null), wrong(null))],
  ['a listing with a filter', (trawl) => trawl.monitors.checks('m', wrong(null))],
  ['a listing by link', (trawl) => trawl.monitors.pages('m', 'c', wrong(null))],
  ['a crawl that goes on', (trawl) => trawl.crawls.resume('j', wrong(null))],
  ['an agent that goes on', (trawl) => trawl.agents.resume('j', wrong(null))],
  ['an extraction that goes on', (trawl) => trawl.extracts.resume('j', wrong(null))],
  ['the activity', (trawl) => trawl.team.activity(wrong(null))],
])('null as the options of %s is like no options', async (_, call) => {
  await using server = await MisbehavingServer.start((response, request) => {
    const data = request.path.includes('/checks/') ? { pages: [] } : [];
    json({ success: true, id: 'a', status: 'completed', links: [], data, has_more: false })(response, request);
  });
  await call(clientOf(server));
  expect(server.received.length).toBeGreaterThan(0);
});

describe('a file that never comes', () => {
  const hanging = () => new ReadableStream<Uint8Array>({});
  const ticket = (url: string) => ({ uploadUrl: `${url}/v2/parse/upload/u-1`, uploadRef: 'r' });

  it.each<[string, (trawl: Trawl, url: string, call: object) => PromiseLike<unknown>]>([
    ['parse', (trawl, _, call) => trawl.parse(hanging(), { filename: 'a.pdf' }, call)],
    ['upload', (trawl, url, call) => trawl.uploads.put(ticket(url), hanging(), call)],
  ])('does not outlast the signal or the total time of a %s', async (_, call) => {
    await using server = await MisbehavingServer.start(page);
    const trawl = new Trawl({ baseUrl: server.url });
    const late = await failureOf(call(trawl, server.url, { totalTimeoutMs: 20 }));
    expect(late).toMatchObject({ name: 'TimeoutError' });
    expect(late.message).toMatch(
      /^(parse|uploads\.put) \((parse|upload)File\) had no complete answer within 20 ms \(totalTimeoutMs\)\.$/,
    );
    const aborted = await failureOf(call(trawl, server.url, { signal: AbortSignal.timeout(20) }));
    expect(aborted).toMatchObject({ name: 'AbortedError', cause: { name: 'TimeoutError' } });
    expect(server.received).toEqual([]);
  });
});

it('an endless schema validation ends with the total time', async () => {
  await using server = await MisbehavingServer.start(json({ success: true, data: { json: {} } }));
  const clock = new VirtualClock({ passes: 0 });
  // Time passes nowhere but in the schema, so that no other part of the call can be what took too long.
  const validate = () => {
    clock.advance(100);
    return never();
  };
  const schema = { '~standard': { version: 1, vendor: 'own', validate, jsonSchema: { input: () => ({}) } } };
  const formats = [{ type: 'json' as const, schema: wrong(schema) }];
  const call = clientOf(server, { clock }).scrape('a', { formats }, { totalTimeoutMs: 100 });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError', operation: 'scrapePage' });
});

describe('a `fetch` or a middleware that returns no response', () => {
  it.each([{ fetch: wrong(async () => undefined) }, { middleware: [wrong(async () => undefined)] }])(
    'ends in an error that says so: %j',
    async (options) => {
      const error = await failureOf(sender('http://127.0.0.1:1', options).send());
      expect(error).toBeInstanceOf(ResponseFormatError);
      expect(error.message).toBe(
        'searchWeb was answered with no Response, or one that was read before: check what `fetch` and middleware return.',
      );
      expect(error).toMatchObject({ attempts: 1, operation: 'searchWeb' });
    },
  );
});

it('a middleware may send a request again, after it has fetched another key for instance', async () => {
  await using server = await MisbehavingServer.start(failing(401), json({ success: true }));
  const { send } = sender(server.url, {
    middleware: [
      async (request, next) => {
        const answer = await next(request);
        if (answer.status !== 401) return answer;
        request.headers.set('authorization', 'Bearer another');
        return next(request);
      },
    ],
  });
  await expect(send()).resolves.toMatchObject({ attempts: 1 });
  expect(server.received.map(({ body }) => body)).toEqual(['{"query":"sdk"}', '{"query":"sdk"}']);
  expect(server.received[1]?.headers.authorization).toBe('Bearer another');
});

function readBefore(): ReadableStream<Uint8Array> {
  const stream = new Blob(['content']).stream() as ReadableStream<Uint8Array>;
  stream.getReader();
  return stream;
}

function broken(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(new Error('disk')) });
}
