import { expect, it } from 'vitest';
import { packed, type SearchEntry, unpacked } from '../search-entry.js';
import { rank } from './rank.js';

const field = (name: string, title: string): SearchEntry => [
  'field',
  name,
  `in the request of: ${title}`,
  'A list.',
  `#${title}=${name}`,
];
const entries: SearchEntry[] = [
  field('scrapeOptions.formats', 'Search'),
  field('formats', 'Scrape'),
  ['section', 'Formats', 'Values at a glance', '', '#/section/values-at-a-glance/formats'],
  [
    'call',
    'Scrape one URL',
    'POST /v2/scrape',
    'Reads one URL and returns its content in the formats asked for.',
    '#/scrape',
  ],
];
const names = (query: string) => rank(entries, query).map(([, name]) => name);

it('puts what has the name first, the shallower before the deeper, and what only speaks of it last', () => {
  expect(names('formats')).toEqual(['Formats', 'formats', 'scrapeOptions.formats', 'Scrape one URL']);
});

it('wants every word', () => {
  expect(names('formats search')).toEqual(['scrapeOptions.formats']);
  expect(names('nothing')).toEqual([]);
});

it('shows a field that many calls share three times', () => {
  const many = Array.from({ length: 9 }, (_, index) => field('formats', `Call ${index}`));
  expect(rank(many, 'formats')).toHaveLength(3);
});

it('packs entries without a loss', () => {
  expect(unpacked(packed(entries))).toEqual(entries);
});
