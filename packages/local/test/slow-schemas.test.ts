import { describe, expect, test, vi } from 'vitest';
import { site } from './crawl/site.js';
import { modelService, PAGE } from './model-service.js';
import { call, startServer } from './server.js';

const start = modelService();

/** A pattern that takes longer than the universe for a text that it does not match. */
const SLOW_PATTERN = '^(a+)+$';
const SLOW_TEXT = `${'a'.repeat(60)}!`;

const schemaWith = (code: object, more: object = {}) => ({
  type: 'object',
  properties: { code, price: { type: 'number' } },
  required: ['price'],
  ...more,
});

const SLOW_SCHEMA = schemaWith({ type: 'string', pattern: SLOW_PATTERN });
const SLOW_LOOKAHEAD = schemaWith({ type: 'string', pattern: '^(?=a)(a|a)*$' });
const SLOW_NAMES = schemaWith({ type: 'string' }, { patternProperties: { [SLOW_PATTERN]: {} }, properties: {} });

const WRONG_TYPE = { code: SLOW_TEXT, price: 'twelve', [SLOW_TEXT]: 1 };
const MISSING_FIELD = { code: SLOW_TEXT, [SLOW_TEXT]: 1 };
const NOTHING_ELSE_WRONG = { code: SLOW_TEXT, price: 12, [SLOW_TEXT]: 1 };

const WAIT = { timeout: 20_000, interval: 20 };

// The other tests of this file have what else can be wrong beside a pattern: a type, or a missing field.
const ROWS = [
  ['a pattern, with nothing else wrong', SLOW_SCHEMA, NOTHING_ELSE_WRONG],
  ['a pattern with a lookahead, with a wrong type', SLOW_LOOKAHEAD, WRONG_TYPE],
  ['a pattern of names, with a wrong type', SLOW_NAMES, WRONG_TYPE],
] as const;

/** What a warning says of it. */
const UNCHECKED = /^JSON extraction failed: .*could not be checked/;

describe('what could not be checked is not called valid, for', () => {
  test.each(ROWS)('%s', async (_, schema, value) => {
    const { scrape } = await start(() => JSON.stringify(value));
    const { status, body } = await scrape({ formats: [{ type: 'json', schema }] });
    expect(status).toBe(200);
    expect(body.data.json).toBeNull();
    expect(body.data.warning).toMatch(UNCHECKED);
    expect(body.data.metadata.creditsUsed).toBe(1);
  });

  test('an extraction', async () => {
    const { server } = await start(() => JSON.stringify(MISSING_FIELD));
    const { url } = await site({ '/': PAGE });
    const { body } = await call(server, 'POST /v2/extract', { body: { urls: [`${url}/`], schema: SLOW_SCHEMA } });
    const { id } = body as { id: string };
    const end = await vi.waitFor(async () => {
      const state = (await call(server, `GET /v2/extract/${id}`)).body as { status: string };
      expect(state.status).not.toBe('processing');
      return state;
    }, WAIT);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('could not be checked') });
  });
});

test('a schema that would be checked later is refused, not taken for one that fits', async () => {
  const { scrape } = await start(() => '{"price":"twelve"}');
  const { body } = await scrape({ formats: [{ type: 'json', schema: { $async: true, ...schemaWith({}) } }] });
  expect(body.data).toMatchObject({ json: null, warning: expect.stringContaining('its schema cannot be used') });
});

test('a slow schema leaves the page, and the schemas of others, their time', async () => {
  const { scrape } = await start(({ messages }) =>
    JSON.stringify(JSON.stringify(messages).includes('"pattern') ? WRONG_TYPE : NOTHING_ELSE_WRONG),
  );
  const honest = schemaWith({ type: 'string' });
  const ask = async (schema: object, title: string) =>
    (await scrape({ formats: [{ type: 'json', schema: { ...schema, title } }] })).body.data;
  // The workers have started.
  await Promise.all([ask(honest, 'first'), ask(honest, 'second')]);
  const order: string[] = [];
  const slowAnswer = ask(SLOW_SCHEMA, 'slow').finally(() => order.push('slow'));
  const answer = await ask(honest, 'honest').finally(() => order.push('honest'));
  expect(answer.json).toMatchObject({ price: 12 });
  expect(await slowAnswer).toMatchObject({ json: null, warning: expect.stringMatching(UNCHECKED) });
  expect(order).toEqual(['honest', 'slow']);
});

test('a slow schema costs the structured data of a page its `json`, and not the page', async () => {
  const server = await startServer({ allowPrivateNetworks: true });
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Ticket', code: SLOW_TEXT };
  const { url } = await site({
    '/': `<script type="application/ld+json">${JSON.stringify(product)}</script><main><p>A ticket.</p></main>`,
  });
  const schema = { type: 'object', properties: { code: { type: 'string', pattern: SLOW_PATTERN } } };
  const body = { url: `${url}/`, formats: ['markdown', { type: 'json', schema }] };
  const { status, body: answer } = await call(server, 'POST /v2/scrape', { body });
  expect(status).toBe(200);
  expect(answer).toMatchObject({
    data: { markdown: 'A ticket.', json: null, warning: expect.stringContaining('could not be checked') },
  });
});
