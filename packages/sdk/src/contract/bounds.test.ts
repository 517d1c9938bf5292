import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import type { Schema } from '../../test/contract-schema.js';
import { failing, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { ConfigurationError } from '../errors/index.js';
import * as constants from '../generated/operations.js';
import type { Trawl } from '../trawl.js';
import { checkBounds } from './bounds.js';
import type { Operation } from './operation.js';

const operations: Readonly<Record<string, Operation>> = { ...constants };
const check = (operation: string, body: unknown) => checkBounds(body, operations[operation]?.bounds);

const URL_OF_A_PAGE = 'https://example.com';
const characters = (count: number) => 'a'.repeat(count);
const domains = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`);
const waits = (count: number) => Array.from({ length: count }, () => ({ type: 'wait' as const, milliseconds: 1 }));
const question = (count: number) => [{ type: 'question' as const, question: characters(count) }];

describe('a request beyond a limit of the contract is refused before it is sent:', () => {
  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['query must be at most 500 characters, not 501.', (trawl) => trawl.search(characters(501))],
    ['limit must be at most 100, not 101.', (trawl) => trawl.search('a', { limit: 101 })],
    ['limit must be a number, not "5".', (trawl) => trawl.search('a', { limit: '5' as never })],
    ['limit must be a number, not "".', (trawl) => trawl.search('a', { limit: '' as never })],
    ['limit must be at least 1, not NaN.', (trawl) => trawl.search('a', { limit: Number.NaN })],
    ['timeout must be a number, not "60000".', (trawl) => trawl.search('a', { timeout: '60000' as never })],
    ['query must be a string, not 5.', (trawl) => trawl.search(5 as never)],
    ['urls must be a list, not "a".', (trawl) => trawl.batchScrape('a' as never)],
    ['k must be at most 100, not 1000.', (trawl) => trawl.developer.searchByUrl('a', { k: 1000 })],
    ['k must be at most 500, not 501.', (trawl) => trawl.research.papers('a', { k: 501 })],
    ['query must be at least 1 character, not 0.', (trawl) => trawl.research.papers('')],
    ['skip must be at least 0, not -1.', (trawl) => trawl.crawls.get('c', { skip: -1 })],
    ['limit must be at least 1, not 0.', (trawl) => trawl.search('a', { limit: 0 })],
    ['delay must be more than 0, not 0.', (trawl) => trawl.crawl(URL_OF_A_PAGE, { delay: 0 })],
    ['delay must be at most 60, not 61.', (trawl) => trawl.crawl(URL_OF_A_PAGE, { delay: 61 })],
    [
      'threatProtection.blacklist must be at most 1000 items, not 1001.',
      (trawl) => trawl.scrape(URL_OF_A_PAGE, { threatProtection: { blacklist: domains(1001) } }),
    ],
    [
      'scrapeOptions.threatProtection.blockedTlds must be at most 1000 items, not 1001.',
      (trawl) => trawl.search('a', { scrapeOptions: { threatProtection: { blockedTlds: domains(1001) } } }),
    ],
    ['timeout must be at least 1000, not 999.', (trawl) => trawl.scrape(URL_OF_A_PAGE, { timeout: 999 })],
    ['timeout must be at most 300000, not 300001.', (trawl) => trawl.scrape(URL_OF_A_PAGE, { timeout: 300_001 })],
    [
      'formats[0].question must be at most 10000 characters, not 10001.',
      (trawl) => trawl.scrape(URL_OF_A_PAGE, { formats: question(10_001) }),
    ],
    [
      'scrapeOptions.formats[0].question must be at most 10000 characters, not 10001.',
      (trawl) => trawl.crawl(URL_OF_A_PAGE, { scrapeOptions: { formats: question(10_001) } }),
    ],
    ['actions must be at most 50 items, not 51.', (trawl) => trawl.scrape(URL_OF_A_PAGE, { actions: waits(51) })],
    [
      'actions[1].milliseconds must be at least 1, not 0.',
      (trawl) => trawl.scrape(URL_OF_A_PAGE, { actions: [...waits(1), { type: 'wait', milliseconds: 0 }] }),
    ],
    ['urls must be at least 1 item, not 0.', (trawl) => trawl.batchScrape([])],
    [
      'parsers[0].maxPages must be at most 10000, not 10001.',
      (trawl) => trawl.parse(new File(['a'], 'a.pdf'), { parsers: [{ type: 'pdf', maxPages: 10_001 }] }),
    ],
  ])('%s', async (message, call) => {
    await using server = await MisbehavingServer.start(failing(400));
    const error = await failureOf(call(clientOf(server)));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(message);
    const [issue] = (error as unknown as ConfigurationError).issues ?? [];
    expect(message.endsWith(` ${issue?.message}`)).toBe(true);
    expect(message.startsWith(String([issue?.path].flat()[0]))).toBe(true);
    expect(server.received).toEqual([]);
  });
});

describe('a request at a limit is sent:', () => {
  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['500 characters', (trawl) => trawl.search(characters(500))],
    ['500 characters that are two units each', (trawl) => trawl.search('🐟'.repeat(500))],
    ['1000 domains', (trawl) => trawl.scrape(URL_OF_A_PAGE, { threatProtection: { blacklist: domains(1000) } })],
    ['1 s', (trawl) => trawl.scrape(URL_OF_A_PAGE, { timeout: 1000 })],
    ['10,000 characters of a question', (trawl) => trawl.scrape(URL_OF_A_PAGE, { formats: question(10_000) })],
    ['a tenth of a second between two pages', (trawl) => trawl.crawl(URL_OF_A_PAGE, { delay: 0.1 })],
    ['50 actions', (trawl) => trawl.scrape(URL_OF_A_PAGE, { actions: waits(50) })],
    ['a number as text, as a link of the server has it', (trawl) => trawl.crawls.get('c', { skip: '-1' as never })],
    ['a field that this SDK does not know', (trawl) => trawl.search('a', {}, { extraBody: { limit: 1000 } })],
  ])('%s', async (_, call) => {
    await using server = await MisbehavingServer.start(failing(400));
    await expect(call(clientOf(server))).rejects.toMatchObject({ status: 400 });
    expect(server.received).toHaveLength(1);
  });
});

describe('what has no bound is left to the server:', () => {
  it.each<[string, string, unknown]>([
    ['a call without a body', 'getCrawl', undefined],
    ['a body that nothing bounds', 'askSupport', { question: characters(100_000) }],
    ['null where an object belongs', 'searchWeb', { query: 'a', scrapeOptions: null }],
    ['text where an object belongs', 'searchWeb', { query: 'a', scrapeOptions: 'markdown' }],
  ])('%s', (_, operation, body) => expect(() => check(operation, body)).not.toThrow());
});

const contract = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@trawl/client/openapi.json')), 'utf8'));
const ajv = new Ajv2020({
  strict: false,
  formats: { binary: true, 'page-url': true, 'css-selector': true, 'element-selector': true },
});
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const at = <T>(pointer: readonly string[]): T => pointer.reduce((here, key) => here[key], contract);
const target = <T>($ref: string): T => at($ref.slice('#/'.length).split('/'));
const resolved = (schema: Schema): Schema => (schema.$ref ? target(schema.$ref) : schema);

/** The requests of every operation that has bounds: the place of its schema in the contract, and its examples. */
const requests = Object.entries<Record<string, { operationId?: string }>>(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId = '' }]) => {
    // Of a query there is no schema as a whole, and there are no examples.
    if (!operations[operationId]?.bounds || method === 'get') return [];
    const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json'];
    const { examples } = at<{ examples: Record<string, { $ref: string }> }>(pointer);
    const values = Object.values(examples).map(({ $ref }) => target<{ value: object }>($ref).value);
    return [{ operationId, pointer: [...pointer, 'schema'], examples: values }];
  }),
);

/** Sizes on both sides of the bounds, more often within them; no larger than what a test can bear. */
const sizes = (least = 0, most = Math.min(least + 3, 200)) => {
  const within = [least, Math.min(least + 1, most), Math.max(most - 1, least), most];
  const beyond = [Math.max(least - 1, 0), most + 1];
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...within) },
    { weight: 1, arbitrary: fc.constantFrom(...beyond) },
  );
};

/** Values of a schema as far as bounds are concerned; the contract itself says afterwards whether they are. */
function valuesOf(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const { oneOf, anyOf = oneOf } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
  const [type] = [schema.type ?? 'object'].flat();
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return sizes(schema.minimum, schema.maximum);
    case 'array':
      return sizes(schema.minItems, schema.maxItems).chain((size) => {
        const items = schema.items ? valuesOf(schema.items) : fc.constant('a');
        return items.map((item) => Array.from({ length: size }, () => item));
      });
    case 'string':
      if (schema.pattern?.includes('[Hh]') || schema.format === 'uri') return fc.constant(URL_OF_A_PAGE);
      if (schema.pattern) return fc.constantFrom('example.com', 'qdr:w', 'com', 'US', 'P1D');
      return fc
        .tuple(sizes(schema.minLength, schema.maxLength), fc.constantFrom('a', '🐟'))
        .map(([size, character]) => character.repeat(size));
    default:
      return objectsOf(schema);
  }
}

/** Objects with what they need and one of the fields that they may have: with all, one would always be wrong. */
function objectsOf(schema: Schema): fc.Arbitrary<object> {
  const fields = fieldsOf(schema);
  if (Object.keys(fields).length === 0) return fc.constant({});
  const required = Object.keys(fields).filter((name) => schema.required?.includes(name));
  return fc.constantFrom(...Object.keys(fields)).chain((one) => {
    const names = [...new Set([...required, one])];
    return fc.record(Object.fromEntries(names.map((name) => [name, valuesOf(fields[name] ?? {})])));
  });
}

function fieldsOf({ properties, allOf = [], oneOf = [] }: Schema): Record<string, Schema> {
  return Object.assign({}, ...[...allOf, ...oneOf].map((part) => fieldsOf(resolved(part))), properties);
}

describe('what the contract accepts is never refused:', () => {
  it('there are requests with bounds', () => {
    const bounded = Object.values(operations).flatMap(({ method, name, bounds }) =>
      bounds && method !== 'GET' ? name : [],
    );
    expect(requests.map(({ operationId }) => operationId).sort()).toEqual(bounded.sort());
  });

  it.each(requests)('the examples of $operationId', ({ operationId, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(() => check(operationId, example)).not.toThrow();
  });

  it.each(requests)('an example of $operationId with a field at its bounds', ({ operationId, pointer, examples }) => {
    const fragment = pointer.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/');
    const accepts = ajv.compile({ $ref: `contract#/${fragment}` });
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        objectsOf({ properties: fieldsOf(resolved(at(pointer))) }),
        (example, field) => {
          const request = { ...example, ...field };
          if (!accepts(request)) return;
          accepted++;
          check(operationId, request);
        },
      ),
    );
    // Otherwise nothing would have been shown.
    expect(accepted).toBeGreaterThan(20);
  });
});
