import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { openDatabase } from '../store/sqlite.js';
import { createPageCache } from './cache.js';

const clock = createVirtualClock();
const database = openDatabase();
const ANY = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

afterEach(() => database.execute('delete from cached_pages'));

const page = (text: string) => ({
  url: 'https://a.example/',
  status: 200,
  contentType: 'text/html',
  body: new TextEncoder().encode(text),
});

test('a page comes back as it was', async () => {
  const cache = createPageCache(database, clock);
  cache.set('a', await cache.pack(page('hello')));
  const found = cache.get('a', ANY);
  expect(found).toEqual({ ...page('hello'), fetchedAt: clock.now() });
  expect(found?.body.buffer.byteLength).toBe(5);
  expect(cache.get('b', ANY)).toBeUndefined();
});

test('a page without a content type has none', async () => {
  const cache = createPageCache(database, clock);
  cache.set('a', await cache.pack({ ...page('x'), contentType: undefined }));
  expect(cache.get('a', ANY)?.contentType).toBeUndefined();
});

test('only a copy of the right age is found', async () => {
  const cache = createPageCache(database, clock);
  cache.set('a', await cache.pack(page('hello')));
  await clock.advance(1_000);
  expect(cache.get('a', { minAge: 0, maxAge: 1_000 })).toBeUndefined();
  expect(cache.get('a', { minAge: 0, maxAge: 1_001 })).toBeDefined();
  expect(cache.get('a', { minAge: 1_000, maxAge: 2_000 })).toBeDefined();
  expect(cache.get('a', { minAge: 1_001, maxAge: 2_000 })).toBeUndefined();
});

test('a newer copy takes the place of the older one', async () => {
  const cache = createPageCache(database, clock);
  cache.set('a', await cache.pack(page('old')));
  await clock.advance(1_000);
  cache.set('a', await cache.pack(page('new')));
  expect(new TextDecoder().decode(cache.get('a', { minAge: 0, maxAge: 1 })?.body)).toBe('new');
});

test('the oldest pages make room when the cache is full', async () => {
  const cache = createPageCache(database, clock, 10_000);
  const noise = () => ({ ...page(''), body: randomBytes(2_900) });
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    cache.set(key, await cache.pack(noise()));
    await clock.advance(1);
  }
  const kept = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.get(key, ANY));
  expect(kept).toEqual(['d', 'e', 'f']);
  const again = createPageCache(database, clock, 10_000);
  again.set('g', await again.pack(noise()));
  again.set('h', await again.pack(noise()));
  expect(again.get('d', ANY)).toBeUndefined();
  expect(again.get('h', ANY)).toBeDefined();
});
