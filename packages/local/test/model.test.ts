import { text as bodyText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalServerOptions } from '../src/index.js';
import { linksTo, type Page, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { type ModelReply, type ModelServer, replyFrom, startModel } from './model-server.js';
import type { OnFinished } from './on-finished.js';
import { call, startServer } from './server.js';

const KEY = 'sk-xyzzy-0123456789';

const PAGE = `<!doctype html><html lang="en"><title>Ferry</title><main><h1>The ferry</h1>
  <p>The ferry leaves at 9:15 every morning. A ticket costs 12 euros.</p></main>`;

const SCHEMA = {
  type: 'object',
  properties: { price: { type: 'number' }, departure: { type: 'string' } },
  required: ['price'],
};

let shared: Awaited<ReturnType<typeof open>>;
let edition = 0;

beforeAll(async () => {
  shared = await open({}, afterAll);
});

/** A service with a model. */
async function open(options: LocalServerOptions, onFinished?: OnFinished) {
  const model = await startModel([], onFinished);
  const lines: string[] = [];
  const server = await startServer(
    {
      ...{ allowPrivateNetworks: true, quiet: false, log: (line: string) => lines.push(line) },
      ...{ modelUrl: model.url, modelName: 'small', modelKey: KEY },
      ...options,
    },
    onFinished,
  );
  return { model, server, lines };
}

/** A page that no other test has, and a service whose model answers as told: the one of all tests, unless it has options. */
async function start(
  replies: Parameters<typeof startModel>[0],
  { html = PAGE, ...options }: LocalServerOptions & { readonly html?: string } = {},
) {
  edition += 1;
  const { url, visits } = await site({ '/page': html.replace('</main>', `<p>Edition ${edition}.</p></main>`) });
  const service = Object.keys(options).length > 0 ? await open(options) : shared;
  const { model, server } = service;
  model.requests.length = 0;
  model.reply = replyFrom(replies);
  const scrape = async (body: object) =>
    (await call(server, 'POST /v2/scrape', { body: { url: `${url}/page`, ...body } })) as {
      status: number;
      body: { data: Record<string, unknown> & { warning?: string; metadata: { creditsUsed: number } } };
    };
  return { ...service, scrape, visits };
}

/** What the model was told in a request, after the message of the system. */
const told = ({ requests }: ModelServer, index = 0) =>
  requests[index]?.body.messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n') ?? '';

describe('json', () => {
  test('fits the schema, from any page', async () => {
    const { model, scrape } = await start(['{"price": 12, "departure": "9:15", "mood": "good"}']);
    const { body } = await scrape({ formats: [{ type: 'json', schema: SCHEMA, prompt: 'the timetable' }] });
    expect(body.data).toMatchObject({ json: { price: 12, departure: '9:15' }, metadata: { creditsUsed: 5 } });
    expect(body.data.json).not.toHaveProperty('mood');
    expect(body.data).not.toHaveProperty('markdown');
    expect(body.data).not.toHaveProperty('warning');
    for (const words of ['A ticket costs 12 euros.', 'the timetable', JSON.stringify(SCHEMA)]) {
      expect(told(model)).toContain(words);
    }
  });

  test('needs a prompt alone', async () => {
    const { model, scrape } = await start(['```json\n{"ticket": 12}\n```']);
    const { body } = await scrape({ formats: ['markdown', { type: 'json', prompt: 'the price' }] });
    expect(body.data).toMatchObject({ json: { ticket: 12 }, markdown: expect.stringContaining('# The ferry') });
    expect(model.requests[0]?.body.response_format).toEqual({ type: 'json_object' });
  });

  test('is mended once, with the words of the validator', async () => {
    const { model, scrape } = await start(['{"price": "twelve"}', '{"price": 12}']);
    const { body } = await scrape({ formats: [{ type: 'json', schema: SCHEMA }] });
    expect(body.data.json).toEqual({ price: 12 });
    expect(model.requests[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(told(model, 1)).toContain('`price` must be number');
  });

  test.each<[string, ModelReply[], string]>([
    ['does not fit twice', ['{}', '{}'], 'does not fit the schema: the value must have required property'],
    ['is no JSON twice', ['Gladly!', 'Here it is.'], 'no usable answer: it is not JSON'],
    ['is cut off', [{ content: '{"pri', finish: 'length' }], 'no usable answer: it was cut off'],
    ['is nested too deep', ['['.repeat(5000), '['.repeat(5000)], 'it is not JSON'],
  ])('is null with a warning when it %s', async (_, replies, words) => {
    const { scrape } = await start(replies);
    const { status, body } = await scrape({ formats: [{ type: 'json', schema: SCHEMA }] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ json: null, metadata: { creditsUsed: 1 } });
    expect(body.data.warning).toMatch(/^JSON extraction failed: /);
    expect(body.data.warning).toContain(words);
  });

  test('of a schema that is none costs no call', async () => {
    const { model, scrape } = await start([]);
    const { body } = await scrape({ formats: [{ type: 'json', schema: { type: 'objekt' } }] });
    expect(body.data).toMatchObject({ json: null, warning: expect.stringContaining('its schema cannot be used') });
    expect(model.requests).toEqual([]);
  });

  const product = (price: string) =>
    PAGE.replace(
      '</title>',
      `</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Day ticket","offers":{"@type":"Offer","price":"${price}"}}</script>`,
    );
  const named = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };

  test('comes from structured data that have all of it, unless a prompt asks for more', async () => {
    const { model, scrape } = await start(['{"name": "Billet", "price": 12}'], { html: product('12') });
    const alone = await scrape({ formats: [{ type: 'json', schema: named }] });
    expect(alone.body.data).toMatchObject({ json: { name: 'Day ticket', price: 12 }, metadata: { creditsUsed: 1 } });
    expect(model.requests).toEqual([]);
    const { body } = await scrape({ formats: [{ type: 'json', schema: named, prompt: 'in French' }] });
    expect(body.data.json).toEqual({ name: 'Billet', price: 12 });
    expect(told(model)).toMatch(/structured data of the page[\s\S]*Day ticket/);
  });

  test('of a long page is merged from its parts', async () => {
    const section = (name: string) => `<h2>${name}</h2><p>${`${name} is a long story. `.repeat(500)}</p>`;
    const { model, scrape } = await start(
      ['{"title": "First", "names": ["A"]}', '{"title": "Second", "names": ["A", "B"]}'],
      { html: `<main>${section('Ada')}${section('Bea')}</main>` },
    );
    const { body } = await scrape({
      formats: [{ type: 'json', schema: { properties: { names: { type: 'array' }, title: {} } } }],
    });
    expect(body.data.json).toEqual({ title: 'First', names: ['A', 'B'] });
    expect(told(model, 0)).not.toContain('## Bea');
    expect(told(model, 1)).toContain('part 2 of 2');
  });

  test('of an endless page says how much of it was read', async () => {
    const html = `<main>${'<h2>More</h2><p>and more of it</p>'.repeat(8_000)}</main>`;
    const { model, scrape } = await start(() => '{"a": 1}', { html });
    const { body } = await scrape({ formats: [{ type: 'json', prompt: 'a' }] });
    expect(body.data).toMatchObject({ json: { a: 1 }, warning: expect.stringContaining('is made of its first') });
    expect(model.requests).toHaveLength(8);
  });
});

describe('a question', () => {
  const formats = [{ type: 'question', question: 'What is the fare?' }];
  const answer = (quotes: string[], found = true) => JSON.stringify({ found, answer: '12 euros.', quotes });

  test('is answered with the sentences that the answer stands on', async () => {
    const { scrape } = await start([answer(['A ticket costs 12 euros.', 'Children travel free.'])]);
    const { body } = await scrape({ formats });
    expect(body.data).toMatchObject({
      answer: '12 euros.\n\n> A ticket costs 12 euros.',
      metadata: { creditsUsed: 5 },
    });
  });

  test('that the page does not answer is answered so', async () => {
    const { scrape } = await start([answer([], false)]);
    expect((await scrape({ formats })).body.data.answer).toBe('The page does not say.');
  });

  test('has no answer that quotes nothing of the page', async () => {
    const { model, scrape } = await start([answer(['Free of charge.']), answer(['Still free.'])]);
    const { body } = await scrape({ formats });
    expect(body.data).not.toHaveProperty('answer');
    expect(body.data.warning).toBe(
      'The question was not answered: the language model quoted nothing that stands on the page.',
    );
    expect(model.requests).toHaveLength(2);
  });
});

test('a summary is prose of the model', async () => {
  const { scrape } = await start(['The ferry leaves in the morning.']);
  const { body } = await scrape({ formats: ['summary'] });
  expect(body.data).toMatchObject({ summary: 'The ferry leaves in the morning.', metadata: { creditsUsed: 1 } });
  expect(body.data).not.toHaveProperty('warning');
});

describe('onlyCleanContent', () => {
  test('keeps lines of the page alone', async () => {
    const { scrape } = await start([
      '```markdown\n# The ferry\n\nThe ferry leaves at 9:15 every morning. A ticket costs 12 euros.\nBuy now!\n```',
    ]);
    const { body } = await scrape({ onlyCleanContent: true });
    expect(body.data.markdown).toBe('# The ferry\n\nThe ferry leaves at 9:15 every morning. A ticket costs 12 euros.');
  });

  test.each<[string, object, string | undefined, string]>([
    [
      'is longer than the model can return',
      {},
      `<main><p>${'word '.repeat(3_000)}</p></main>`,
      'model can return 12288',
    ],
    ['was written anew', {}, undefined, 'wrote other lines'],
    ['must not be kept by anyone', { zeroDataRetention: true }, undefined, 'not compatible with zero data retention'],
  ])('leaves Markdown as it is that %s', async (_, options, html = PAGE, words) => {
    const { scrape } = await start(['Something else.\nAltogether.'], { html });
    const { body } = await scrape({ onlyCleanContent: true, ...options });
    expect(body.data.markdown).toMatch(/ferry|word/);
    expect(body.data.warning).toMatch(/^onlyCleanContent was ignored, and the original Markdown is kept: /);
    expect(body.data.warning).toContain(words);
  });
});

describe('the same question about the same text', () => {
  const summary = { formats: ['summary'], maxAge: 0 };

  test('is asked once for each team', async () => {
    const { model, scrape } = await start(() => 'Short.');
    for (const _ of [1, 2]) expect((await scrape(summary)).body.data.summary).toBe('Short.');
    expect(model.requests).toHaveLength(1);
    await scrape({ ...summary, formats: [{ type: 'question', question: 'Why?' }] });
    expect(model.requests.length).toBeGreaterThan(1);
  });

  test('is asked again where nothing may be kept, and after a failure', async () => {
    const { model, scrape } = await start((_body, _headers, index) => (index === 0 ? { status: 400 } : 'Short.'));
    expect((await scrape(summary)).body.data.warning).toContain('status 400');
    for (const _ of [1, 2]) await scrape({ ...summary, zeroDataRetention: true });
    expect(model.requests).toHaveLength(3);
  });
});

describe('changes by key', () => {
  const track = (more: object) => ['markdown', { type: 'changeTracking', modes: ['json'], ...more }];

  /** A page whose text is told before each scrape. */
  async function page(replies: Parameters<typeof startModel>[0]) {
    const service = await start(replies);
    let text = '';
    const { url } = await site({ '/page': (_, response) => response.end(`<p>${text}`) });
    const version = async (says: string, formats: unknown[]) => {
      text = says;
      const { body } = await call(service.server, 'POST /v2/scrape', { body: { url: `${url}/page`, formats } });
      return (body as Awaited<ReturnType<typeof service.scrape>>['body']).data;
    };
    return { ...service, version };
  }

  test('are found in what a prompt extracts, in the form of the last time', async () => {
    const { model, version } = await page(['{"price": 12, "name": "Tea"}', '{"price": 13, "name": "Tea"}']);
    const formats = track({ prompt: 'the name and the price' });
    expect(await version('Tea: 12 euros', formats)).toMatchObject({
      ...{ changeTracking: { changeStatus: 'new' }, metadata: { creditsUsed: 5 } },
    });
    const second = await version('Tea: 13 euros', formats);
    expect(second.changeTracking).toMatchObject({
      changeStatus: 'changed',
      json: { price: { previous: 12, current: 13 } },
    });
    expect(second).not.toHaveProperty('json');
    expect(second).not.toHaveProperty('warning');
    expect(told(model, 1)).toContain('the name and the price');
    expect(told(model, 1)).toMatch(/===== values of an earlier version (\w{24})\n.*"price":12.*\n===== end/);
    // The text is the same, so the model is not asked for it again.
    expect((await version('Tea: 13 euros', formats)).changeTracking).toMatchObject({ changeStatus: 'same' });
    expect(model.requests).toHaveLength(2);
  });

  test('have a schema of their own, beside the `json` of the caller', async () => {
    const { version } = await page((body) =>
      /fare/.test(JSON.stringify(body.messages)) ? '{"fare": 3}' : '{"title": "Ferry"}',
    );
    const schema = { type: 'object', properties: { fare: { type: 'number' } }, required: ['fare'] };
    const formats = [{ type: 'json', prompt: 'the title' }, ...track({ schema })];
    await version('The ferry of Monday', formats);
    const second = await version('The ferry of Tuesday', formats);
    expect(second).toMatchObject({
      ...{ json: { title: 'Ferry' }, changeTracking: { changeStatus: 'same' }, metadata: { creditsUsed: 9 } },
    });
  });

  test('are found in the text where the model fails, and compared again with what was there', async () => {
    const { version } = await page(['{"price": 12}', { status: 400 }, '{"price": 14}']);
    const formats = track({ prompt: 'the price' });
    await version('Tea: 12 euros', formats);
    const failed = await version('Tea: 13 euros', formats);
    expect(failed.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(failed.changeTracking).not.toHaveProperty('json');
    expect(failed.warning).toBe('Changes by key were not tracked: the language model answered with status 400.');
    expect((await version('Tea: 14 euros', formats)).changeTracking).toMatchObject({
      json: { price: { previous: 12, current: 14 } },
    });
  });
});

describe('a monitor with a goal', () => {
  const goal = 'Tell me when a fare rises.';
  const judgment = {
    ...{ meaningful: true, confidence: 'high', reason: 'The fare rose.' },
    meaningfulChanges: [{ type: 'changed', before: '12 euros', after: '14 euros', reason: 'It is the fare.' }],
  };

  /** A monitor of a site, and its checks with what they found and what its webhook was told. */
  async function monitor(replies: Parameters<typeof startModel>[0], crawls = false) {
    const service = await start(replies);
    const { server } = service;
    const texts: Record<string, string | undefined> = { '/a': 'A ticket costs 12 euros.' };
    const told: { data: Record<string, unknown>[] }[] = [];
    const page =
      (path: string): Page =>
      (_, response) => {
        const says = texts[path];
        response.writeHead(says === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(`<p>${says}`);
      };
    const { url } = await site({
      ...{ '/': linksTo('/a', '/b'), '/a': page('/a'), '/b': page('/b') },
      async '/hook'(request, response) {
        told.push(JSON.parse(await bodyText(request)));
        response.end();
      },
    });
    const target = crawls
      ? { type: 'crawl', url, crawlOptions: { sitemap: 'skip' } }
      : { type: 'scrape', urls: [`${url}/a`] };
    const body = {
      ...{ name: 'Fares', schedule: { cron: '0 0 1 1 *' }, targets: [target], goal, judgeEnabled: true },
      webhook: { url: `${url}/hook`, events: ['monitor.page'] },
    };
    const created = await call(server, 'POST /v2/monitor', { body });
    const { id } = (created.body as { data: { id: string } }).data;
    async function check() {
      told.length = 0;
      const run = (await call(server, `POST /v2/monitor/${id}/run`)).body as { id: string };
      const state = async () =>
        ((await call(server, `GET /v2/monitor/${id}/checks/${run.id}`)).body as { data: Check }).data;
      await eventually(async () => (await state()).status).toMatch(/completed|partial/);
      const { pages } = await state();
      await eventually(() => told.length).toBe(pages.length);
      const shown = await call(server, `GET /_local/monitors/${id}/checks/${run.id}`);
      return {
        ...{ pages, events: told.flatMap(({ data }) => data) },
        shown: (shown.body as { data: Pick<Check, 'pages'> }).data.pages,
      };
    }
    return { ...service, texts, created, check };
  }
  interface Check {
    readonly status: string;
    readonly pages: Record<string, unknown>[];
  }

  test('has a judgement of each change, which is asked for once', async () => {
    const invented = { type: 'added', after: 'Free for all', reason: 'It is free.' };
    const meaningfulChanges = [...judgment.meaningfulChanges, invented];
    const { model, texts, check } = await monitor([
      JSON.stringify({ ...judgment, meaningfulChanges, rank: 1 }),
      '{}',
      '{}',
    ]);
    expect((await check()).pages).toMatchObject([{ status: 'new', judgment: null }]);
    expect(model.requests).toEqual([]);
    texts['/a'] = 'A ticket costs 14 euros.';
    const { pages, events, shown } = await check();
    expect(shown).toMatchObject([{ judgment: 'Matters: The fare rose.' }]);
    expect(pages).toMatchObject([{ status: 'changed', judgment, diff: { text: expect.stringContaining('14 euros') } }]);
    expect(events).toMatchObject([{ status: 'changed', isMeaningful: true, judgment }]);
    expect(pages[0]?.judgment).not.toHaveProperty('rank');
    expect(told(model)).toContain(goal);
    expect(told(model)).toMatch(
      /===== change (\w{24})\n[\s\S]*-A ticket costs 12 euros\.[\s\S]*\n===== end of change \1$/,
    );
    expect(model.requests[0]?.body.messages[0]?.content).not.toMatch(/ticket|fare/);
    texts['/a'] = 'A ticket costs 12 euros.';
    await check();
    texts['/a'] = 'A ticket costs 14 euros.';
    expect((await check()).events).toMatchObject([{ isMeaningful: true }]);
    expect(model.requests).toHaveLength(3);
  });

  test('reports a change that could not be judged, and why', async () => {
    const { texts, check, lines } = await monitor(['{"meaningful": "very"}', '{"meaningful": "very"}']);
    await check();
    texts['/a'] = 'A ticket costs 15 euros.';
    const { pages, events, shown } = await check();
    const warning = expect.stringMatching(/^The change was not judged: .*`meaningful` must be boolean/);
    expect(pages).toMatchObject([{ status: 'changed', judgment: null, warning }]);
    expect(shown).toMatchObject([{ warning }]);
    expect(events).toMatchObject([{ status: 'changed', isMeaningful: null, judgment: null, warning }]);
    expect(lines.join()).toContain('made no judgement: the value of the language model does not fit the schema.');
  });

  test('judges pages that come and go', async () => {
    const { model, texts, check } = await monitor(() => JSON.stringify({ ...judgment, meaningfulChanges: [] }), true);
    await check();
    texts['/b'] = 'The night ferry costs 40 euros.';
    await check();
    delete texts['/a'];
    const { pages } = await check();
    expect(pages.find(({ status }) => status === 'removed')).toMatchObject({ judgment: { meaningful: true } });
    expect(told(model, 0)).toMatch(/The page is new[\s\S]*The night ferry/);
    expect(told(model, 1)).toMatch(/The page is gone[\s\S]*A ticket costs 12 euros/);
    expect(model.requests).toHaveLength(2);
  });

  test('says that it needs one', async () => {
    const { server } = await start([]);
    const target = { type: 'scrape', urls: ['https://a.example/'] };
    const body = { name: 'Fares', schedule: { cron: '0 0 1 1 *' }, targets: [target], judgeEnabled: true };
    expect((await call(server, 'POST /v2/monitor', { body })).body).toMatchObject({
      warning: 'Changes are reported, and none of them is judged: give the `goal` to judge them by.',
    });
  });
});

test('two `json` of one call have each its own schema, also for the structured data of the page', async () => {
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Day ticket', sku: 'T1' };
  const html = `<title>T</title><script type="application/ld+json">${JSON.stringify(data)}</script><main><p>Tickets</main>`;
  const { model, scrape } = await start([], { html });
  const json = (name: string) => ({
    type: 'json',
    schema: { type: 'object', properties: { [name]: { type: 'string' } } },
  });
  const { body } = await scrape({ formats: [json('name'), json('sku')] });
  expect(body.data.json).toEqual({ sku: 'T1' });
  expect(model.requests).toEqual([]);
});

describe('a crawl described in words', () => {
  const prompt = 'Only the guides, at most two pages.';
  const preview = async (server: typeof shared.server, body: object) =>
    (await call(server, 'POST /v2/crawl/params-preview', { body: { prompt, ...body } })).body;

  test('visits what the words say, and shows the options that it has made of them', async () => {
    const { model, server } = await start(['{"includePaths": ["^/guides/"], "limit": 2, "mood": "good"}']);
    const { url, visits } = await site({
      '/': '<a href="/guides/a">A</a><a href="/guides/b">B</a><a href="/guides/c">C</a><a href="/blog/d">D</a>',
      ...{ '/guides/a': '<p>A', '/guides/b': '<p>B', '/guides/c': '<p>C', '/blog/d': '<p>D' },
    });
    const options = { includePaths: ['^/guides/'], limit: 2 };
    expect(await preview(server, { url: `${url}/?token=plugh` })).toEqual({
      success: true,
      data: { url: `${url}/?token=plugh`, ...options },
    });
    for (const words of [prompt, url, 'includePaths', 'maxDiscoveryDepth', 'crawlEntireDomain']) {
      expect(told(model)).toContain(words);
    }
    expect(JSON.stringify(model.requests)).not.toContain('plugh');
    const started = await call(server, 'POST /v2/crawl', { body: { url: `${url}/`, prompt, sitemap: 'skip' } });
    expect(started.body).not.toHaveProperty('warning');
    const { id } = started.body as { id: string };
    await eventually(async () => (await call(server, `GET /v2/crawl/${id}`)).body).toMatchObject({
      ...{ status: 'completed', completed: 2 },
    });
    expect(visits).not.toContain('/blog/d');
    expect(model.requests).toHaveLength(1);
    const detail = await call(server, `GET /_local/jobs/${id}`);
    expect(detail.body).toMatchObject({ data: { request: { crawl: { ...options, prompt, sitemap: 'skip' } } } });
  });

  test('keeps the options that the caller has given', async () => {
    const { server } = await start(['{"limit": 500, "sitemap": "only", "maxDiscoveryDepth": 1}']);
    const { url } = await site({ '/': '<p>Start' });
    const body = { url, prompt, limit: 1, sitemap: 'skip' };
    const { id } = (await call(server, 'POST /v2/crawl', { body })).body as { id: string };
    const detail = await call(server, `GET /_local/jobs/${id}`);
    expect(detail.body).toMatchObject({
      data: { request: { crawl: { limit: 1, sitemap: 'skip', maxDiscoveryDepth: 1 } } },
    });
  });

  test('stays on its host and in its manners, whatever the model says', async () => {
    const { server } = await start([
      '{"allowExternalLinks": true, "allowSubdomains": true, "ignoreRobotsTxt": true, "limit": 3, "delay": 1}',
    ]);
    expect(await preview(server, { url: 'https://a.example/' })).toEqual({
      success: true,
      data: { url: 'https://a.example/', limit: 3, delay: 1 },
      warning: ['allowExternalLinks', 'allowSubdomains', 'ignoreRobotsTxt']
        .map((name) => `The prompt alone does not set \`${name}\`: give it as an option.`)
        .join(' '),
    });
  });

  test.each([
    ['no regular expression', '{"excludePaths": ["("]}', 'Unterminated group'],
    ['an expression that may never end', '{"includePaths": ["^/(a+)+$"]}', 'repeats a group'],
    ['an expression of many repetitions', '{"excludePaths": ["^.*a.*b.*c.*d.+$"]}', 'has more than 4 repetitions'],
    ['an option of the wrong type', '{"limit": "all"}', '`limit` must be integer'],
    ['a limit of nothing', '{"limit": 0}', 'crawls nothing'],
  ])('is mended once where the model gives %s', async (_, answer, words) => {
    const { model, server } = await start([answer, '{"limit": 7}']);
    expect(await preview(server, { url: `https://a.example/${edition}` })).toMatchObject({ data: { limit: 7 } });
    expect(told(model, 1)).toContain(words);
  });

  test('starts without the words where the model fails', async () => {
    const { server, lines } = await start([{ status: 400 }]);
    const { url } = await site({ '/': '<p>Start' });
    const { body } = await call(server, 'POST /v2/crawl', { body: { url, prompt, limit: 1 } });
    expect(body).toMatchObject({
      success: true,
      warning:
        'The prompt was not used: the language model answered with status 400. Give the crawl options themselves.',
    });
    expect(lines).toContain('The language model made no crawl options: the language model answered with status 400.');
  });

  test('is refused for its own options before a model is asked', async () => {
    const { model, server } = await start([]);
    const body = { url: 'https://a.example/', prompt, includePaths: ['('] };
    expect(await call(server, 'POST /v2/crawl', { body })).toMatchObject({ status: 400 });
    expect(model.requests).toEqual([]);
  });
});

test('a team has so many tokens a month', async () => {
  const { model, server, scrape } = await start(() => ({ content: 'Short.', tokens: 70 }), { modelTokens: 100 });
  const ask = (maxAge: number) => scrape({ formats: ['summary'], maxAge, zeroDataRetention: true });
  for (const _ of [1, 2]) await ask(0);
  expect((await ask(0)).body.data.warning).toContain('the 100 tokens of this month are used up');
  expect(model.requests).toHaveLength(2);
  const usage = await call(server, 'GET /v2/team/token-usage');
  expect(usage.body).toMatchObject({ data: { planTokens: 100, remainingTokens: 0 } });
  const history = await call(server, 'GET /v2/team/token-usage/historical');
  expect(history.body).toMatchObject({ periods: [{ tokensUsed: 140 }] });
});

test('a page whose model is slow comes without what the model makes', async () => {
  const { scrape } = await start([{ fault: 'silence' }]);
  const { status, body } = await scrape({ formats: ['markdown', 'summary'], timeout: 2_500 });
  expect([status, body.data.warning]).toEqual([
    200,
    '`summary` is missing: the language model took too long; send a longer `timeout`.',
  ]);
  expect(body.data.markdown).toContain('# The ferry');
});

test('an uploaded file is read by the model too', async () => {
  const { server } = await start(['{"price": 12}']);
  const body = new FormData();
  body.set('file', new File([PAGE], 'ferry.html'));
  body.set('options', JSON.stringify({ formats: [{ type: 'json', schema: SCHEMA }] }));
  const reply = await call(server, 'POST /v2/parse', { body });
  expect(reply.body).toMatchObject({ data: { json: { price: 12 }, metadata: { creditsUsed: 5 } } });
});

test('lockdown calls no model on another machine', async () => {
  const { server, scrape } = await start([], { modelUrl: 'http://model.invalid/v1' });
  await scrape({});
  const { body } = await scrape({ formats: ['summary'], lockdown: true });
  expect(body.data.warning).toContain('`lockdown` allows no call');
  const extract = { urls: ['https://a.example/'], prompt: 'a', scrapeOptions: { lockdown: true } };
  const refused = await call(server, 'POST /v2/extract', { body: extract });
  expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('`lockdown` allows no call') } });
});

test('capabilities name the model, without its address', async () => {
  const { model, server } = await start([]);
  const { body } = await call(server, 'GET /_local/capabilities');
  expect(body).toMatchObject({ data: { model: true, modelUsed: 'small' } });
  expect(JSON.stringify(body)).not.toContain(new URL(model.url).host);
});

test('the key is in no answer, log, journal and export', async () => {
  const { server, scrape, lines } = await start((_body, headers) => ({ content: `Here: ${headers.authorization}` }));
  const formats = ['summary', { type: 'json', prompt: 'a' }, { type: 'question', question: 'b' }];
  const { body } = await scrape({ formats });
  expect(body.data.warning).toContain('it repeats the key of the model');
  const journal = (await call(server, 'GET /_local/journal')).body;
  const exported = (await call(server, 'GET /_local/export')).body;
  for (const output of [body, journal, exported, lines]) expect(JSON.stringify(output)).not.toContain('xyzzy');
});

describe('support', () => {
  const diagnosis = (parameters: object, answer = 'Wait for less.') =>
    JSON.stringify({ answer, confidence: 'high', parameters });
  const ask = async ({ server }: Awaited<ReturnType<typeof start>>, body: object, key?: string) =>
    (await call(server, 'POST /support/ask', { body, ...(key && { headers: { Authorization: `Bearer ${key}` } }) }))
      .body;
  const tooLong = { waitFor: 40_000, timeout: 60_000 };

  test('reasons with what the failed call was answered, and gives parameters that were tried', async () => {
    const service = await start([diagnosis({ waitFor: 1_000 })]);
    const headers = { Authorization: 'Bearer plugh', 'X-Key': 'plugh' };
    expect((await service.scrape({ ...tooLong, headers })).status).toBe(400);
    expect(service.visits).toEqual([]);
    const answer = await ask(service, { question: 'Why is my call refused?', rationale: 'It worked before.' });
    expect(answer).toMatchObject({ answer: 'Wait for less.', confidence: 'high', fixParameters: { waitFor: 1_000 } });
    expect(answer).toMatchObject({ validation: { tested: true, helped: true } });
    expect(service.visits).toEqual(['/page']);
    expect(told(service.model)).toMatch(
      /===== the failed call (\w{24})\nPOST \/v2\/scrape was answered with status 400\n[\s\S]*"waitFor":40000[\s\S]*\n===== end of the failed call \1/,
    );
    expect(told(service.model)).toMatch(/===== the reference \w{24}\n[\s\S]*waitFor/);
    expect(told(service.model)).toContain('It worked before.');
    expect(JSON.stringify(service.model.requests)).not.toContain('plugh');
  });

  test.each<[string, object, object, object]>([
    ['cannot be sent', { foo: 1 }, { timeout: 61_000 }, { tested: false }],
    ['do not help', { url: 'http://127.0.0.1:9/' }, { waitFor: 10, mobile: true }, { tested: true, helped: false }],
    ['are refused', {}, { timeout: 61_000 }, { tested: true, helped: false }],
    ['send keys elsewhere', {}, { url: 'http://127.0.0.1:9/', headers: {}, proxy: 'basic' }, { helped: false }],
  ])('gives no parameters that %s', async (_, sent, parameters, validation) => {
    const service = await start([diagnosis(parameters)]);
    await service.scrape({ ...tooLong, ...sent });
    const answer = await ask(service, { question: 'Why?' });
    expect(answer).toMatchObject({ answer: 'Wait for less.', fixParameters: null, validation });
    expect(service.visits).toEqual([]);
  });

  test('knows calls of the same team alone, and by the id that a question names', async () => {
    const service = await start(() => diagnosis({ waitFor: 1_000 }), { apiKeys: ['one', 'two'] });
    const scrape = (key: string, body: object) =>
      call(service.server, 'POST /v2/scrape', { body, headers: { Authorization: `Bearer ${key}` } });
    const refused = await scrape('one', { url: 'http://xyzzy.invalid/a', ...tooLong });
    expect(refused.status).toBe(400);
    const question = 'Why is my call refused?';
    expect(await ask(service, { question }, 'two')).toMatchObject({
      fixParameters: null,
      validation: { tested: false },
    });
    expect(told(service.model)).toContain('The server remembers no such call.');
    expect(told(service.model)).not.toContain('xyzzy');
    await ask(service, { question }, 'one');
    expect(told(service.model, 1)).toContain('http://xyzzy.invalid/a');
    const unknown = 'Why did 01a1fbd5-f048-75e7-b166-91889e7d70d6 fail?';
    await ask(service, { question: unknown }, 'one');
    expect(told(service.model, 2)).toContain('The server remembers no such call.');
  });

  test('answers from the reference when the model fails', async () => {
    const service = await start([{ status: 500 }]);
    expect(await ask(service, { question: 'What does SCRAPE_TIMEOUT mean?' })).toMatchObject({
      answer: expect.stringContaining('SCRAPE_TIMEOUT: The page took longer'),
      validation: { tested: false },
    });
  });
});
