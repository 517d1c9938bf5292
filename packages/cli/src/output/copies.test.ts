import { expect, it } from 'vitest';
import { copiedAt, copiesNote } from './copies.js';

const now = new Date(2026, 10, 29, 12, 0);
const today = new Date(2026, 10, 29, 8, 27);
const before = new Date(2026, 10, 27, 23, 5);

it.each<[readonly Date[], number, string | undefined]>([
  [[], 3, undefined],
  [[today], 1, 'A copy of 08:27; --max-age-ms 0 for a new one.'],
  [[before], 1, 'A copy of 2026-11-27 23:05; --max-age-ms 0 for a new one.'],
  [[today, before], 3, '2 of 3 pages are copies, the oldest of 2026-11-27 23:05; --max-age-ms 0 for new ones.'],
  [[today, today], 2, 'All 2 pages are copies, the oldest of 08:27; --max-age-ms 0 for new ones.'],
])('of copies of %o among %i pages, a person is told %s', (times, pages, note) => {
  expect(copiesNote(times, pages, now)).toBe(note);
});

it('a page without a time of its copy is none', () => {
  for (const metadata of [undefined, {}, { cachedAt: null }, { cachedAt: 'soon' }])
    expect(copiedAt({ metadata })).toBeUndefined();
  expect(copiedAt({ metadata: { cachedAt: today.toISOString() } })).toEqual(today);
});
