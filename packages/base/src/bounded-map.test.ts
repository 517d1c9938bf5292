import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.js';

const KEYS = ['a', 'b', 'c', 'd'];

/** The keys that have a value. */
const kept = (map: Pick<BoundedMap<string, unknown>, 'get'>) => KEYS.filter((key) => map.get(key) !== undefined);

test('what was set or used longest ago makes room', () => {
  const evicted: string[] = [];
  const map = new BoundedMap<string, string>(2, { onEvict: (value) => evicted.push(value) });
  map.set('a', 'first');
  map.set('b', 'second');
  map.get('a');
  map.set('c', 'third');
  expect(kept(map)).toEqual(['b', 'c']);
  expect(map.use('b')).toBe('second');
  map.set('d', 'fourth');
  expect(kept(map)).toEqual(['b', 'd']);
  expect(evicted).toEqual(['first', 'third']);
});

test('values count by their weight, also when they are replaced or deleted', () => {
  const map = new BoundedMap<string, number>(10, { weightOf: (value) => value });
  map.set('a', 6);
  map.set('a', 2);
  map.set('b', 8);
  expect(kept(map)).toEqual(['a', 'b']);
  map.delete('b');
  map.set('c', 8);
  expect(kept(map)).toEqual(['a', 'c']);
  map.set('d', 3);
  expect(kept(map)).toEqual(['d']);
});

test('what is more than the bound alone is not kept, and no other gives way to it', () => {
  const map = new BoundedMap<string, number>(10, { weightOf: (value) => value });
  map.set('a', 4);
  map.set('b', 5);
  map.set('b', 11);
  expect(kept(map)).toEqual(['a']);
  map.clear();
  map.set('c', 10);
  expect(kept(map)).toEqual(['c']);
});
