import { describe, expect, test } from 'vitest';
import { call, startServer } from '../../test/server.js';
import { contract, operations, resolved } from './contract.js';

const url = 'https://example.com/';
const scrape = (body: object) => ['POST /v2/scrape', { url, ...body }] as const;
const search = (body: object) => ['POST /v2/search', { query: 'x', ...body }] as const;
const UNRECOGNIZED = 'Unrecognized key in body -- please review the v2 API documentation for request body changes';

test.each<[name: string, request: readonly [line: string, body?: object], error: string, details: object[]]>([
  [
    'a missing field',
    ['POST /v2/scrape', {}],
    'Bad Request',
    [
      {
        code: 'invalid_type',
        expected: 'string',
        path: ['url'],
        message: 'Invalid input: expected string, received undefined',
      },
    ],
  ],
  [
    'a wrong type',
    scrape({ formats: 'markdown' }),
    'Bad Request',
    [
      {
        code: 'invalid_type',
        expected: 'array',
        path: ['formats'],
        message: 'Invalid input: expected array, received string',
      },
    ],
  ],
  [
    'an unknown key, with the other findings',
    scrape({ foo: 1, mobile: 'yes' }),
    UNRECOGNIZED,
    [
      { code: 'invalid_type', path: ['mobile'], message: 'Invalid input: expected boolean, received string' },
      { code: 'unrecognized_keys', keys: ['foo'], path: [], message: 'Unrecognized key: "foo"' },
    ],
  ],
  [
    'several unknown keys further down',
    ['POST /v2/crawl', { url, scrapeOptions: { a: 1, b: 2 } }],
    UNRECOGNIZED,
    [{ code: 'unrecognized_keys', keys: ['a', 'b'], path: ['scrapeOptions'], message: 'Unrecognized keys: "a", "b"' }],
  ],
  [
    'a number beyond its limit',
    scrape({ waitFor: -1 }),
    'Bad Request',
    [
      {
        origin: 'number',
        code: 'too_small',
        minimum: 0,
        inclusive: true,
        path: ['waitFor'],
        message: 'Too small: expected number to be >=0',
      },
    ],
  ],
  [
    'a fraction',
    scrape({ timeout: 1000.5 }),
    'Bad Request',
    [
      {
        code: 'invalid_type',
        expected: 'int',
        path: ['timeout'],
        message: 'Invalid input: expected int, received number',
      },
    ],
  ],
  [
    'a list that is too short',
    ['POST /v2/batch/scrape', { urls: [] }],
    'Bad Request',
    [
      {
        origin: 'array',
        code: 'too_small',
        minimum: 1,
        path: ['urls'],
        message: 'Too small: expected array to have >=1 items',
      },
    ],
  ],
  [
    'a value that is not among the known ones',
    scrape({ proxy: 'fast' }),
    'Bad Request',
    [
      {
        code: 'invalid_value',
        path: ['proxy'],
        message: expect.stringMatching(/^Invalid option: expected one of "basic"\|/),
      },
    ],
  ],
  [
    'another protocol',
    scrape({ url: 'ftp://example.com/' }),
    'Bad Request',
    [
      {
        code: 'invalid_format',
        format: 'regex',
        pattern: '/^https?:\\/\\//i',
        path: ['url'],
        message: 'URL uses unsupported protocol',
      },
      { code: 'custom', path: ['url'], message: 'Invalid URL' },
    ],
  ],
  [
    'a host that is no site',
    scrape({ url: 'http://foo' }),
    'URL must have a valid top-level domain or be an IP address',
    [
      {
        code: 'custom',
        path: ['url'],
        message: 'URL must have a valid top-level domain or be an IP address',
      },
    ],
  ],
  [
    'a text that is no URL',
    ['POST /v2/map', { url: 'not a url' }],
    'Bad Request',
    [{ code: 'invalid_format', format: 'url', path: ['url'], message: 'Invalid URL' }],
  ],
  [
    'a page to watch that is no URL',
    [
      'POST /v2/monitor',
      {
        name: 'a',
        schedule: { cron: '0 * * * *' },
        targets: [{ type: 'scrape', urls: ['a.example', 'a.example:99999'] }],
      },
    ],
    'Bad Request',
    [{ path: ['targets', 0, 'urls', 1], message: 'Invalid URL' }],
  ],
  [
    'options in a body of their own, where they stand beside the reference of an upload',
    ['POST /v2/parse', { uploadRef: 'r', options: { formats: ['markdown'] } }],
    UNRECOGNIZED,
    [{ code: 'unrecognized_keys', keys: ['options'], path: [], message: 'Unrecognized key: "options"' }],
  ],
  [
    'a header that HTTP cannot carry',
    scrape({ headers: { 'x-lines': 'one\r\ntwo', 'x lines': 'one' } }),
    'Bad Request',
    [
      {
        code: 'invalid_format',
        path: ['headers', 'x lines'],
        message: expect.stringContaining('name of an HTTP header'),
      },
      { code: 'invalid_format', path: ['headers', 'x-lines'], message: expect.stringContaining('on one line') },
    ],
  ],
  [
    'an unknown format by its name',
    scrape({ formats: ['nope'] }),
    'Bad Request',
    [{ code: 'invalid_union', path: ['formats', 0], message: expect.stringContaining('"markdown"|"summary"') }],
  ],
  [
    'an unknown format by its type',
    scrape({ formats: [{ type: 'nope' }] }),
    'Bad Request',
    [
      {
        code: 'invalid_union',
        errors: expect.arrayContaining([
          [
            {
              code: 'invalid_value',
              values: ['question'],
              path: ['type'],
              message: 'Invalid input: expected "question"',
            },
          ],
        ]),
        path: ['formats', 0],
        message: expect.stringContaining('"question"|"highlights"'),
      },
    ],
  ],
  [
    'only the branch of a union that its type names',
    scrape({ formats: [{ type: 'screenshot', quality: 200, foo: 2 }] }),
    UNRECOGNIZED,
    [
      { code: 'too_big', maximum: 100, path: ['formats', 0, 'quality'] },
      { code: 'unrecognized_keys', keys: ['foo'], path: ['formats', 0] },
    ],
  ],
  [
    'neither of two alternatives',
    scrape({ actions: [{ type: 'wait' }] }),
    "Either 'milliseconds' or 'selector' must be provided.",
    [{ code: 'custom', path: ['actions', 0] }],
  ],
  [
    'something that no branch takes',
    scrape({ formats: [5] }),
    'Bad Request',
    [
      {
        code: 'invalid_union',
        path: ['formats', 0],
        message: 'Invalid input: expected string or object, received number',
      },
    ],
  ],
  [
    'an id that is no UUID',
    ['GET /v2/monitor/abc'],
    'Bad Request',
    [{ code: 'invalid_format', format: 'uuid', path: ['monitorId'], message: 'Invalid UUID' }],
  ],
  [
    'a query parameter',
    ['GET /v2/team/activity?limit=1000'],
    'Bad Request',
    [{ code: 'too_big', maximum: 100, path: ['limit'], message: 'Too big: expected number to be <=100' }],
  ],
])('says what is wrong with %s', async (_, [line, body], error, details) => {
  const server = await startServer();
  const answer = await call(server, line, body === undefined ? {} : { body });
  expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST', error, details } });
  expect((answer.body as { details: unknown[] }).details).toHaveLength(details.length);
});

