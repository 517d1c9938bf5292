import { expect, test } from 'vitest';
import { call, startServer } from '../../test/server.js';

const url = 'https://example.com/';

/** The status and the body of the answer to a call. */
async function answerTo(line: string, sent?: object): Promise<{ status: number; body: unknown }> {
  const { status, body } = await call(await startServer(), line, { body: sent });
  return { status, body };
}

const TRACKED = 'The changeTracking format requires the markdown format to be specified as well';

test.each([
  ['POST /v2/scrape', { url, formats: ['changeTracking'] }, ['formats']],
  ['POST /v2/scrape', { url, formats: ['html', { type: 'changeTracking', modes: ['git-diff'] }] }, ['formats']],
  ['POST /v2/batch/scrape', { urls: [url], formats: [{ type: 'changeTracking' }] }, ['formats']],
  ['POST /v2/crawl', { url, scrapeOptions: { formats: ['changeTracking'] } }, ['scrapeOptions', 'formats']],
  ['POST /v2/extract', { urls: [url], scrapeOptions: { formats: ['changeTracking'] } }, ['scrapeOptions', 'formats']],
])('refuses changes without the Markdown that they are found in: %s %j', async (line, body, path) => {
  expect(await answerTo(line, body)).toEqual({
    status: 400,
    body: {
      success: false,
      code: 'BAD_REQUEST',
      error: TRACKED,
      details: [{ code: 'custom', path, message: TRACKED }],
    },
  });
});

test('takes changes with Markdown, by its name or as an object, and from a monitor also without', async () => {
  const server = await startServer();
  const lockdown = { url, lockdown: true };
  for (const markdown of ['markdown', { type: 'markdown' }]) {
    const formats = [{ type: 'changeTracking' }, markdown];
    const answer = await call(server, 'POST /v2/scrape', { body: { ...lockdown, formats } });
    expect(answer.body).toMatchObject({ code: 'SCRAPE_LOCKDOWN_CACHE_MISS' });
  }
  const scrapeOptions = { formats: [{ type: 'changeTracking', modes: ['json'], prompt: 'The price.' }] };
  const targets = [{ type: 'scrape', urls: [url], scrapeOptions }];
  const body = { name: 'm', schedule: { cron: '0 * * * *' }, targets };
  expect(await call(server, 'POST /v2/monitor', { body })).toMatchObject({ status: 200 });
});

test.each(['branding', 'changeTracking', { type: 'attributes', selectors: [] }, { type: 'changeTracking' }])(
  'refuses a format that a search cannot have: %j',
  async (format) => {
    const formats = ['markdown', format];
    const answer = await call(await startServer(), 'POST /v2/search', {
      body: { query: 'x', scrapeOptions: { formats } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Invalid request body', details: [{ code: 'custom', path: ['scrapeOptions'] }] },
    });
    expect(answer.body).not.toHaveProperty('code');
  },
);

const open = { type: 'object', additionalProperties: true };

test.each([
  open,
  { type: 'object', properties: { prices: open } },
  { type: 'array', items: { anyOf: [{ type: 'string' }, open] } },
])('refuses a schema with an object that names no property: %j', async (schema) => {
  const server = await startServer();
  const message = expect.stringMatching(
    /^Schema contains invalid structure for OpenAI: .* \(schema-less dictionary not supported by OpenAI\)\./,
  );
  const refusal = (path: unknown[]) => ({
    status: 400,
    body: { code: 'BAD_REQUEST', error: message, details: [{ code: 'custom', path, message }] },
  });
  const json = { url, formats: [{ type: 'json', schema }] };
  expect(await call(server, 'POST /v2/scrape', { body: json })).toMatchObject(refusal(['formats', 0, 'schema']));
  expect(
    await call(server, 'POST /v2/scrape', {
      body: { url, formats: ['markdown', { type: 'changeTracking', modes: ['json'], schema }] },
    }),
  ).toMatchObject(refusal(['formats', 1, 'schema']));
  expect(await call(server, 'POST /v2/extract', { body: { urls: [url], schema } })).toMatchObject(refusal(['schema']));
});

test.each([
  { ...open, properties: {} },
  { ...open, patternProperties: { '^x-': {} } },
  { type: 'object', additionalProperties: { type: 'string' } },
  { $ref: '#/$defs/any', ...open },
  { type: 'object' },
])('takes any other schema: %j', async (schema) => {
  const body = { url, lockdown: true, formats: [{ type: 'json', schema }] };
  const answer = await call(await startServer(), 'POST /v2/scrape', { body });
  expect(answer.body).toMatchObject({ code: 'SCRAPE_LOCKDOWN_CACHE_MISS' });
});

test('refuses a window that is larger than 7680 by 4320 pixels', async () => {
  const server = await startServer();
  const shot = (viewport: object) => ({ url, lockdown: true, formats: [{ type: 'screenshot', viewport }] });
  expect(await call(server, 'POST /v2/scrape', { body: shot({ width: 7681, height: 4321 }) })).toMatchObject({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      error: 'Bad Request',
      details: [
        { code: 'too_big', maximum: 7680, path: ['formats', 0, 'viewport', 'width'] },
        { code: 'too_big', maximum: 4320, path: ['formats', 0, 'viewport', 'height'] },
      ],
    },
  });
  expect((await call(server, 'POST /v2/scrape', { body: shot({ width: 7680, height: 4320 }) })).status).toBe(404);
});

