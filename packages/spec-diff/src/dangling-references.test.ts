import { expect, it } from 'vitest';
import { danglingReferences } from './dangling-references.js';
import { pointerOf } from './json.js';

const nowhere = { $ref: '#/components/schemas/Nowhere' };

it('finds nothing where every reference leads somewhere', () => {
  const paths = { '/v2/crawl/{id}': { get: {} } };
  expect(danglingReferences({ paths, alias: { $ref: '#/paths/~1v2~1crawl~1%7Bid%7D/get' } })).toEqual([]);
});

it('says where a reference stands and where it wanted to go', () => {
  expect(danglingReferences({ a: [{ b: nowhere }] })).toEqual([
    { path: ['a', '0', 'b', '$ref'], target: nowhere.$ref },
  ]);
});

it('does not find what only a prototype has', () => {
  expect(danglingReferences({ a: { $ref: '#/constructor' } })).toHaveLength(1);
});

it('looks into the references among named examples', () => {
  expect(danglingReferences({ content: { examples: { Simple: nowhere } } })).toHaveLength(1);
});

it('takes what an example shows for data', () => {
  const data = { example: nowhere, examples: [nowhere], default: nowhere, enum: [nowhere] };
  expect(danglingReferences({ schema: data, examples: { Simple: { value: nowhere } } })).toEqual([]);
});

it('takes properties and responses for names, whatever they are called', () => {
  const properties = { value: nowhere, default: nowhere, $ref: nowhere };
  expect(danglingReferences({ properties, responses: { default: nowhere } })).toHaveLength(4);
});

it('takes a percent sign that encodes nothing for itself', () => {
  expect(danglingReferences({ 'a%zz': {}, b: { $ref: '#/a%zz' }, c: { $ref: '#/b%' } })).toHaveLength(1);
});

it('writes JSON pointers', () => {
  expect(pointerOf(['paths', '/v2/a~b', 'get'])).toBe('#/paths/~1v2~1a~0b/get');
});
