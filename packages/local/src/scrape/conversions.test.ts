import { expect, test } from 'vitest';
import { type Conversion, createConversions } from './conversions.js';

const copy = (key: string, more: { team?: string; fetchedAt?: number } = {}) => ({
  team: 'one',
  key,
  fetchedAt: 1,
  ...more,
});
const conversion = (markdown: string): Conversion => ({
  document: { markdown },
  metadata: {},
  links: [],
  isEmptyShell: false,
  warnings: [],
});

test('a conversion is found by its copy and its options', () => {
  const conversions = createConversions();
  conversions.add(copy('a'), { formats: ['markdown'] }, conversion('hello'));
  expect(conversions.get(copy('a'), { formats: ['markdown'] })).toEqual(conversion('hello'));
  expect(conversions.get(copy('a'), { formats: ['html'] })).toBeUndefined();
  expect(conversions.get(copy('b'), {})).toBeUndefined();
  expect(conversions.get(copy('a', { team: 'two' }), {})).toBeUndefined();
  expect(conversions.get(copy('a', { fetchedAt: 2 }), {})).toBeUndefined();
});

test('only the options of the conversion count, in any order, and defaults are options', () => {
  const conversions = createConversions();
  const options = { excludeTags: ['nav'], onlyMainContent: false };
  conversions.add(copy('a'), options, conversion('hello'));
  const same = { maxAge: 5, formats: ['markdown' as const], onlyMainContent: false, excludeTags: ['nav'] };
  expect(conversions.get(copy('a'), same)).toEqual(conversion('hello'));
  for (const other of [
    { ...same, redactPII: true },
    { ...same, blockAds: false },
    { ...same, excludeTags: [] },
  ]) {
    expect(conversions.get(copy('a'), other)).toBeUndefined();
  }
});

test('a caller that changes what it got changes nothing for others', () => {
  const conversions = createConversions();
  const added = conversion('hello');
  conversions.add(copy('a'), {}, added);
  added.document.markdown = 'changed';
  const found = conversions.get(copy('a'), {});
  if (found) found.document.markdown = 'changed';
  expect(conversions.get(copy('a'), {})).toEqual(conversion('hello'));
});

test('the conversion of an older copy does not replace that of a newer one', () => {
  const conversions = createConversions();
  conversions.add(copy('a', { fetchedAt: 2 }), {}, conversion('new'));
  conversions.add(copy('a', { fetchedAt: 1 }), {}, conversion('old'));
  expect(conversions.get(copy('a', { fetchedAt: 2 }), {})).toEqual(conversion('new'));
  conversions.add(copy('a', { fetchedAt: 3 }), { formats: ['html'] }, conversion('newest'));
  expect(conversions.get(copy('a', { fetchedAt: 2 }), {})).toBeUndefined();
});

test('the pages that were used longest ago are evicted', () => {
  const conversions = createConversions(40_000);
  const text = conversion('x'.repeat(7_000));
  for (const key of ['a', 'b', 'c', 'd']) conversions.add(copy(key), {}, text);
  conversions.get(copy('a'), {});
  conversions.add(copy('e'), {}, text);
  conversions.add(copy('e'), {}, text);
  const found = ['a', 'b', 'c', 'd', 'e'].map((key) => conversions.get(copy(key), {}) !== undefined);
  expect(found).toEqual([true, false, true, true, true]);
  conversions.delete(copy('a'));
  conversions.add(copy('f'), {}, text);
  expect(['a', 'c', 'f'].map((key) => conversions.get(copy(key), {}) !== undefined)).toEqual([false, true, true]);
});

test('a conversion of more than a quarter of the limit is not stored', () => {
  const conversions = createConversions(40_000);
  conversions.add(copy('a'), {}, conversion('x'.repeat(9_900)));
  expect(conversions.get(copy('a'), {})).toBeUndefined();
});
