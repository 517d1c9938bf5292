import { expect, it } from 'vitest';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import type { JsonObject } from '../src/json.js';
import type { Change } from '../src/report/report.js';

/** What is found between two contracts with these keys. */
function changesOf(base: JsonObject, head: JsonObject): Change[] {
  const of = (keys: JsonObject) =>
    parseSpec(
      JSON.stringify({ openapi: '3.2.0', info: { title: 'Things', version: '1' }, paths: {}, ...keys }),
      'v2.yaml',
    );
  return compare(of(base), of(head)).changes;
}

function messagesOf(base: JsonObject, head: JsonObject): string[] {
  return changesOf(base, head).map(({ message }) => message);
}

const answer = (schema: JsonObject) => ({
  paths: { '/a': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } } },
});
it('names a part that has to hold by what it says', () => {
  const of = (...parts: JsonObject[]) =>
    answer({ type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }, ...parts] });
  const part = { pattern: 'c', not: { enum: ['a'] } };
  expect(messagesOf(of(), of({ pattern: 'c' }))).toEqual(['answer 200: The part that says `pattern: c` was added.']);
  expect(messagesOf(of(part), of()).join()).toContain(
    'answer 200: The part that says `pattern: c` was removed as a part that has to hold.',
  );
});

it('names the path whose shared part is only written in another way', () => {
  const of = (limit: JsonObject) => ({
    paths: { '/a': { parameters: [{ in: 'query', name: 'limit', schema: limit }], get: { responses: {} } } },
  });
  const written = messagesOf(of({ type: 'string', maxItems: 1 }), of({ type: 'string', maxItems: 2 }));
  expect(written).toEqual(['`/a`: It is only written in another way.']);
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
    message: '`Order.buyer`: It is `null | object` now; it was `object`.',
    types: { before: ['buyer?: Person;'], after: ['buyer?: Person | null;'] },
  });
  expect(change?.excerpts).toMatchObject({ base: { line: 1 }, head: { line: 1 } });
});
