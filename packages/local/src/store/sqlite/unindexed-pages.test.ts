import { createVirtualClock } from '@trawl/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import type { IndexedPage } from '../search-store.js';
import type { Stores } from '../stores.js';
import { openStores } from './open-stores.js';
import { openDatabase } from './sqlite.js';

function opened() {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const open = () => openStores(database, createVirtualClock());
  const countOf = (table: string) => database.get<{ rows: number }>(`select count(*) as rows from ${table}`)?.rows;
  return { open, countOf };
}

const pageOf = (number: number, text: string): IndexedPage => ({
  team: 'a',
  key: String(number),
  url: `http://a.example/${number}`,
  host: 'a.example',
  port: '',
  path: `/${number}`,
  extension: '',
  filetype: '',
  title: `Page ${number}`,
  description: '',
  text,
  digest: `${number} ${text}`,
  published: null,
  isArticle: false,
  imageUrl: null,
  seenAt: number,
  images: [],
});

async function found({ search }: Stores, word: string): Promise<string[]> {
  const words = { required: [], words: [[{ text: word }]], excluded: [] };
  const { pages } = await search.pages('a', { words, condition: undefined, newestFirst: false, limit: 1000 });
  return pages.map(({ url }) => url.slice('http://a.example/'.length)).sort();
}

test('words of pages are added to the index together, and a search finds all pages, also after a restart', async () => {
  const { open, countOf } = opened();
  const stores = open();
  for (let number = 0; number < 120; number++) await stores.search.put(pageOf(number, 'oak'));
  expect([countOf('search_words_a_docsize'), countOf('unindexed_pages')]).toEqual([100, 20]);
  expect(await found(open(), 'oak')).toHaveLength(120);
  expect([countOf('search_words_a_docsize'), countOf('unindexed_pages')]).toEqual([120, 0]);
});

test('long pages do not wait for others', async () => {
  const { open, countOf } = opened();
  const text = Array.from({ length: 200_000 }, (_, number) => ((number * 7_919) % 1_000_003).toString(36)).join(' ');
  await open().search.put(pageOf(1, text));
  expect(countOf('unindexed_pages')).toBe(0);
});

test('a page that was deleted or replaced is not found by its words of before, whether these were in the index or not', async () => {
  const { open } = opened();
  const stores = open();
  const { search } = stores;
  for (const number of [1, 2]) await search.put(pageOf(number, 'oak'));
  expect(await found(stores, 'oak')).toEqual(['1', '2']);
  for (const number of [3, 4, 5]) await search.put(pageOf(number, 'oak'));
  for (const number of [1, 3]) await search.put(pageOf(number, 'beech'));
  const seen = await search.seenPages('', 10);
  await search.forget(seen.filter(({ url }) => /\/[24]$/.test(url)));
  expect(await found(stores, 'oak')).toEqual(['5']);
  expect(await found(stores, 'beech')).toEqual(['1', '3']);
});
