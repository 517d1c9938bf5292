import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const PAGE = `<title>Harbour</title><main><h1>Harbour</h1>
  <p class="tide" data-height="3">Boats come in at noon, when the harbour opens.</p><a href="/tides">Tides</a></main>`;

let server: LocalServer;
let site: string;

beforeAll(async () => {
  const pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(PAGE);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => pages.once('listening', resolve));
  site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  server = await startServer({ allowPrivateNetworks: true }, afterAll);
  afterAll(async () => {
    pages.closeAllConnections();
    pages.close();
  });
  await call(server, 'POST /v2/scrape', { body: { url: `${site}/seen` } });
});

/** The body as the client sends it; `SITE` stands for the address of the site. */
type Recorded = readonly [client: string, line: string, body: object | undefined, status: number, answer: object];

const SDK = 'firecrawl 4.42.0';
const MCP = 'firecrawl-mcp 3.26.0';
const CLI = 'firecrawl-cli 1.23.3';
const AISDK = 'firecrawl-aisdk 0.12.0';

const url = 'SITE/';
const data = (document: object) => ({ success: true, data: document });
const withoutModel = data({ warning: expect.stringContaining('no language model') });
const started = { success: true, id: expect.any(String) };
const noExchange = { success: false, error: 'Exchange is not enabled for this team.' };
const noAgent = { success: false, error: expect.stringContaining('need a language model') };
const noSessions = { success: false, error: expect.stringContaining('Browser sessions are not available') };
const origin = 'js-sdk@4.42.0';

/** What clients of the field sent in November 2026, one of each kind. */
const recorded: readonly Recorded[] = [
  [AISDK, 'POST /v2/scrape', { url, formats: [{ type: 'query', prompt: 'when' }], origin }, 200, withoutModel],
  [
    MCP,
    'POST /v2/scrape',
    { url, formats: [{ type: 'query', prompt: 'harbour', mode: 'directQuote' }], origin: 'mcp@3.26.0' },
    200,
    data({ answer: expect.stringContaining('the harbour opens') }),
  ],
  [
    CLI,
    'POST /v2/scrape',
    { url, formats: ['markdown', { type: 'query', prompt: 'when?' }], integration: 'cli', onlyMainContent: false },
    200,
    data({ markdown: expect.stringContaining('# Harbour'), warning: expect.any(String) }),
  ],
  [SDK, 'POST /v2/scrape', { url, formats: ['rawBase64'] }, 200, data({ rawBase64: btoa(PAGE) })],
  [
    SDK,
    'POST /v2/scrape',
    { url, formats: [{ type: 'deterministicJson', schema: { type: 'object', properties: { title: {} } } }] },
    200,
    data({ json: { title: 'Harbour' } }),
  ],
  [
    SDK,
    'POST /v2/scrape',
    { url, formats: [{ type: 'json', prompt: 'x', checkPromptInjection: true }] },
    200,
    data({ json: null }),
  ],
  [
    SDK,
    'POST /v2/scrape',
    {
      url,
      fastMode: true,
      useMock: 'none',
      domainTools: false,
      toolDetail: 'compact',
      parsers: ['image', { type: 'image' }, { type: 'pdf', pageMarkdown: true }],
    },
    200,
    data({ markdown: expect.stringContaining('# Harbour') }),
  ],
  [MCP, 'POST /v2/search', { query: 'harbour', sources: ['web', 'alexandria'], domainTools: true }, 403, noExchange],
  [MCP, 'POST /v2/search', { query: 'harbour', sources: [{ type: 'alexandria' }] }, 403, noExchange],
  [
    MCP,
    'POST /v2/search',
    {
      query: 'harbour',
      limit: 3,
      filter: 'x',
      lang: 'en',
      asyncScraping: false,
      sources: ['web'],
      enterprise: ['default'],
      domainTools: false,
      toolDetail: 'compact',
      origin: 'mcp@3.26.0',
    },
    200,
    data({ web: [{ title: 'Harbour' }] }),
  ],
  [CLI, 'POST /v2/search', { query: 'harbour', categories: [{ type: 'developer' }] }, 200, data({})],
  [MCP, 'POST /v2/search', { query: 'harbour', categories: ['repo_search', 'docs'] }, 200, data({})],
  [
    AISDK,
    'POST /v2/search',
    { query: 'harbour', limit: 1, scrapeOptions: { formats: [{ type: 'query', prompt: 'x' }] }, origin },
    200,
    data({ web: [{ warning: expect.stringContaining('no language model') }] }),
  ],
  [MCP, 'POST /v2/crawl', { url, limit: 1, webhook: 'SITE/hook' }, 200, started],
  [AISDK, 'POST /v2/batch/scrape', { urls: [url], webhook: 'SITE/hook', ignoreInvalidURLs: true }, 200, started],
  [
    SDK,
    'POST /v2/map',
    { url, headers: { cookie: 'a=b' }, useIndex: false, filterByPath: false },
    200,
    { success: true, links: [{ url }, { url: 'SITE/tides' }] },
  ],
  [
    SDK,
    'POST /v2/extract',
    {
      urls: [url],
      prompt: 'x',
      systemPrompt: 's',
      agent: { model: 'FIRE-1' },
      limit: 2,
      urlTrace: true,
      webhook: { url: 'SITE/hook' },
      timeout: 30_000,
      allowExternalLinks: true,
    },
    503,
    { success: false, replacement: '/v2/scrape' },
  ],
  [SDK, 'POST /v2/extract', { prompt: 'x' }, 503, { success: false }],
  [
    SDK,
    'POST /v2/extract',
    { showSources: true },
    400,
    { success: false, error: "Either 'urls' or 'prompt' must be provided." },
  ],
  [CLI, 'POST /v2/agent', { prompt: 'x', maxCredits: 5, webhook: 'SITE/hook' }, 503, noAgent],
  [
    SDK,
    'POST /v2/agent',
    {
      prompt: 'x',
      effort: 'low',
      mode: 'chat',
      threadId: UNKNOWN,
      exchange: { enabled: true, maxCalls: 2 },
      webhook: { url: 'SITE/hook', events: ['started', 'action', 'completed', 'failed', 'cancelled'] },
    },
    503,
    noAgent,
  ],
  [
    SDK,
    'POST /v2/search/developer',
    { query: 'x', topic: ['async'] },
    404,
    { success: false, error: expect.stringContaining('Cannot POST') },
  ],
  [SDK, 'POST /v2/browser', { ttl: 60, activityTtl: 30, streamWebView: true, origin }, 503, noSessions],
  [SDK, 'GET /v2/browser?status=active', undefined, 200, { success: true, sessions: [] }],
  [SDK, 'POST /v2/browser/abc/execute', { code: '1', language: 'bash', timeout: 3 }, 404, { success: false }],
  [SDK, 'DELETE /v2/browser/abc', undefined, 404, { success: false }],
  [
    'firecrawl 1.29',
    'POST /v1/scrape',
    { url, formats: ['markdown'] },
    404,
    {
      success: false,
      error:
        'This server speaks version 2 of the API, not version 1. Send this call to POST /v2/scrape, whose fields ' +
        'differ. Use a client of version 2, such as `firecrawl` 4 or later without its `v1`.',
      replacement: '/v2/scrape',
    },
  ],
  [
    'firecrawl 1.29',
    'POST /v1/deep-research',
    { query: 'x' },
    404,
    {
      success: false,
      error: expect.stringMatching(/^This server speaks version 2 of the API, not version 1\. It has no such call\./),
    },
  ],
  ['firecrawl 0', 'GET /v0/crawl/status/abc', undefined, 404, { success: false, error: expect.stringContaining('0') }],
];

