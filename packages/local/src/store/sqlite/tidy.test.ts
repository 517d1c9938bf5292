import { createVirtualClock } from '@trawl/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import { openStores } from './open-stores.js';
import { openDatabase } from './sqlite.js';

function opened() {
  const database = openDatabase();
  onTestFinished(() => database.close());
  return { database, stores: openStores(database, createVirtualClock()) };
}

function pageOf(id: number) {
  const url = { url: `https://a.example/${id}`, host: 'a.example', port: '', path: `/${id}`, extension: '' };
  const about = { filetype: 'html', title: '', description: '', digest: `${id}`, published: null, isArticle: false };
  // Words of its own, as most words of real pages are rare.
  const text = Array.from({ length: 200 }, (_, word) => ((id * 200 + word) * 7919 + 1e6).toString(36)).join(' ');
  return { team: 'a', key: `${id}`, ...url, ...about, text, imageUrl: null, seenAt: id, images: [] };
}

test('words of deleted pages leave the index, and those of other pages are found', async () => {
  const { stores } = opened();
  const empty = await stores.retention.usedBytes();
  const ids = Array.from({ length: 100 }, (_, index) => index + 1);
  await stores.transaction(async ({ search }) => {
    for (const id of ids) await search.put(pageOf(id));
  });
  await stores.search.forget(ids.slice(1).map((id) => ({ id, team: 'a' })));
  const before = await stores.retention.usedBytes();
  await stores.retention.tidy();
  expect((await stores.retention.usedBytes()) - empty).toBeLessThan((before - empty) / 3);
  const words = { required: [], words: [[{ text: String(pageOf(1).text.split(' ')[0]) }]], excluded: [] };
  const { pages } = await stores.search.pages('a', { words, condition: undefined, newestFirst: false, limit: 5 });
  expect(pages.map(({ url }) => url)).toEqual(['https://a.example/1']);
});

test('the room of deleted data leaves the file, except for what the next data needs', async () => {
  const { database, stores } = opened();
  const pages = () => database.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
  const empty = pages();
  database.run("insert into recordings values ('large', '{}', zeroblob(40000000))");
  database.run('delete from recordings');
  await stores.retention.tidy();
  expect((pages() - empty) * 4096).toBeLessThan(20_000_000);
});
