import { expect, it } from 'vitest';
import { compare } from '../src/compare.js';
import { loadSpec, parseSpec } from '../src/document.js';
import type { JsonObject } from '../src/json.js';
import type { Change } from '../src/report/report.js';

/** What is found between two contracts with these keys. */
function changesOf(before: JsonObject, after: JsonObject): Change[] {
  const of = (keys: JsonObject) =>
    parseSpec(
      JSON.stringify({ openapi: '3.2.0', info: { title: 'Things', version: '1' }, paths: {}, ...keys }),
      'v2.yaml',
    );
  return compare(of(before), of(after)).changes;
}

function messagesOf(before: JsonObject, after: JsonObject): string[] {
  return changesOf(before, after).map(({ message }) => message);
}

const answer = (schema: JsonObject) => ({
  paths: { '/a': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } } },
});
it('names a part that has to hold by what it says', () => {
  const of = (...parts: JsonObject[]) =>
    answer({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }, ...parts] });
  const part = { pattern: 'c', not: { enum: ['a'] } };
  expect(messagesOf(of(), of({ pattern: 'c' }))).toEqual([
    'response 200: The part with `pattern: c` was added (`allOf`).',
  ]);
  expect(messagesOf(of(part), of()).join()).toContain(
    'response 200: The part with `pattern: c` was removed (`allOf`).',
  );
});

it('names the shared parameter of a path that is only written in another way', () => {
  const of = (limit: JsonObject) => ({
    paths: { '/a': { parameters: [{ in: 'query', name: 'limit', schema: limit }], get: { responses: {} } } },
  });
  const written = messagesOf(of({ type: 'string', maxItems: 1 }), of({ type: 'string', maxItems: 2 }));
  expect(written).toEqual([
    'query parameter `limit`: It is only written in another way: `maxItems`, which means nothing beside `type: string`, went from `1` to `2`.',
  ]);
});

it('says what was written in another way, where a short sentence can', () => {
  const of = (size: JsonObject) => ({ components: { schemas: { Size: { type: 'object', ...size } } } });
  expect(
    messagesOf(
      of({ properties: { a: { type: 'boolean', format: 'boolean' } } }),
      of({ properties: { a: { type: 'boolean' } } }),
    ),
  ).toEqual([
    '`Size.a`: It is only written in another way: `format: boolean`, which means nothing beside `type: boolean`, was removed.',
  ]);
  expect(messagesOf(of({ required: ['a'] }), of({ required: ['a', null] }))).toEqual([
    '`Size`: It is only written in another way: `required`, in which only names of fields may stand, gained `null`.',
  ]);
  const untyped = { components: { schemas: { Size: { properties: { a: {} } } } } };
  expect(messagesOf(untyped, of({ properties: { a: {} } }))).toEqual([
    '`Size`: It is only written in another way: `type: object`, which `properties` says as well, was added.',
  ]);
  const parts = { Size: { allOf: [{ $ref: '#/components/schemas/A' }] }, A: { type: 'string' }, B: {} };
  const more = { ...parts, Size: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } };
  expect(messagesOf({ components: { schemas: parts } }, { components: { schemas: more } })).toEqual([
    '`Size`: It is only written in another way: `allOf` gained `B`.',
  ]);
});

it('says that the description of a value changed', () => {
  const of = (description: string) => ({
    components: { schemas: { Size: { oneOf: [{ const: 1 }, { const: 2, title: 'Large', description }] } } },
  });
  expect(messagesOf(of('As large as a house, or a little more.'), of('As large as a house.'))).toEqual([
    '`Size(Large)`: The `description` changed.',
  ]);
});

