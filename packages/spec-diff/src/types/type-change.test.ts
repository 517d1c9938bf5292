import { expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import { typeChangeOf } from './type-change.js';

const contract = (schema: JsonObject, operation: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  paths: { '/things': { post: { operationId: 'createThing', ...operation } } },
  components: { schemas: { Thing: schema } },
});

const THING = ['components', 'schemas', 'Thing'];
const POST = ['paths', '/things', 'post'];
const object = (properties: JsonObject, others: JsonObject = {}) => ({ type: 'object', properties, ...others });
const parameter = (schema: JsonObject) => ({ parameters: [{ name: 'limit', in: 'query', schema }] });
const answer = (schema: JsonObject) => ({ responses: { '200': { content: { 'application/json': { schema } } } } });
const nothing = object({});

it.each<[string, JsonObject, JsonObject, string[] | undefined, string[] | undefined, string[], string[]]>([
  [
    'a field of another type',
    contract(object({ size: { type: 'integer' } })),
    contract(object({ size: { type: ['string', 'null'] } })),
    [...THING, 'properties', 'size', 'type'],
    [...THING, 'properties', 'size', 'type'],
    ['size?: number;'],
    ['size?: string | null;'],
  ],
  [
    'a field that is gone',
    contract(object({ size: { type: 'integer' } })),
    contract(nothing),
    [...THING, 'properties', 'size'],
    undefined,
    ['size?: number;'],
    [],
  ],
  [
    'a field that is required now',
    contract(object({ a: { type: 'string' }, b: { type: 'string' } })),
    contract(object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['b'] })),
    [...THING, 'required'],
    [...THING, 'required'],
    ['  b?: string;'],
    ['  b: string;'],
  ],
  [
    'an alternative that is gone',
    contract(object({ a: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Thing' }] } })),
    contract(object({ a: { oneOf: [{ type: 'string' }] } })),
    [...THING, 'properties', 'a', 'oneOf', '1'],
    undefined,
    ['a?: string | Thing;'],
    ['a?: string;'],
  ],
  [
    'a parameter',
    contract(nothing, parameter({ enum: ['a', 'b'] })),
    contract(nothing, parameter({ enum: ['a'] })),
    [...POST, 'parameters', '0', 'schema', 'enum'],
    [...POST, 'parameters', '0', 'schema', 'enum'],
    ['query: { limit?: "a" | "b"; };'],
    ['query: { limit?: "a"; };'],
  ],
  [
    'an answer',
    contract(nothing, answer({ type: 'array', items: { 'x-extensible-enum': ['a'], type: 'string' } })),
    contract(nothing, answer({ type: 'array', prefixItems: [{ const: 1 }] })),
    [...POST, 'responses', '200', 'content', 'application/json', 'schema', 'items'],
    undefined,
    ['  "application/json": ("a" | (string & {}))[];'],
    ['  "application/json": [1, ...unknown[]];'],
  ],
  [
    'an operation that is gone',
    contract(nothing),
    { ...contract(nothing), paths: {} },
    POST,
    undefined,
    ['post: operations["createThing"];'],
    [],
  ],
])('%s changes its declaration', (_name, before, after, pathBefore, pathAfter, gone, came) => {
  const change = typeChangeOf({ root: before, path: pathBefore }, { root: after, path: pathAfter });
  expect(change).toEqual({ before: gone, after: came });
});

it('shows of a long union only the members that came', () => {
  const member = (type: string) => object({ type: { const: type } }, { required: ['type'] });
  const of = (...types: string[]) => contract({ oneOf: types.map(member) });
  const change = (before: JsonObject, after: JsonObject) =>
    typeChangeOf({ root: before, path: [...THING, 'oneOf'] }, { root: after, path: [...THING, 'oneOf'] });
  const lines = ['  | {', '    type: "b";', '  }'];
  expect(change(of('a', 'c'), of('a', 'b', 'c'))).toEqual({ before: [], after: lines });
  expect(change(of('a', 'b', 'c'), of('a', 'c'))).toEqual({ before: lines, after: [] });

  const values = Array.from({ length: 40 }, (_, index) => `value${index}`);
  const long = change(
    contract({ enum: values }),
    contract({ enum: [...values.slice(0, 9), 'new', ...values.slice(9)] }),
  );
  expect(long).toEqual({ before: [], after: ['  | "new"'] });
});

it('changes nothing where types say nothing of it', () => {
  const of = (maximum: number) => contract(object({ size: { type: 'integer', maximum } }));
  const path = [...THING, 'properties', 'size', 'maximum'];
  expect(typeChangeOf({ root: of(1), path }, { root: of(2), path })).toBeUndefined();
  expect(typeChangeOf({ root: of(1), path: ['security', '0'] }, { root: of(1), path: undefined })).toBeUndefined();
});

it('shows the beginning of what is long', () => {
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, { type: 'string' }]));
  const change = typeChangeOf(
    { root: contract(object(fields)), path: THING },
    { root: contract(nothing), path: THING },
  );
  expect(change?.before).toHaveLength(13);
  expect(change?.before.at(-1)).toBe('…');
});
