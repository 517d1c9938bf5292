import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLargeSite } from './large-site.js';
import { type Service, startService } from './service.js';

/** Limit for each request, with room for a busy machine. */
const PATIENCE_MS = 60_000;

/** How long a request may keep all others waiting. */
const MAX_TURN_MS = 500;

const url = 'http://127.0.0.1:9/';

let service: Service;
let site: Awaited<ReturnType<typeof startLargeSite>>;

beforeAll(async () => {
  [service, site] = await Promise.all([startService(), startLargeSite()]);
  // What is loaded with the first of its kind says nothing of those after it.
  for (const [line, body] of ORDINARY) await send(line, JSON.stringify(body));
}, PATIENCE_MS);

afterAll(() => {
  service.kill();
  site.close();
});

/** JSON, or a form. */
type Sent = string | FormData | Uint8Array<ArrayBuffer>;

async function send(line: string, body?: Sent): Promise<number> {
  const [method = '', path = ''] = line.split(' ');
  const type = typeof body === 'string' ? 'application/json' : `multipart/form-data; boundary=${BOUNDARY}`;
  const headers: Record<string, string> =
    body === undefined || body instanceof FormData ? {} : { 'content-type': type };
  const response = await fetch(service.url + path, { method, headers, ...(body !== undefined && { body }) });
  await response.arrayBuffer();
  return response.status;
}

const ORDINARY: readonly (readonly [line: string, body: object])[] = [
  ['POST /v2/scrape', { url, formats: [5] }],
  ['POST /v2/scrape', { url }],
  ['POST /v2/search', { query: 'oak' }],
  ['POST /v2/map', { url, sitemap: 'skip' }],
  ['POST /v2/support/ask', { question: 'Why?' }],
];

const many = <Item>(count: number, item: (index: number) => Item) => Array.from({ length: count }, (_, at) => item(at));
const keys = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, 1]));

const nested = (levels: number) => `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;
const withSchema = (schema: string) => `{"url":"${url}","formats":[{"type":"json","schema":${schema}}]}`;

const BOUNDARY = 'parts';

function form(options: unknown, bytes = 1): FormData {
  const data = new FormData();
  data.set('file', new File([new Uint8Array(bytes)], 'a.txt'));
  data.set('options', JSON.stringify(options));
  return data;
}

function formOfParts(count: number): Uint8Array<ArrayBuffer> {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n\r\n`;
  return new Uint8Array(Buffer.from(`${part.repeat(count)}--${BOUNDARY}--\r\n`));
}

