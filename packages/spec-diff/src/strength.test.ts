import { describe, expect, it } from 'vitest';
import type { Json } from './json.js';
import { fact, use } from './rules/fact-for-tests.js';
import { brokenBy, type Strength, strengthOf } from './strength.js';

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
  ['format', 'int32', 'int64', 'looser'],
  ['format', 'double', 'float', 'tighter'],
  ['format', 'date', 'uri', 'either'],
  ['format', undefined, 'uri', 'tighter'],
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
    ['a/not', 'tighter'],
  ])('at %s makes it %s, and one that goes the opposite', (at, strength) => {
    expect(strengthOf(fact({ kind: 'added', at }))).toBe(strength);
    expect(strengthOf(fact({ kind: 'removed', at }))).toBe(strength === 'tighter' ? 'looser' : 'tighter');
  });
});

it('allows more with one alternative more, and less with the first choice between some', () => {
  expect(strengthOf(fact({ node: 'Alternative', kind: 'added', at: 'oneOf/0' }))).toBe('looser');
  expect(strengthOf(fact({ node: 'Alternative', kind: 'removed', at: 'anyOf/0' }))).toBe('tighter');
  expect(strengthOf(fact({ node: 'Choice', kind: 'added', at: 'oneOf' }))).toBe('tighter');
  expect(strengthOf(fact({ node: 'Choice', kind: 'removed', at: 'oneOf' }))).toBe('looser');
});

it('breaks requests that are too narrow, answers that are too wide, and the opposite of both below `not`', () => {
  const uses = [use('request'), use('response'), use('request', -1), use('response', -1), use('none')];
  const broken = (strength: Strength | undefined, users = uses) => brokenBy(fact({ uses: users }), strength);
  expect(broken('tighter')).toEqual([use('request'), use('response', -1)]);
  expect(broken('looser')).toEqual([use('response'), use('request', -1)]);
  expect(broken('either')).toEqual(uses.slice(0, 4));
  expect(broken('tighter', [use('response', 0)])).toEqual([use('response', 0)]);
  expect(broken(undefined)).toEqual([]);
});

it('breaks nobody whom another alternative serves, and of types only what they say', () => {
  const covered = { ...use('request'), isCovered: true };
  expect(brokenBy(fact({ keyword: 'enum', before: ['a', 'b'], after: ['a'], uses: [covered] }))).toEqual([]);
  const type = use('type');
  expect(brokenBy(fact({ keyword: 'required', before: ['a'], uses: [type] }))).toEqual([type]);
  expect(brokenBy(fact({ keyword: 'maxLength', before: 9, after: 5, uses: [type] }))).toEqual([]);
});
