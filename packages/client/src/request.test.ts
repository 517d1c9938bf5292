import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { mergeHeaders, prepareRequest, type RequestHeaders, type RequestParts } from './request.js';

const baseUrl = 'http://127.0.0.1:1/api';

const prepare = (method: string, path: string, input: Omit<RequestParts, 'baseUrl'> = {}) =>
  prepareRequest(method, path, { baseUrl, ...input });

const urlOf = (path: string, params?: RequestParts['params']) => prepare('GET', path, { params }).url;

/** What a server would read of a body. */
async function received({ headers, body }: { headers: Headers; body: BodyInit | null }) {
  const request = new Request('http://127.0.0.1', { method: 'POST', headers, body });
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/')) return { type, body: await request.text() };
  const parts = [...(await request.formData())].map(async ([name, part]) => [name, await new Response(part).text()]);
  return { type: type.replace(/;.*/, ''), body: await Promise.all(parts) };
}

describe('the path', () => {
  it('has its parameters, encoded', () => {
    const path = { monitorId: '../a?b', checkId: 'ü/#' };
    expect(urlOf('/v2/monitor/{monitorId}/checks/{checkId}', { path })).toBe(
      'http://127.0.0.1:1/api/v2/monitor/..%2Fa%3Fb/checks/%C3%BC%2F%23',
    );
    expect(urlOf('/v2/crawl/{id}', { path: { id: 12 } })).toBe('http://127.0.0.1:1/api/v2/crawl/12');
  });

  it.each([undefined, null, '', '.', '..'])('with %j as a parameter is refused', (id) => {
    const refusal = new TypeError('the path parameter "id" must not be missing, empty, "." or ".."');
    expect(() => urlOf('/v2/crawl/{id}', { path: { id } })).toThrow(refusal);
    expect(() => urlOf('/v2/crawl/{id}')).toThrow(refusal);
  });
});

describe('the query', () => {
  it('has every value of a list, and nothing for what is not given', () => {
    const query = { endpoint: ['a b', 'c&d'], limit: 0, flag: false, cursor: undefined, none: null, empty: [] };
    expect(urlOf('/v2/team/activity', { query })).toMatch(
      /\/activity\?endpoint=a%20b&endpoint=c%26d&limit=0&flag=false$/,
    );
    expect(urlOf('/v2/team/activity', { query: { cursor: undefined } })).toMatch(/\/activity$/);
  });

  it('has names that are encoded, too', () => {
    expect(urlOf('/v2/things', { query: { 'a&b': 'ü' } })).toMatch(/\/things\?a%26b=%C3%BC$/);
  });
});

describe('headers', () => {
  it('of the later ones win, whatever their case and their form', () => {
    const foreign = { [Symbol.iterator]: () => [['X-Four', '4']][Symbol.iterator]() };
    const merged = mergeHeaders(
      { 'X-One': '1', 'x-two': 'lost' },
      new Headers({ 'X-Two': '2', 'x-three': 'lost' }),
      [['X-THREE', '3']],
      foreign as unknown as Headers,
      undefined,
    );
    expect(Object.fromEntries(merged)).toEqual({ 'x-one': '1', 'x-two': '2', 'x-three': '3', 'x-four': '4' });
  });

  it('are taken away by null, and left as they are by undefined', () => {
    const common = { authorization: 'Bearer key', 'x-team': 'one' };
    expect(Object.fromEntries(mergeHeaders(common, { Authorization: null, 'x-team': undefined }))).toEqual({
      'x-team': 'one',
    });
  });

  it.each<[string, RequestHeaders]>([
    ['a line break in a value', { authorization: 'hush\nhush' }],
    ['a line break in a pair', [['authorization', 'hush\nhush']]],
    ['a letter that no header has', { authorization: 'hush 東京' }],
    ['a space in a name', { 'a b': 'hush' }],
  ])('that cannot be sent are refused without their values: %s', (_, headers) => {
    expect(() => mergeHeaders(headers)).toThrow(new TypeError('headers must have names and values that can be sent'));
  });
});

