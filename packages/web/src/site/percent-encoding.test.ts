import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalEscapes, readableEscapes } from './percent-encoding.js';

test.each([
  ['/%7Ejoe/%7ejoe/~joe', '/~joe/~joe/~joe', '/~joe/~joe/~joe'],
  ['/%e6%97%a5', '/%E6%97%A5', '/日'],
  ['/a%2fb%2Fc%3f', '/a%2Fb%2Fc%3F', '/a%2Fb%2Fc%3F'],
  ['/a%20b', '/a%20b', '/a b'],
  ['/100%', '/100%', '/100%'],
  ['/%25e6', '/%25e6', '/%25e6'],
  ['/%zz%4', '/%zz%4', '/%zz%4'],
  // Latin-1, a byte that is missing, one that is too many, and a letter with its accent apart.
  ['/caf%e9/', '/caf%E9/', '/caf%E9/'],
  ['/%e6%97/', '/%E6%97/', '/%E6%97/'],
  ['/%e6%97%a5%97', '/%E6%97%A5%97', '/日%97'],
  ['/e%CC%81', '/e%CC%81', '/é'],
  ['/%f0%9f%9a%a2', '/%F0%9F%9A%A2', '/🚢'],
  ['/%00%0a', '/%00%0A', '/%00%0A'],
])('%s has one form, and one that people read', (path, normal, readable) => {
  expect(normalEscapes(path)).toBe(normal);
  expect(readableEscapes(path)).toBe(readable);
});

test('a path of any characters has one form, however its escapes are written', () => {
  const path = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.normalize('NFC'));
  fc.assert(
    fc.property(path, fc.func(fc.boolean()), (text, isLower) => {
      const { pathname } = new URL(`http://site.example/${encodeURIComponent(text)}`);
      const other = pathname.replace(/%../g, (written, at) => (isLower(at) ? written.toLowerCase() : written));
      expect(normalEscapes(other)).toBe(normalEscapes(pathname));
      expect(readableEscapes(other)).toBe(readableEscapes(pathname));
      expect(readableEscapes(readableEscapes(other))).toBe(readableEscapes(other));
    }),
  );
});