test.each<[name: string, line: string, status: number, body: () => Sent | object]>([
  ['a schema that is 5,000 levels deep', 'POST /v2/scrape', 400, () => withSchema(nested(5_000))],
  ['a million empty lists', 'POST /v2/scrape', 413, () => `[${'[],'.repeat(1_000_000)}[]]`],
  ['a million empty objects', 'POST /v2/scrape', 413, () => `[${'{},'.repeat(1_000_000)}{}]`],
  ['two hundred thousand unknown keys', 'POST /v2/scrape', 413, () => ({ url, ...keys(200_000) })],
  ['nine thousand unknown keys', 'POST /v2/scrape', 400, () => ({ url, ...keys(9_000) })],
  ['a string of four megabytes', 'POST /v2/scrape', 413, () => ({ url: `http://${'a'.repeat(4_000_000)}` })],
  ['nine thousand wrong formats', 'POST /v2/scrape', 400, () => ({ url, formats: many(9_000, () => 1) })],
  ['nine hundred wrong formats', 'POST /v2/scrape', 400, () => ({ url, formats: many(900, () => 1) })],
  ['hundreds of formats without a type', 'POST /v2/scrape', 400, () => ({ url, formats: many(400, () => ({})) })],
  [
    'hundreds of wrong pages',
    'POST /v2/batch/scrape',
    400,
    () => ({ urls: many(900, () => 'nowhere'), ignoreInvalidURLs: false }),
  ],
  [
    'hundreds of wrong headers',
    'POST /v2/scrape',
    400,
    () => ({ url, headers: Object.fromEntries(many(900, (at) => [`k ${at}`, '\n'])) }),
  ],
  [
    'wrong formats in wrong targets',
    'POST /v2/monitor',
    400,
    () => ({ name: 'x', targets: many(50, () => ({ type: 'scrape', scrapeOptions: { formats: many(15, () => 1) } })) }),
  ],
  ['a form with nine thousand wrong formats', 'POST /v2/parse', 400, () => form({ formats: many(9_000, () => 1) })],
  ['a form with a file of 45 MB', 'POST /v2/parse', 400, () => form({ foo: 1 }, 45_000_000)],
  ['a form of a hundred thousand parts', 'POST /v2/parse', 400, () => formOfParts(100_000)],
  [
    'nine thousand domains',
    'POST /v2/search',
    200,
    () => ({ query: 'oak', includeDomains: many(9_000, (at) => `a${at}.example`) }),
  ],
  ['a question of braces', 'POST /v2/support/ask', 200, () => ({ question: '{}'.repeat(49_000) })],
  ['a question of open braces', 'POST /v2/support/ask', 200, () => ({ question: `${'{'.repeat(49_000)}}` })],
  [
    'a question of fourteen thousand words',
    'POST /v2/support/ask',
    200,
    () => ({ question: many(14_000, (at) => `w${at}`).join(' ') }),
  ],
  [
    'an expression that takes long to match nothing',
    'POST /v2/crawl',
    200,
    () => ({ url, includePaths: [`${'(?:$|^|(?!x))'.repeat(16)}(?!)`] }),
  ],
  ['a long expression', 'POST /v2/crawl', 400, () => ({ url, excludePaths: ['/a', '[a-z]+'.repeat(5_000)] })],
])(
  '%s keeps no other request waiting',
  async (_, line, status, bodyOf) => {
    const body = bodyOf();
    await service.measured();
    const isSent = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
    expect(await send(line, isSent ? body : JSON.stringify(body))).toBe(status);
    expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
  },
  PATIENCE_MS,
);

test(
  'a batch of nine thousand pages keeps no other request waiting',
  async () => {
    await service.measured();
    const id = await start('/v2/batch/scrape', { urls: many(9_000, () => url) });
    expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    // Else it goes on during all other tests.
    expect(await send(`DELETE /v2/batch/scrape/${id}`)).toBe(200);
  },
  PATIENCE_MS,
);