describe('the body', () => {
  const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });

  it.each<[string, unknown, { type: string; body: unknown }]>([
    [
      'an object, as JSON',
      { query: 'größer', none: undefined },
      { type: 'application/json', body: '{"query":"größer"}' },
    ],
    ['a list, as JSON', [1, 2], { type: 'application/json', body: '[1,2]' }],
    ['null, as JSON', null, { type: 'application/json', body: 'null' }],
    ['text, byte for byte', '"a"', { type: 'application/octet-stream', body: '"a"' }],
    ['a Blob, byte for byte', new Blob(['"a"']), { type: 'application/octet-stream', body: '"a"' }],
    ['a Blob with a type', new Blob(['"a"'], { type: 'text/html' }), { type: 'text/html', body: '"a"' }],
    [
      'bytes of another realm',
      runInNewContext('Uint8Array.of(34, 97, 34).buffer'),
      { type: 'application/octet-stream', body: '"a"' },
    ],
    ['a Uint8Array', new Uint8Array([34, 97, 34]), { type: 'application/octet-stream', body: '"a"' }],
    [
      'an object that holds bytes, as a form',
      { file, options: { formats: ['markdown'] }, none: undefined },
      {
        type: 'multipart/form-data',
        body: [
          ['file', '%PDF'],
          ['options', '{"formats":["markdown"]}'],
        ],
      },
    ],
    [
      'bytes without a name in a form',
      { file: new Uint8Array([97]).buffer },
      { type: 'multipart/form-data', body: [['file', 'a']] },
    ],
  ])('is sent: %s', async (_, body, expected) => {
    expect(await received(prepare('POST', '/v2/parse', { body }))).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['Headers', new Headers({ a: 'b' })],
    ['a Map', new Map([['a', 'b']])],
    ['pairs', [['a', 'b']]],
    ['an object', { a: 'b' }],
  ])('has its headers, which may be %s', async (_, headers) => {
    const { body } = await received(prepare('POST', '/v2/scrape', { body: { webhook: { headers } } }));
    expect(JSON.parse(String(body))).toEqual({ webhook: { headers: { a: 'b' } } });
  });

  it('has the items of a Set, and lists that are called headers', async () => {
    const { body } = await received(
      prepare('POST', '/v2/scrape', { body: { urls: new Set(['a']), headers: ['a', 'b'] } }),
    );
    expect(JSON.parse(String(body))).toEqual({ urls: ['a'], headers: ['a', 'b'] });
  });

  it.each<[string, unknown]>([
    ['a is a Promise, which JSON cannot hold', Promise.resolve()],
    ['a is a RegExp, which JSON cannot hold', /b/],
    ['a is a schema of a library: give JSON Schema', { '~standard': {} }],
    ['a is a schema of a library: give JSON Schema', Object.assign(() => {}, { '~standard': {} })],
  ])('is refused if JSON would lose what it holds: %s', (message, a) => {
    expect(() => prepare('POST', '/v2/scrape', { body: { in: [{ a }] } })).toThrow(new TypeError(message));
  });

  it('that is missing is not sent, and has no type', () => {
    const { body, headers, method } = prepare('GET', '/v2/crawl/active');
    expect([body, method, [...headers]]).toEqual([null, 'GET', []]);
  });

  it('is sent under the type that the caller gives', async () => {
    const headers = [{ 'x-team': 'one' }, { 'Content-Type': 'application/pdf' }];
    expect(await received(prepare('PUT', '/v2/things', { body: new Blob(['a']), headers }))).toMatchObject({
      type: 'application/pdf',
    });
  });

  it('that is a form keeps the boundary that the platform chose', async () => {
    const headers = [{ 'content-type': 'multipart/form-data' }];
    const form = new FormData();
    form.append('file', file);
    for (const body of [form, { file }]) {
      const prepared = prepare('POST', '/v2/parse', { body, headers });
      expect(await received(prepared)).toEqual({ type: 'multipart/form-data', body: [['file', '%PDF']] });
    }
  });

  it('keeps the name of its file', () => {
    const { body } = prepare('POST', '/v2/parse', { body: { file } });
    expect((body as FormData).get('file')).toMatchObject({ name: 'a.pdf', type: 'application/pdf' });
  });
});

it('a prepared request can be given to fetch as it is', async () => {
  const { url, ...init } = prepare('POST', '/v2/search', { body: { query: 'a' }, headers: [{ 'x-team': 'one' }] });
  const request = new Request(url, init);
  expect([request.method, request.url]).toEqual(['POST', `${baseUrl}/v2/search`]);
  expect(Object.fromEntries(request.headers)).toEqual({ 'content-type': 'application/json', 'x-team': 'one' });
  expect(await request.json()).toEqual({ query: 'a' });
});
