import { expect, it } from 'vitest';
import type { Json, JsonObject } from './json.js';
import { sameMeaning } from './same-meaning.js';

const schemas = (components: JsonObject) => ({ components: { schemas: components } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const same = (left: Json, right: Json, own: JsonObject = {}, others: JsonObject = own, options = {}) =>
  sameMeaning({ root: schemas(own), value: left }, { root: schemas(others), value: right }, options);

it('is the same whatever the order of keys and the names of references', () => {
  const text = { type: 'string', maxLength: 5 };
  expect(same(ref('A'), { maxLength: 5, type: 'string' }, { A: text })).toBe(true);
  expect(same({ not: ref('A') }, { not: text }, { A: ref('B'), B: text })).toBe(true);
});

it('is another for another value, wherever it stands', () => {
  expect(same({ not: ref('A') }, { not: { type: 'integer' } }, { A: { type: 'string' } })).toBe(false);
  expect(same({ prefixItems: [{ type: 'string' }, {}] }, { prefixItems: [{}, { type: 'string' }] })).toBe(false);
  expect(same({ properties: { type: { type: 'string' } } }, { properties: { type: { type: 'integer' } } })).toBe(false);
});

it('is the same whatever the order of alternatives, and the names of those that a discriminator knows', () => {
  const [a, b] = [{ const: 'a' }, { const: 'b' }];
  const choice = (first: string, second: string, mapping: JsonObject) => ({
    oneOf: [ref(first), ref(second)],
    discriminator: { propertyName: 'type', mapping },
  });
  const to = (name: string) => `#/components/schemas/${name}`;
  const known = choice('A', 'B', { a: to('A'), b: to('B') });
  expect(same(known, choice('Y', 'X', { b: to('Y'), a: to('X') }), { A: a, B: b }, { X: a, Y: b })).toBe(true);
  expect(same(known, choice('A', 'B', { a: to('B'), b: to('A') }), { A: a, B: b })).toBe(false);
});

it('hears words, those beside a reference instead of its own, unless it is told not to', () => {
  const components = { A: { type: 'string', description: 'One.' } };
  const two = { type: 'string', description: 'Two.' };
  expect(same({ ...ref('A'), description: 'Two.' }, two, components)).toBe(true);
  expect(same(ref('A'), two, components)).toBe(false);
  expect(same(ref('A'), two, components, components, { annotations: false })).toBe(true);
});

it('is the same for what recurs, however often it is written out', () => {
  const Tree = { items: ref('Tree') };
  const Node = { items: ref('Node') };
  expect(same(ref('Tree'), { items: { items: ref('Node') } }, { Tree, Node })).toBe(true);
  expect(same(ref('Tree'), ref('Tree'), { Tree }, { Tree: { ...Tree, type: 'array' } })).toBe(false);
});

it('does not take for the same what only looked like it while something else was tried', () => {
  const List = { items: ref('List'), anyOf: [{ items: ref('Other') }, { minItems: 1 }] };
  const Other = { items: ref('List'), anyOf: [{ items: ref('Other') }, { minItems: 2 }] };
  expect(same(ref('List'), ref('Other'), { List, Other })).toBe(false);
  expect(same({ anyOf: [ref('List'), ref('Other')] }, { anyOf: [ref('Other'), ref('List')] }, { List, Other })).toBe(
    true,
  );
});

it('ends where a reference leads to nothing but itself', () => {
  expect(same(ref('A'), { type: 'string' }, { A: ref('A') })).toBe(false);
});

it('ends where a discriminator leads back to the choice that it belongs to', () => {
  const Tree = {
    oneOf: [{ properties: { kind: { const: 'leaf' } } }, { properties: { parent: ref('Tree') } }],
    discriminator: { propertyName: 'kind', mapping: { tree: '#/components/schemas/Tree' } },
  };
  expect(same(ref('Tree'), ref('Tree'), { Tree }, { Tree: structuredClone(Tree) })).toBe(true);
});