test.each<[name: string, request: readonly [line: string, body?: object], body: object]>([
  [
    'searches have no code',
    search({ limit: 101, excludeDomains: ['https://a.com/'] }),
    {
      error: 'Invalid request body',
      details: [
        { code: 'too_big', path: ['limit'], message: 'Too big: expected number to be <=100' },
        {
          code: 'custom',
          path: ['excludeDomains', 0],
          message: 'Domain must be a valid hostname without protocol or path',
        },
      ],
    },
  ],
  [
    'fields that exclude each other are both named',
    search({ includeDomains: ['a.example'], excludeDomains: ['b.example'] }),
    {
      error: 'Invalid request body',
      details: [{ code: 'custom', path: [], message: 'excludeDomains and includeDomains cannot be used together' }],
    },
  ],
  [
    'uploads name the first finding',
    ['POST /v2/parse/upload-url', { filename: 'a.pdf', foo: 1 }],
    { error: 'Unrecognized key: "foo"', code: 'BAD_REQUEST' },
  ],
  [
    'ids of scrapes are no details',
    ['GET /v2/scrape/abc'],
    { error: 'Invalid job ID format. Job ID must be a valid UUID.' },
  ],
  [
    'feedback says that it is about feedback',
    ['POST /v2/search/00000000-0000-4000-8000-000000000000/feedback', { rating: 'good' }],
    { error: 'Invalid request body', feedbackErrorCode: 'INVALID_BODY', details: [{ code: 'custom', path: [] }] },
  ],
])('words refusals as clients know them: %s', async (_, [line, body], expected) => {
  const server = await startServer();
  const answer = await call(server, line, body === undefined ? {} : { body });
  expect(answer).toMatchObject({ status: 400, body: { success: false, ...expected } });
  expect(Object.keys(answer.body as object).sort()).toEqual(['success', ...Object.keys(expected)].sort());
});

test('answers a body of another type as no body, and one that is no JSON as such', async () => {
  const server = await startServer();
  const text = await call(server, 'POST /v2/scrape', { body: 'url=x', headers: { 'content-type': 'text/plain' } });
  expect(text.body).toMatchObject({ code: 'BAD_REQUEST', details: [{ path: ['url'] }] });
  const broken = await call(server, 'POST /v2/scrape', {
    body: '{"url"',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST_INVALID_JSON' } });
});

test.each(['[]', '"x"', 'null'])('says once of %s that it is no object', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await call(await startServer(), 'POST /v2/scrape', { body, headers });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ code: 'invalid_type', path: [] }] } });
  expect((answer.body as { details: unknown[] }).details).toHaveLength(1);
});

