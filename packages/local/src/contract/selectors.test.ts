import { expect, test } from 'vitest';
import { named, validate } from './validation.js';

const list = (name: string, length: number): string => `${`${name},`.repeat(length / (name.length + 1) - 1)}${name}`;

const tooMany = [
  {
    code: 'custom',
    path: [],
    message: expect.stringMatching(/^The selectors of a request .* 20000 characters together/),
  },
];

test.each<[name: string, options: object]>([
  ['of one field', { includeTags: [list('a', 21_000)] }],
  ['of several fields', { includeTags: [list('a', 9_000)], excludeTags: [list('b', 9_000), list('c', 9_000)] }],
  ['of formats', { formats: [{ type: 'attributes', selectors: [{ selector: list('a', 21_000), attribute: 'id' }] }] }],
  ['of actions', { actions: ['a', 'b', 'c'].map((name) => ({ type: 'click', selector: list(name, 9_000) })) }],
])('more characters in the selectors %s than are read are refused', (_, options) => {
  expect(validate(named('ScrapeOptions'), options)).toEqual(tooMany);
});

test('a selector counts once, and one that cannot be read is named', () => {
  const selector = list('a', 9_000);
  expect(validate(named('ScrapeOptions'), { includeTags: Array(20).fill(selector) })).toBeUndefined();
  expect(validate(named('ScrapeOptions'), { includeTags: [selector, 'a['] })).toMatchObject([
    { path: ['includeTags', 1], message: expect.stringContaining('is not a CSS selector: "a["') },
  ]);
});
