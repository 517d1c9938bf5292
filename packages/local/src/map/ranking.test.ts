import { expect, test } from 'vitest';
import { ranked } from './ranking.js';

const BLOG = 'http://example.com/blog';

test('puts the best matches first, and keeps the others', async () => {
  const links = [
    { url: 'http://example.com/' },
    { url: `${BLOG}/week-in-review` },
    { url: `${BLOG}/launch-week-iii-day-1` },
    { url: `${BLOG}/a`, title: 'Our launch week' },
    { url: `${BLOG}/b`, description: 'The launch.' },
  ];
  expect((await ranked(links, 'Launch week')).map(({ url }) => url)).toEqual([
    `${BLOG}/a`,
    `${BLOG}/launch-week-iii-day-1`,
    `${BLOG}/week-in-review`,
    `${BLOG}/b`,
    'http://example.com/',
  ]);
});

test('matches words by their beginning, and in any script', async () => {
  const links = [
    { url: 'http://example.com/x' },
    { url: 'http://example.com/%D0%B4%D0%BE%D0%BA%D1%83%D0%BC%D0%B5%D0%BD%D1%82%D1%8B' },
  ];
  expect((await ranked(links, 'документ'))[0]).toBe(links[1]);
  expect(await ranked([{ url: 'http://example.com/%E0%A4%A' }], 'x')).toHaveLength(1);
});
