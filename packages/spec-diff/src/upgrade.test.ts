import { expect, it } from 'vitest';
import { valueAt } from './json.js';
import { upgraded } from './upgrade.js';

const contract = (schema: object) => ({
  openapi: '3.0.3',
  paths: {},
  components: { schemas: { Thing: JSON.parse(JSON.stringify(schema)) } },
});
const now = (schema: object) => valueAt(upgraded(contract(schema)), ['components', 'schemas', 'Thing']);

it('says null, bounds and examples as 3.1 does', () => {
  expect(now({ type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true, example: 1 })).toEqual({
    type: ['integer', 'null'],
    exclusiveMinimum: 0,
    examples: [1],
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

it('leaves the version, and what is newer, as they are', () => {
  expect(upgraded(contract({})).openapi).toBe('3.0.3');
  const newer = { ...contract({ nullable: true }), openapi: '3.1.0' };
  expect(upgraded(newer)).toBe(newer);
});