const INVALID_ID = { success: false, error: 'Invalid job ID format. Job ID must be a valid UUID.' };

test.each([
  'GET /v2/scrape/abc',
  'POST /v2/scrape/abc/interact',
  'DELETE /v2/scrape/abc/interact',
  'GET /v2/crawl/abc',
  'GET /v2/crawl/abc?skip=none',
  'DELETE /v2/crawl/abc',
  'GET /v2/crawl/abc/errors',
  'GET /v2/batch/scrape/abc',
  'DELETE /v2/batch/scrape/abc',
  'GET /v2/batch/scrape/abc/errors',
  'GET /v2/agent/abc',
  'DELETE /v2/agent/abc',
  'GET /v2/extract/abc',
  'POST /v2/search/abc/feedback',
])('refuses the id of a job that is no UUID in the words of the field: %s', async (line) => {
  expect(await answerTo(line, line.startsWith('POST') ? {} : undefined)).toEqual({
    status: 400,
    body: INVALID_ID,
  });
});

test('refuses a file that declares more bytes than are taken, and a name that is none', async () => {
  const issues = [
    [{ declaredSizeBytes: 50 * 1024 * 1024 + 1 }, 'Too big: expected number to be <=52428800'],
    [{ filename: '' }, 'Too small: expected string to have >=1 characters'],
    [{ contentType: 'a'.repeat(256) }, 'Too big: expected string to have <=255 characters'],
  ] as const;
  for (const [fields, error] of issues) {
    const body = { filename: 'a.pdf', ...fields };
    expect(await answerTo('POST /v2/parse/upload-url', body)).toEqual({
      status: 400,
      body: { success: false, code: 'BAD_REQUEST', error },
    });
  }
  const largest = { filename: 'a.pdf', declaredSizeBytes: 50 * 1024 * 1024 };
  expect((await answerTo('POST /v2/parse/upload-url', largest)).status).toBe(200);
});

const ID = '00000000-0000-4000-8000-000000000000';
const source = { url: 'https://a.example/' };
const missing = { topic: 'prices' };
const RATING =
  "eedback must be substantive. 'good' requires at least one valuableSources entry; 'partial' requires valuableSources or at least one missingContent entry; 'bad' requires at least one missingContent entry or querySuggestions.";
const SIGNAL =
  'Feedback must include at least one substantive signal: issues, note, sources, missingContent, querySuggestions, url, or pageNumbers.';

test.each([
  [`POST /v2/search/${ID}/feedback`, { rating: 'good', missingContent: [missing] }, [`F${RATING}`]],
  [`POST /v2/search/${ID}/feedback`, { rating: 'partial', querySuggestions: 'x' }, [`F${RATING}`]],
  [`POST /v2/search/${ID}/feedback`, { rating: 'bad', valuableSources: [source] }, [`F${RATING}`]],
  [`POST /v2/search/${ID}/feedback`, { rating: 'bad', missingContent: [], querySuggestions: '' }, [`F${RATING}`]],
  ['POST /v2/feedback', { endpoint: 'scrape', jobId: ID, rating: 'bad' }, [SIGNAL]],
  ['POST /v2/feedback', { endpoint: 'scrape', jobId: ID, rating: 'good', note: '', issues: [] }, [SIGNAL]],
  ['POST /v2/feedback', { endpoint: 'search', jobId: ID, rating: 'good', note: 'x' }, [`Search f${RATING}`]],
])('refuses feedback without substance: %s %j', async (line, body, messages) => {
  expect(await answerTo(line, body)).toEqual({
    status: 400,
    body: {
      success: false,
      error: 'Invalid request body',
      details: messages.map((message) => ({ code: 'custom', path: [], message })),
      feedbackErrorCode: 'INVALID_BODY',
    },
  });
});

test('takes feedback that says why, and refuses a source that is no web page', async () => {
  const server = await startServer();
  const ratings = [
    { rating: 'good', valuableSources: [source] },
    { rating: 'partial', missingContent: [missing] },
    { rating: 'partial', valuableSources: [source] },
    { rating: 'bad', missingContent: [missing] },
    { rating: 'bad', querySuggestions: 'prices of lamps' },
  ];
  for (const rating of ratings) {
    for (const [line, fields] of [
      [`POST /v2/search/${ID}/feedback`, {}],
      ['POST /v2/feedback', { endpoint: 'search', jobId: ID }],
    ] as const) {
      expect(await call(server, line, { body: { ...rating, ...fields } })).toMatchObject({ status: 404 });
    }
  }
  const valuableSources = [{ url: 'ftp://a.example/' }, { url: 'nowhere' }, { url: 'http://[' }];
  const wrong = await call(server, `POST /v2/search/${ID}/feedback`, { body: { rating: 'good', valuableSources } });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      error: 'Invalid request body',
      details: [0, 1, 2].map((index) => ({
        code: 'custom',
        path: ['valuableSources', index, 'url'],
        message: 'Must be a valid http(s) URL',
      })),
    },
  });
});
