import { expect, it } from 'vitest';
import { valueAt } from './json.js';
import { upgraded, writtenPath } from './upgrade.js';

const contract = (schema: object) => ({
  openapi: '3.0.3',
  paths: {},
  components: { schemas: { Thing: JSON.parse(JSON.stringify(schema)) } },
});
const now = (schema: object) => valueAt(upgraded(contract(schema)), ['components', 'schemas', 'Thing']);

it('says null and bounds as 3.1 does, and leaves the example, which 3.1 knows as well', () => {
  expect(now({ type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true, example: 1 })).toEqual({
    type: ['integer', 'null'],
    exclusiveMinimum: 0,
    example: 1,
  });
});

it('lets null in beside other schemas, too, where no type is named', () => {
  const [page, nothing] = [{ $ref: '#/components/schemas/Page' }, { type: 'null' }];
  expect(now({ nullable: true, allOf: [page], description: 'A.' })).toEqual({
    description: 'A.',
    anyOf: [{ allOf: [page] }, nothing],
  });
  expect(now({ nullable: true, oneOf: [page] })).toEqual({ oneOf: [page, nothing] });
  expect(now({ properties: { nullable: { nullable: true, anyOf: [page] } } })).toEqual({
    properties: { nullable: { anyOf: [page, nothing] } },
  });
});

it('takes no field for a keyword, whatever it is called', () => {
  const properties = { example: { type: 'string' }, nullable: { type: 'boolean' }, type: { type: 'string' } };
  expect(now({ type: 'object', properties })).toEqual({ type: 'object', properties });
});

it('leaves out what stands beside a reference, which OpenAPI 3.0 ignores, but for the parts of a path item', () => {
  const $ref = '#/components/schemas/Page';
  expect(now({ $ref, maxLength: 3, description: 'A.' })).toEqual({ $ref });
  expect(now({ properties: { $ref: { type: 'string' }, a: { $ref, nullable: true } } })).toEqual({
    properties: { $ref: { type: 'string' }, a: { $ref } },
  });
  const item = {
    $ref: '#/paths/~1b',
    get: { responses: { 200: { $ref: '#/components/responses/A', description: 'B.' } } },
  };
  expect(upgraded({ openapi: '3.0.3', paths: { '/a': item } }).paths).toEqual({
    '/a': { ...item, get: { responses: { 200: { $ref: '#/components/responses/A' } } } },
  });
});

it('leaves formats, and schemas below any media type, as they are', () => {
  const content = (schema: object) => JSON.parse(JSON.stringify({ schema }));
  const responses = {
    'application/octet-stream': content({ type: 'string', format: 'binary' }),
    'image/png': content({ type: 'string', format: 'byte' }),
  };
  const contract = { openapi: '3.0.3', paths: { '/a': { get: { responses: { 200: { content: responses } } } } } };
  expect(upgraded(contract)).toEqual(contract);
});

it('knows where that is written which it says in another way', () => {
  const root = {
    openapi: '3.0.3',
    'x-webhooks': { done: {} },
    components: { schemas: { Thing: { nullable: true, allOf: [{ properties: { a: { example: 1 } } }] } } },
  };
  const thing = ['components', 'schemas', 'Thing'];
  expect(writtenPath(root, ['webhooks', 'done'])).toEqual(['x-webhooks', 'done']);
  expect(writtenPath(root, [...thing, 'anyOf', '0', 'allOf', '0', 'properties', 'a', 'example'])).toEqual([
    ...thing,
    'allOf',
    '0',
    'properties',
    'a',
    'example',
  ]);
});

it('leaves the version, and what is newer, as they are', () => {
  expect(upgraded(contract({})).openapi).toBe('3.0.3');
  const newer = { ...contract({ nullable: true }), openapi: '3.1.0' };
  expect(upgraded(newer)).toBe(newer);
});
