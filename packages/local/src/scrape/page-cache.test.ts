import { randomBytes } from 'node:crypto';
import { createVirtualClock } from '@trawl/base/clock';
import { afterEach, expect, test } from 'vitest';
import { pack } from '../base/compression.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import type { Copy } from './conversions.js';
import { createPageCache, type PageCache } from './page-cache.js';

const clock = createVirtualClock();
const database = openDatabase();
const stores = openStores(database, clock);
const TEAM = 'one';
const ANY = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

afterEach(() => database.execute('delete from cached_pages'));

const page = (text: string) => ({
  url: 'https://a.example/',
  status: 200,
  contentType: 'text/html' as string | undefined,
  fetchedAt: clock.now(),
  body: new TextEncoder().encode(text),
});

async function keep(cache: PageCache, key: string, { body, ...about }: ReturnType<typeof page>) {
  await cache.set(stores, { team: TEAM, key }, { ...about, body: await pack(body) });
}

test('a page comes back as it was', async () => {
  const cache = createPageCache(stores, clock);
  await keep(cache, 'a', page('hello'));
  const { readBody, ...found } = (await cache.get({ team: TEAM, key: 'a' }, ANY)) ?? {};
  const body = await readBody?.();
  expect({ ...found, body }).toEqual({ key: 'a', ...page('hello') });
  expect(body?.buffer.byteLength).toBe(5);
  expect(await cache.get({ team: TEAM, key: 'b' }, ANY)).toBeUndefined();
});

test('of two copies of a page, the first is found that has the age', async () => {
  const cache = createPageCache(stores, clock);
  const find = async (maxAge: number) =>
    (await cache.get({ team: TEAM, key: 'first' }, { minAge: 0, maxAge }, 'second'))?.key;
  await keep(cache, 'second', page('new'));
  expect(await find(1_000)).toBe('second');
  await keep(cache, 'first', { ...page('old'), fetchedAt: clock.now() - 1_000 });
  expect(await find(1_000)).toBe('second');
  expect(await find(1_001)).toBe('first');
});

test('a page is there for its team only', async () => {
  const cache = createPageCache(stores, clock);
  await keep(cache, 'a', page('of one'));
  expect(await cache.get({ team: 'two', key: 'a' }, ANY)).toBeUndefined();
  const { body, ...about } = page('of two');
  await cache.set(stores, { team: 'two', key: 'a' }, { ...about, body: await pack(body) });
  const text = async (team: string) => {
    const copy = await cache.get({ team, key: 'a' }, ANY);
    return new TextDecoder().decode(await copy?.readBody());
  };
  expect([await text(TEAM), await text('two')]).toEqual(['of one', 'of two']);
});

test('a page without a content type has none', async () => {
  const cache = createPageCache(stores, clock);
  await keep(cache, 'a', { ...page('x'), contentType: undefined });
  expect((await cache.get({ team: TEAM, key: 'a' }, ANY))?.contentType).toBeUndefined();
});

test('only a copy of the right age is found', async () => {
  const cache = createPageCache(stores, clock);
  await keep(cache, 'a', page('hello'));
  await clock.advance(1_000);
  expect(await cache.get({ team: TEAM, key: 'a' }, { minAge: 0, maxAge: 1_000 })).toBeUndefined();
  expect(await cache.get({ team: TEAM, key: 'a' }, { minAge: 0, maxAge: 1_001 })).toBeDefined();
  expect(await cache.get({ team: TEAM, key: 'a' }, { minAge: 1_000, maxAge: 2_000 })).toBeDefined();
  expect(await cache.get({ team: TEAM, key: 'a' }, { minAge: 1_001, maxAge: 2_000 })).toBeUndefined();
});

test('a newer copy takes the place of the older one', async () => {
  const cache = createPageCache(stores, clock);
  await keep(cache, 'a', page('old'));
  await clock.advance(1_000);
  await keep(cache, 'a', page('new'));
  const copy = await cache.get({ team: TEAM, key: 'a' }, { minAge: 0, maxAge: 1 });
  expect(new TextDecoder().decode(await copy?.readBody())).toBe('new');
});

test('a full cache evicts the oldest pages', async () => {
  const cache = createPageCache(stores, clock, { maxBytes: 10_000 });
  const noise = () => ({ ...page(''), body: new Uint8Array(randomBytes(2_900)) });
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await keep(cache, key, noise());
    await clock.advance(1);
  }
  const kept = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => cache.get({ team: TEAM, key }, ANY)));
  expect(kept.map((copy) => copy !== undefined)).toEqual([false, false, false, true, true, true]);
  const again = createPageCache(stores, clock, { maxBytes: 10_000 });
  await keep(again, 'g', noise());
  await keep(again, 'h', noise());
  expect(await again.get({ team: TEAM, key: 'd' }, ANY)).toBeUndefined();
  expect(await again.get({ team: TEAM, key: 'h' }, ANY)).toBeDefined();
});

test('a page that is replaced or evicted loses its conversions', async () => {
  const cache = createPageCache(stores, clock, { maxBytes: 10_000 });
  const conversion = { document: { markdown: 'hello' }, metadata: {}, links: [], isEmptyShell: false, warnings: [] };
  const isConverted = (copy: Copy) => cache.conversions.get(copy, {}) !== undefined;
  const copies = ['a', 'b'].map((key) => ({ team: TEAM, key, fetchedAt: clock.now() }));
  for (const copy of copies) {
    await keep(cache, copy.key, page('hello'));
    cache.conversions.add(copy, {}, conversion);
  }
  expect(copies.map(isConverted)).toEqual([true, true]);
  await keep(cache, 'a', page('hello again'));
  expect(copies.map(isConverted)).toEqual([false, true]);
  await clock.advance(1);
  await keep(cache, 'c', { ...page(''), body: new Uint8Array(randomBytes(9_999)) });
  expect(copies.map(isConverted)).toEqual([false, false]);
});