const atSite = <Value>(value: Value): Value => value && JSON.parse(JSON.stringify(value).replaceAll('SITE', site));

test.each(recorded)('the request of %s, %s with %j, gets status %i', async (_, line, body, status, answer) => {
  const { status: given, body: received } = await call(server, line, body && { body: atSite(body) });
  // The table has matchers, which JSON would lose: the address is replaced in the response.
  const text = JSON.parse(JSON.stringify(received).replaceAll(site, 'SITE'));
  expect({ status: given, body: text }).toMatchObject({ status, body: answer });
});

/** A part of a form, as `firecrawl-cli` and `firecrawl-mcp` send it. */
const parse = (options: object) => {
  const form = new FormData();
  form.set('file', new File([PAGE], 'a.html', { type: 'text/html' }));
  form.set('options', JSON.stringify(options));
  return call(server, 'POST /v2/parse', { body: form });
};

test('parses with the options that clients share between pages and files', async () => {
  const idle = { maxAge: 1000, minAge: 1, storeInCache: true, waitFor: 0, mobile: false, actions: [] };
  const shared = { ...idle, timeout: 400_000, fastMode: true, useMock: 'x', profile: { name: 'p' }, proxy: 'auto' };
  const formats = [
    { type: 'attributes', selectors: [{ selector: 'p', attribute: 'data-height' }] },
    { type: 'highlights', query: 'harbour' },
    { type: 'query', prompt: 'boats', mode: 'directQuote' },
    { type: 'question', question: 'When?' },
    'product',
    'menu',
    'deterministicJson',
  ];
  const { status, body } = await parse({ ...shared, formats });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: data({
      attributes: [{ values: ['3'] }],
      highlights: expect.stringContaining('Boats come in'),
      answer: expect.stringContaining('Boats come in'),
      warning: expect.stringContaining('no language model'),
    }),
  });
});

test('refuses formats that exclude each other, as servers do', async () => {
  const refusal = async (formats: unknown[]) => {
    const { status, body } = await call(server, 'POST /v2/scrape', { body: { url: `${site}/`, formats } });
    return [status, (body as { error: string }).error];
  };
  expect(await refusal(['rawBase64', 'markdown'])).toEqual([
    400,
    'The rawBase64 format cannot be combined with other formats',
  ]);
  expect(await refusal([{ type: 'json', prompt: 'x' }, 'deterministicJson'])).toEqual([
    400,
    'Cannot specify both json and deterministicJson formats',
  ]);
  const categories = ['developer', 'pdf'];
  const { status, body } = await call(server, 'POST /v2/search', { body: { query: 'x', categories } });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { details: [{ message: 'the developer category cannot be combined with other categories' }] },
  });
});
