import { expect, test } from 'vitest';
import { jsonSize } from './json-size.js';

test.each<[name: string, text: string]>([
  ['plain text', 'oak'],
  ['control characters', '\u0001\n'],
  ['other scripts', '語 é 🌳'],
])('%s counts as many bytes as in JSON, and the value 16 more', (_, text) => {
  expect(jsonSize(text, 1_000)).toBe(16 + Buffer.byteLength(JSON.stringify(text)));
});

test('values inside of others and their names are counted', () => {
  expect(jsonSize({ a: ['b', 1] }, 1_000)).toBe(16 + 3 + 16 + 16 + 3 + 16);
});

test('counting stops beyond the limit', () => {
  const size = jsonSize(Array(1_000_000).fill('oak'), 100);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThan(200);
});
