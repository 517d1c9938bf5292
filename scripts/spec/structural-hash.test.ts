import { expect, it } from 'vitest';
import type { Json, JsonObject } from './json.js';
import { StructuralHash } from './structural-hash.js';

const meaning = (value: Json, targets: JsonObject = {}) => new StructuralHash((name) => targets[name]).of(value);

it('is the same whatever the order of keys and the names of references', () => {
  const text = { type: 'string', maxLength: 5 };
  expect(meaning({ $ref: 'A' }, { A: text })).toBe(meaning({ maxLength: 5, type: 'string' }));
  expect(meaning({ a: { $ref: 'A' } }, { A: { $ref: 'B' }, B: text })).toBe(meaning({ a: text }));
});

it('is another for another value, wherever it stands', () => {
  expect(meaning({ a: { $ref: 'A' } }, { A: { type: 'string' } })).not.toBe(meaning({ a: { type: 'integer' } }));
  expect(meaning(['a', 'b'])).not.toBe(meaning(['b', 'a']));
});

it('is the same whatever the order of alternatives, and the names of those that a discriminator knows', () => {
  const [a, b] = [{ const: 'a' }, { const: 'b' }];
  const choice = (first: string, second: string, mapping: JsonObject) => ({
    oneOf: [{ $ref: first }, { $ref: second }],
    discriminator: { propertyName: 'type', mapping },
  });
  const known = meaning(choice('A', 'B', { a: 'A', b: 'B' }), { A: a, B: b });
  expect(meaning(choice('Y', 'X', { b: 'Y', a: 'X' }), { X: a, Y: b })).toBe(known);
  expect(meaning(choice('A', 'B', { a: 'B', b: 'A' }), { A: a, B: b })).not.toBe(known);
});

it('hears words beside a reference instead of its own', () => {
  const targets = { A: { type: 'string', description: 'One.' } };
  expect(meaning({ $ref: 'A', description: 'Two.' }, targets)).toBe(meaning({ type: 'string', description: 'Two.' }));
});

it('is the same for what recurs, however often it is written out', () => {
  const Tree = { items: { $ref: 'Tree' } };
  expect(meaning({ $ref: 'Tree' }, { Tree })).toBe(
    meaning({ items: { items: { $ref: 'Node' } } }, { Node: { items: { $ref: 'Node' } } }),
  );
  expect(meaning({ $ref: 'Tree' }, { Tree })).not.toBe(meaning({ $ref: 'Tree' }, { Tree: { ...Tree, type: 'array' } }));
});

it('ends where a reference leads to nothing but itself', () => {
  expect(meaning({ $ref: 'A' }, { A: { $ref: 'A' } })).toBeTypeOf('string');
});
