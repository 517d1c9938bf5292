import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excessOf, type JsonBounds } from './json-bounds.js';

const LARGE: JsonBounds = { depth: 1e6, values: 1e6, characters: 1e6 };
const boundOf = (text: string, bounds: Partial<JsonBounds>) => excessOf(text, { ...LARGE, ...bounds })?.bound;

/** The depth, values and characters of a parsed value. */
function measured(value: unknown): JsonBounds {
  if (typeof value === 'string') return { depth: 0, values: 1, characters: value.length };
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, characters: 0 };
  const parts = Object.values(value).map(measured);
  const names = Array.isArray(value) ? [] : Object.keys(value).map((name) => name.length);
  return {
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
    values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
    characters: Math.max(0, ...names, ...parts.map(({ characters }) => characters)),
  };
}

describe('a text of JSON keeps its bounds', () => {
  const json = fc.jsonValue({ noUnicodeString: false });
  const spaces = fc.constantFrom(undefined, 1, '\t');

  test('when it holds as much as it may, and no longer with one more, whatever it holds', () => {
    fc.assert(
      fc.property(json, spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const size = measured(value);
        expect(excessOf(text, size)).toBeUndefined();
        expect(boundOf(text, { values: size.values - 1 })).toBe('values');
        if (size.depth > 0) expect(boundOf(text, { depth: size.depth - 1 })).toBe('depth');
        if (size.characters > 0) expect(boundOf(text, { characters: size.characters - 1 })).toBe('characters');
      }),
    );
  });

  test('by the characters of its strings, however these are written', () => {
    const text = `["${'\\u00e9'.repeat(3)}\\n\\"\\\\"]`;
    expect([boundOf(text, { characters: 6 }), boundOf(text, { characters: 5 })]).toEqual([undefined, 'characters']);
  });

  test('whatever its strings are made of', () => {
    const text = JSON.stringify(['[{,'.repeat(10), '\\', '\\"[']);
    expect(excessOf(text, { depth: 1, values: 4, characters: 30 })).toBeUndefined();
  });
});

test.each(['['.repeat(5_000), '{"a":'.repeat(5_000), `"${'\\'.repeat(5_001)}`, '"', ']}'])(
  'a text that is no JSON is looked at like others: %#',
  (text) => {
    expect(excessOf(text, LARGE)).toBeUndefined();
  },
);

test('says what there is too much of, and the bound', () => {
  expect([
    excessOf('[[]]', { ...LARGE, depth: 1 })?.message,
    excessOf('[1, 2]', { ...LARGE, values: 2 })?.message,
    excessOf('{"abc": 1}', { ...LARGE, characters: 2 })?.message,
  ]).toEqual(['is nested more than 1 levels deep', 'has more than 2 values', 'has a string of more than 2 characters']);
});
