import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printableLine, printableText } from './printable.js';

const FORMS: readonly (readonly [name: string, text: string, line: string, shown: string])[] = [
  ['plain text', 'An oak – ein Öl, 木, 🌳 ❤️', 'An oak – ein Öl, 木, 🌳 ❤️', 'An oak – ein Öl, 木, 🌳 ❤️'],
  ['ends of lines', 'a\nb\r\nc', 'a\\nb\\r\\nc', 'a\nb\nc'],
  ['ends of lines of Unicode', 'a\u0085b\u2028c\u2029d', 'a\\u0085b\\u2028c\\u2029d', 'a\nb\nc\nd'],
  ['a line that overwrites itself', 'good\rbad', 'good\\rbad', 'goodbad'],
  ['a tab', 'a\tb', 'a\\tb', 'a\tb'],
  ['an escape sequence', 'a\u001b[31mb\u001b]0;title\u0007', 'a\\u001b[31mb\\u001b]0;title\\u0007', 'a[31mb]0;title'],
  ['an escape sequence of one character', 'a\u009b2Jb', 'a\\u009b2Jb', 'a2Jb'],
  ['an override of the direction', 'a\u202etxt.exe', 'a\\u202etxt.exe', 'atxt.exe'],
  ['an isolate', '\u2066a\u2069', '\\u2066a\\u2069', 'a'],
  ['characters without a width', 'a\u200bb\u200dc\ufeffd\u00ade', 'a\\u200bb\\u200dc\\ufeffd\\u00ade', 'abcde'],
  ['tags', 'a\u{e0041}', 'a\\udb40\\udc41', 'a'],
  ['half a character', 'a\ud800b', 'a\\ud800b', 'ab'],
];

test.each(FORMS)('%s', (_, text, line, shown) => {
  expect(printableLine(text)).toBe(line);
  expect(printableText(text)).toBe(shown);
});

test('JSON that is written as a line is the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const given = { value, text };
      const line = printableLine(JSON.stringify(given));
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(given)));
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});