test('names no more than fifty findings, and of a large body the first one', async () => {
  const server = await startServer();
  const findings = async (length: number) => {
    const { body } = await call(server, 'POST /v2/batch/scrape', { body: { urls: Array(length).fill(5) } });
    return (body as { details: unknown[] }).details.length;
  };
  expect(await findings(60)).toBe(50);
  expect(await findings(9_000)).toBe(1);
});

test('explains hundreds of findings, each in every branch of a union, by the first of them', async () => {
  const server = await startServer();
  const { body } = await call(server, 'POST /v2/scrape', { body: { url, formats: Array(450).fill({ type: 'nope' }) } });
  const { details } = body as { details: { path: unknown[] }[] };
  expect(details.map(({ path }) => path)).toEqual(Array.from({ length: 50 }, (_, index) => ['formats', index]));
});

test.each<[string, string, number, string]>([
  ['is nested deeper than it reads', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400, '100 levels'],
  ['has more values than it reads', JSON.stringify({ includeTags: Array(10_000).fill('p') }), 413, '10000 values'],
  ['has a longer string than it reads', JSON.stringify({ proxy: 'x'.repeat(100_001) }), 413, '100000 characters'],
])('refuses a body that %s', async (_, body, status, words) => {
  const server = await startServer();
  const headers = { 'content-type': 'application/json' };
  for (const line of ['POST /v2/scrape', 'POST /_local/faults']) {
    const answer = await call(server, line, { body, headers });
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.stringContaining(words) } });
  }
});

test('asks of a fault what goes wrong', async () => {
  const server = await startServer();
  const { status, body } = await call(server, 'POST /_local/faults', { body: {} });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: expect.stringMatching(/^A fault has to say what goes wrong/) });
});

test.each([
  'cdr:1,cd_min:13/01/2026,cd_max:12/31/2026',
  'cdr:1,cd_min:01/00/2026,cd_max:12/31/2026',
  'last week',
  'li:1',
])('answers a search with a time that it does not understand with a warning: %s', async (tbs) => {
  const server = await startServer({ offline: true });
  for (const options of [{ tbs }, { sources: [{ type: 'web', tbs }] }]) {
    const { status, body } = await call(server, 'POST /v2/search', { body: { query: 'x', ...options } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ warning: expect.stringContaining('`tbs` was applied without') });
  }
});

test('says which country to send where only the letters are too small', async () => {
  const answer = await call(await startServer(), 'POST /v2/scrape', { body: { url, location: { country: 'us' } } });
  expect(answer).toMatchObject({
    status: 400,
    body: { details: [{ path: ['location', 'country'], message: expect.stringMatching(/ Send "US"\.$/) }] },
  });
});

describe('every JSON body takes `origin` and `integration`, and is answered as without them:', () => {
  const sender = { origin: 'js-sdk@4.42.0', integration: 'zapier' };
  const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = contract().paths;

  test.each(operations().filter(({ body }) => body?.['application/json']))('$method $path', async (operation) => {
    const documented = paths[operation.path]?.[operation.method.toLowerCase()] as { requestBody: Body };
    const [example = {}] = Object.values(documented.requestBody.content['application/json'].examples);
    const { value } = resolved<{ value?: object }>(example);
    const line = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}`;
    const answerTo = async (body: object) => {
      // Forgets what the call before has done.
      const server = await startServer({ offline: true });
      return (await call(server, line, { body })).status;
    };
    expect(await answerTo({ ...value, ...sender })).toBe(await answerTo({ ...value }));
    expect(await answerTo({ ...value, ...sender, surprise: 1 })).toBe(await answerTo({ ...value, surprise: 1 }));
  });

  test('a run of a monitor, which has no body', async () => {
    const server = await startServer({ offline: true });
    const body = { name: 'a', schedule: { cron: '0 * * * *' }, targets: [{ type: 'scrape', urls: ['a.example'] }] };
    const created = await call(server, 'POST /v2/monitor', { body: { ...body, ...sender } });
    const { data } = created.body as { data: { id: string } };
    expect(data).not.toHaveProperty('origin');
    expect(data).toMatchObject({ targets: [{ urls: ['http://a.example'] }] });
    const changed = await call(server, `PATCH /v2/monitor/${data.id}`, { body: sender });
    expect(changed.status).toBe(200);
    expect((changed.body as typeof created.body & { data: object }).data).not.toHaveProperty('origin');
    expect(await call(server, `POST /v2/monitor/${data.id}/run`, { body: sender })).toMatchObject({ status: 200 });
  });
});

interface Body {
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, object>> } };
}