it('calls the components of several files as their files do, when two have the same name', async () => {
  const parameter = (description: string) =>
    `alert: { name: alert, in: query, description: ${description}, schema: { type: string } }\n`;
  const of = (name: string, description: string) => {
    const parameters = `parameters: [{ $ref: 'one.yaml#/alert' }, { $ref: '${name}.yaml#/alert' }]`;
    const files: Record<string, string> = {
      'api.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /a: { get: { ${parameters}, responses: {} } } }\n`,
      'one.yaml': parameter('One.'),
      'two.yaml': parameter(description).replace('name: alert', 'name: other'),
    };
    const repository = { entry: 'api.yaml', read: async (path: string) => files[path] };
    return loadSpec(files['api.yaml'] ?? '', 'api.yaml', { files: () => repository });
  };
  const bare = parseSpec("openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: {}\n", 'api.yaml');
  const messages = compare(await of('two', 'Two.'), await of('two', 'Another.')).changes.map(({ message }) => message);
  expect(messages).toEqual(['`alert` query parameter `other`: The `description` changed.']);
  const added = compare(bare, await of('two', 'Two.')).changes.map(({ message }) => message);
  expect(added).toContain('The parameter `alert` was added to the components.');
});

it('names an operation of another method by its path', () => {
  const of = (methods: JsonObject) => ({ paths: { '/a': { get: { responses: {} }, additionalOperations: methods } } });
  expect(messagesOf(of({ COPY: { responses: {} } }), of({}))).toEqual(['The operation `COPY /a` was removed.']);
});

it('takes a contract with bare paths for one without any', () => {
  const bare = parseSpec("openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n", 'v2.yaml');
  const empty = parseSpec("openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: {}\n", 'v2.yaml');
  expect(compare(bare, empty).verdict).toBe('none');
});

it('shows the place that lets null in beside a component, and not the component', () => {
  const of = (field: JsonObject) => ({
    ...answer({ $ref: '#/components/schemas/Order' }),
    components: {
      schemas: {
        Order: { type: 'object', properties: { buyer: field } },
        Person: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
  });
  const person = { $ref: '#/components/schemas/Person' };
  const [change, ...others] = changesOf(of(person), of({ anyOf: [person, { type: 'null' }] }));
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    message: '`Order.buyer`: The type is `null | object` now; it was `object`.',
    types: { before: ['buyer?: Person;'], after: ['buyer?: Person | null;'] },
  });
  expect(change?.excerpts).toMatchObject({ before: { line: 1 }, after: { line: 1 } });
});

it('names the scopes that a way to authenticate asks for', () => {
  const of = (scopes: string[]) => ({
    paths: { '/a': { get: { security: [{ login: scopes }], responses: {} } } },
    components: { securitySchemes: { login: { type: 'oauth2', flows: {} } } },
  });
  expect(messagesOf(of(['read']), of(['read', 'write']))).toEqual([
    'Authentication by `login` (`read`) is no longer accepted.',
    'Authentication by `login` (`read` and `write`) was added.',
  ]);
});

it('names a header as it is written', () => {
  const of = (headers: JsonObject) => ({ paths: { '/a': { get: { responses: { '200': { headers } } } } } });
  expect(messagesOf(of({ 'X-Rate-Limit': { schema: {} } }), of({}))).toEqual([
    'response 200: The header `X-Rate-Limit` was removed.',
  ]);
});

it('names the fields of the items of a stream, and of what a callback sends', () => {
  const stream = (type: string) => {
    const itemSchema = { type: 'object', properties: { size: { type } } };
    return { paths: { '/a': { get: { responses: { '200': { content: { 'application/jsonl': { itemSchema } } } } } } } };
  };
  expect(messagesOf(stream('string'), stream('integer'))).toEqual([
    'response 200 `[].size`: The type is `integer` now; it was `string`.',
  ]);
  const callback = (type: string) => {
    const schema = { type: 'object', properties: { size: { type } } };
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    return { paths: { '/a': { post: { callbacks: { done: { '{$url}': { post } } }, responses: {} } } } };
  };
  expect(messagesOf(callback('string'), callback('integer'))).toEqual([
    'callback `done` request `size`: The type is `integer` now; it was `string`.',
  ]);
});

it('says of a body that may be left out that it may', () => {
  const of = (required: boolean) => ({
    paths: { '/a': { post: { requestBody: { required, content: {} }, responses: {} } } },
  });
  expect(messagesOf(of(true), of(false))).toEqual(['request: The body need not be sent any longer.']);
});
