import type { MapLink } from '@trawl/client';
import { expect, test } from 'vitest';
import { collectLinks } from './links.js';
import { matchOf } from './ranking.js';

const BLOG = 'http://example.com/blog';

/** The links that are kept for a search, in their order. */
function kept(links: Iterable<MapLink>, search: string, max = 100): MapLink[] {
  const rules = { domainOf: undefined, ignoreQueryParameters: true, filterByPath: false };
  const collected = collectLinks(new URL('http://example.com/'), { ...rules, max, scoreOf: matchOf(search) });
  for (const link of links) collected.add(link);
  return collected.all();
}

test('puts the best matches first, and keeps the others', async () => {
  const links = [
    { url: 'http://example.com/' },
    { url: `${BLOG}/week-in-review` },
    { url: `${BLOG}/launch-week-iii-day-1` },
    { url: `${BLOG}/a`, title: 'Our launch week' },
    { url: `${BLOG}/b`, description: 'The launch.' },
  ];
  expect(kept(links, 'Launch week').map(({ url }) => url)).toEqual([
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
  expect(kept(links, 'документ')[0]).toEqual(links[1]);
  expect(kept([{ url: 'http://example.com/%E0%A4%A' }], 'x')).toHaveLength(1);
});

test('keeps the best of any number of links, wherever they come', () => {
  const isBest = (index: number) => index % 3_000 === 2_999;
  const links = Array.from({ length: 12_000 }, (_, index) => ({
    url: `http://example.com/${isBest(index) ? 'launch-' : ''}${index}`,
  }));
  const best = links.filter((_, index) => isBest(index));
  expect(kept(links, 'launch', 6)).toEqual([...best, links[0], links[1]]);
});
