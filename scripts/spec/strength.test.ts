import { describe, expect, it } from 'vitest';
import type { Json } from './json.js';
import { fact, use } from './rules/fact-for-tests.js';
import { brokenBy, strengthOf } from './strength.js';

const changed = (keyword: string, before: Json | undefined, after: Json | undefined) =>
  strengthOf(fact({ keyword, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }));

it.each<[string, Json | undefined, Json | undefined, string | undefined]>([
  ['minLength', 1, 2, 'tighter'],
  ['minLength', 2, 1, 'looser'],
  ['minLength', undefined, 1, 'tighter'],
  ['maximum', 10, 5, 'tighter'],
  ['maximum', 5, 10, 'looser'],
  ['maximum', 5, undefined, 'looser'],
  ['required', ['a'], ['a', 'b'], 'tighter'],
  ['required', ['a', 'b'], ['a'], 'looser'],
  ['required', ['a'], ['b'], 'either'],
  ['enum', ['a'], ['a', 'b'], 'looser'],
  ['enum', ['a', 'b'], ['a'], 'tighter'],
  ['enum', undefined, ['a'], 'tighter'],
  ['type', 'string', ['string', 'null'], 'looser'],
  ['type', 'number', 'integer', 'tighter'],
  ['type', 'integer', 'number', 'looser'],
  ['type', 'string', 'integer', 'either'],
  ['multipleOf', 10, 5, 'looser'],
  ['multipleOf', 5, 10, 'tighter'],
  ['multipleOf', 5, 7, 'either'],
  ['pattern', 'a', 'b', 'either'],
  ['pattern', 'a', undefined, 'looser'],
  ['additionalProperties', undefined, false, 'tighter'],
  ['additionalProperties', false, undefined, 'looser'],
  ['description', 'a', 'b', undefined],
])('%s from %j to %j is %s', (keyword, before, after, strength) => {
  expect(changed(keyword, before, after)).toBe(strength);
});

describe('a schema that comes', () => {
  it.each([
    ['properties/a', 'tighter'],
    ['allOf/0', 'tighter'],
    ['oneOf/0', 'looser'],
    ['anyOf/0', 'looser'],
    ['a/not', 'tighter'],
  ])('at %s makes it %s, and one that goes the opposite', (at, strength) => {
    expect(strengthOf(fact({ kind: 'added', at }))).toBe(strength);
    expect(strengthOf(fact({ kind: 'removed', at }))).toBe(strength === 'tighter' ? 'looser' : 'tighter');
  });
});

it('breaks requests that are too narrow, answers that are too wide, and the opposite of both below `not`', () => {
  const uses = [use('request'), use('response'), use('request', -1), use('response', -1), use('none')];
  expect(brokenBy('tighter', uses)).toEqual([use('request'), use('response', -1)]);
  expect(brokenBy('looser', uses)).toEqual([use('response'), use('request', -1)]);
  expect(brokenBy('either', uses)).toEqual(uses.slice(0, 4));
  expect(brokenBy('tighter', [use('response', 0)])).toEqual([use('response', 0)]);
  expect(brokenBy(undefined, uses)).toEqual([]);
});
