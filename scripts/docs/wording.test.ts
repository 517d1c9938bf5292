import { expect, it } from 'vitest';
import { count, duration } from './wording.js';

it.each([
  [1, '1 millisecond'],
  [1_500, '1,500 milliseconds'],
  [30_000, '30 seconds'],
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [86_400_000, '24 hours'],
  [172_800_000, '2 days'],
  [63_072_000_000, '2 years'],
])('says %d ms as %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

it('knows one from many', () => {
  expect([count(1, 'item'), count(1000, 'item')]).toEqual(['1 item', '1,000 items']);
});