describe('a large page delays no other request', () => {
  const track = { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }], maxAge: 0 };

  test.each<[name: string, line: string, path: string, body: object]>([
    ['whose links are mapped', 'POST /v2/map', '/links', { sitemap: 'skip', limit: 100_000 }],
    [
      'whose links are searched',
      'POST /v2/map',
      '/links',
      { sitemap: 'skip', limit: 100_000, search: many(9_000, (at) => `word ${at}`).join(' ') },
    ],
    ['that is new', 'POST /v2/scrape', '/lines', track],
    ['that has changed in every line', 'POST /v2/scrape', '/lines', track],
    ['that is a file', 'POST /v2/scrape', '/file.pdf', { parsers: [] }],
    ['that is a file in the cache', 'POST /v2/scrape', '/file.pdf', { parsers: [] }],
  ])(
    '%s',
    async (_, line, path, body) => {
      await service.measured();
      expect(await send(line, JSON.stringify({ url: site.url + path, timeout: PATIENCE_MS, ...body }))).toBe(200);
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    },
    PATIENCE_MS,
  );

  const byKey = { type: 'changeTracking', modes: ['json'], schema: { properties: { title: { type: 'string' } } } };
  const LONG =
    /^Changes were not tracked: .* have more than 2000000 bytes together as JSON, and no more are compared\.$/;

  test.each<[name: string, path: string, formats: readonly unknown[], warning: RegExp | undefined]>([
    ['of backticks', '/backticks', ['markdown'], undefined],
    ['of quotation marks', '/quotes', ['markdown'], undefined],
    ['of Chinese', '/chinese', ['markdown'], undefined],
    ['of backticks that is new', '/backticks', track.formats, LONG],
    ['of backticks that has changed', '/backticks', track.formats, LONG],
    [
      'of backticks that is compared by key',
      '/backticks',
      ['markdown', byKey],
      / Changes were not tracked: .*compared\.$/,
    ],
  ])(
    'of megabytes %s',
    async (_, path, formats, warning) => {
      await service.measured();
      const { status, body } = await scrape({ url: site.url + path, formats, maxAge: 0, timeout: PATIENCE_MS });
      expect([status, body.data?.markdown?.length ?? 0]).toEqual([200, expect.any(Number)]);
      expect(body.data?.markdown?.length).toBeGreaterThan(600_000);
      if (warning) expect(body.data?.warning).toMatch(warning);
      else expect(body.data?.warning).toBeUndefined();
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    },
    PATIENCE_MS,
  );

  test.each<[name: string, path: string, options: object]>([
    ['in two formats', '/backticks', { formats: ['markdown', 'rawHtml'] }],
    ['because each of its characters is six bytes of JSON', '/controls', {}],
    ['because it is a file', '/long-file.pdf', { parsers: [] }],
    ['because it is a file in `rawBase64`', '/long-file.pdf', { formats: ['rawBase64'] }],
  ])(
    'that is too long %s is refused, and nothing of it is cut',
    async (_, path, options) => {
      await service.measured();
      const { status, body } = await scrape({ url: site.url + path, ...options, maxAge: 0, timeout: PATIENCE_MS });
      expect(status).toBe(500);
      expect(body).toMatchObject({
        code: 'SCRAPE_ALL_ENGINES_FAILED',
        error: expect.stringMatching(
          /its formats have more than 12000000 bytes together as JSON.* Request (?:fewer|the) /,
        ),
      });
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    },
    PATIENCE_MS,
  );

  test(
    'of megabytes of quotation marks in a batch',
    async () => {
      await service.measured();
      await job('/v2/batch/scrape', { urls: [`${site.url}/quotes`], maxAge: 0 }, { completed: 1 });
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    },
    PATIENCE_MS,
  );

  test(
    'whose links are crawled',
    async () => {
      await service.measured();
      await crawl({ url: `${site.url}/links`, limit: 3, sitemap: 'skip' }, { total: 3 });
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
    },
    PATIENCE_MS,
  );
});

test(
  'expressions of a crawl that never end keep no other request waiting',
  async () => {
    await service.measured();
    const endless = many(40, (at) => `(a+)+${at}$`);
    const url = `${site.url}/${'a'.repeat(60)}!`;
    await crawl(
      { url, excludePaths: endless, includePaths: endless, ignoreRobotsTxt: true, sitemap: 'skip' },
      { total: 0 },
    );
    expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
  },
  PATIENCE_MS,
);

interface ScrapeAnswer {
  readonly data?: { readonly markdown?: string; readonly warning?: string };
}

async function scrape(request: object): Promise<{ readonly status: number; readonly body: ScrapeAnswer }> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(request) };
  const response = await fetch(`${service.url}/v2/scrape`, init);
  return { status: response.status, body: (await response.json()) as ScrapeAnswer };
}

/** Crawls to the end, and expects what came of it. */
const crawl = (request: object, result: object) => job('/v2/crawl', request, result);

/** Starts a crawl or a batch; returns its id. */
async function start(path: string, request: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(request) });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

/** Waits for the end of a crawl or a batch, and expects what came of it. */
async function job(path: string, request: object, result: object): Promise<void> {
  const id = await start(path, request);
  const state = async () => (await fetch(`${service.url}${path}/${id}?limit=0`)).json();
  const patience = { timeout: PATIENCE_MS, interval: 50 };
  await expect.poll(state, patience).toMatchObject({ status: 'completed', ...result });
}
