import { describe, expect, test } from 'vitest';
import { site } from './crawl/site.js';
import type { ModelReply, startModel } from './model-server.js';
import { modelService, PAGE, told } from './model-service.js';
import { call } from './server.js';

const start = modelService();

const SCHEMA = {
  type: 'object',
  properties: { price: { type: 'number' }, departure: { type: 'string' } },
  required: ['price'],
};

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

  test.each<[string, string[]]>([
    ['without `found`', [JSON.stringify({ answer: '12 euros.', quotes: ['A ticket costs 12 euros.'] })]],
    [
      'without quotes, where it stands on the page',
      [JSON.stringify({ found: true, answer: 'A ticket costs 12 euros.' })],
    ],
    ['in words that stand on the page', ['A ticket costs 12 euros.', 'A ticket costs 12 euros.']],
    ['in words with a quote', ['**12 euros.**\n\n> A ticket costs 12 euros.', 'It says “A ticket costs 12 euros.”']],
  ])('is answered by a small model %s', async (_, replies) => {
    const { scrape } = await start(replies);
    const { body } = await scrape({ formats });
    expect(body.data.answer).toMatch(/12 euros[\s\S]*\n\n> A ticket costs 12 euros\.$/);
    expect(body.data).not.toHaveProperty('warning');
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
  const summary = { formats: ['summary'] };

  test('is asked once for each team', async () => {
    const { model, scrape } = await start(() => 'Short.');
    for (const _ of [1, 2]) expect((await scrape(summary)).body.data.summary).toBe('Short.');
    expect(model.requests).toHaveLength(1);
    await scrape({ ...summary, formats: [{ type: 'question', question: 'Why?' }] });
    expect(model.requests.length).toBeGreaterThan(1);
  });

  test('is asked again with a `maxAge` of 0', async () => {
    const { model, scrape } = await start(() => 'Short.');
    for (const _ of [1, 2]) await scrape({ ...summary, maxAge: 0 });
    expect(model.requests).toHaveLength(2);
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
      changeTracking: { changeStatus: 'new' },
      metadata: { creditsUsed: 5 },
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
      json: { title: 'Ferry' },
      changeTracking: { changeStatus: 'same' },
      metadata: { creditsUsed: 9 },
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

describe('two `json` of one call', () => {
  const json = (name: string) => ({ type: 'json', schema: { type: 'object', properties: { [name]: {} } } });

  test.each(['scrape', 'crawl', 'batch/scrape', 'search', 'extract'])(
    'are refused before they are billed: %s',
    async (path) => {
      const { model, server } = await start([]);
      const formats = [json('price'), 'markdown', json('name')];
      const url = 'https://a.example/';
      const body = {
        ...{ scrape: { url, formats }, crawl: { url, scrapeOptions: { formats } } }[path],
        ...{ 'batch/scrape': { urls: [url], formats }, search: { query: 'a', scrapeOptions: { formats } } }[path],
        ...{ extract: { urls: [url], prompt: 'a', scrapeOptions: { formats } } }[path],
      };
      const refused = await call(server, `POST /v2/${path}`, { body });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          success: false,
          details: [{ message: expect.stringContaining('one `json` format: ask for all data in one schema.') }],
        },
      });
      expect(model.requests).toEqual([]);
    },
  );

  test('are one where the other has no options', async () => {
    const { model, scrape } = await start(['{"price": 12}']);
    const { body } = await scrape({ formats: ['json', json('price')] });
    expect(body.data).toMatchObject({ json: { price: 12 }, metadata: { creditsUsed: 5 } });
    expect(model.requests).toHaveLength(1);
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
