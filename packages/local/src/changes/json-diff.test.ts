import { expect, it } from 'vitest';
import { diffKeys } from './json-diff.js';

it('names each key that changed, with what it was and is', () => {
  const previous = { price: 20, name: 'Lamp', tags: ['a'] };
  const current = { price: 25, name: 'Lamp', tags: ['a', 'b'] };
  expect(diffKeys(previous, current)).toEqual({
    price: { previous: 20, current: 25 },
    tags: { previous: ['a'], current: ['a', 'b'] },
  });
});

it('has null for keys that were added or removed', () => {
  expect(diffKeys({ old: 1 }, { fresh: 2 })).toEqual({
    old: { previous: 1, current: null },
    fresh: { previous: null, current: 2 },
  });
});

it('finds nothing in equal data, whatever the order of its keys', () => {
  expect(diffKeys({ a: 1, b: { c: [2] } }, { b: { c: [2] }, a: 1 })).toBeUndefined();
  expect(diffKeys(null, undefined)).toBeUndefined();
});

it('compares what is not an object as a whole', () => {
  expect(diffKeys([1], [1, 2])).toEqual({ value: { previous: [1], current: [1, 2] } });
  expect(diffKeys('a', null)).toEqual({ value: { previous: 'a', current: null } });
});
