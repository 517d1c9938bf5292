import { text as bodyText } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { linksTo, type Page, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import type { startModel } from './model-server.js';
import { modelService, told } from './model-service.js';
import { call } from './server.js';

const start = modelService();

describe('a monitor with a goal', () => {
  const goal = 'Tell me when a fare rises.';
  const judgment = {
    meaningful: true,
    confidence: 'high',
    reason: 'The fare rose.',
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
      '/': linksTo('/a', '/b'),
      '/a': page('/a'),
      '/b': page('/b'),
      async '/hook'(request, response) {
        told.push(JSON.parse(await bodyText(request)));
        response.end();
      },
    });
    const target = crawls
      ? { type: 'crawl', url, crawlOptions: { sitemap: 'skip' } }
      : { type: 'scrape', urls: [`${url}/a`] };
    const body = {
      name: 'Fares',
      schedule: { cron: '0 0 1 1 *' },
      targets: [target],
      goal,
      judgeEnabled: true,
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
        pages,
        events: told.flatMap(({ data }) => data),
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

describe('a crawl described in words', () => {
  const prompt = 'Only the guides, at most two pages.';
  const preview = async (server: LocalServer, body: object) =>
    (await call(server, 'POST /v2/crawl/params-preview', { body: { prompt, ...body } })).body;

  test('visits what the words say, and shows the options that it has made of them', async () => {
    const { model, server } = await start(['{"includePaths": ["^/guides/"], "limit": 2, "mood": "good"}']);
    const { url, visits } = await site({
      '/': '<a href="/guides/a">A</a><a href="/guides/b">B</a><a href="/guides/c">C</a><a href="/blog/d">D</a>',
      '/guides/a': '<p>A',
      '/guides/b': '<p>B',
      '/guides/c': '<p>C',
      '/blog/d': '<p>D',
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
      status: 'completed',
      completed: 2,
    });
    expect(visits).not.toContain('/blog/d');
    expect(model.requests).toHaveLength(1);
    const detail = await call(server, `GET /_local/jobs/${id}`);
    expect(detail.body).toMatchObject({ data: { request: { crawl: { ...options, prompt, sitemap: 'skip' } } } });
  });

  test.each(['', ' \n'])('is a crawl without words where the prompt is empty: %j', async (empty) => {
    const { model, server } = await start(['{"limit": 1}']);
    const { url } = await site({ '/': linksTo('/a'), '/a': '<p>A' });
    const { id } = (await call(server, 'POST /v2/crawl', { body: { url, prompt: empty, sitemap: 'skip' } })).body as {
      id: string;
    };
    await eventually(async () => (await call(server, `GET /v2/crawl/${id}`)).body).toMatchObject({
      status: 'completed',
      completed: 2,
    });
    expect(await preview(server, { url, prompt: empty })).toEqual({ success: true, data: { url } });
    expect(model.requests).toHaveLength(0);
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
    expect(await preview(server, { url: `https://a.example/${encodeURIComponent(words)}` })).toMatchObject({
      data: { limit: 7 },
    });
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
