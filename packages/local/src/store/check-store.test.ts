import { createVirtualClock } from '@trawl/base/clock';
import type { MonitorCheckPage } from '@trawl/client';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';

onEachDatabase((database) => {
  async function check() {
    const { checks } = (await database.emptyStores(createVirtualClock())).stores;
    const { id } = await checks.create('monitor', { trigger: 'manual', scheduledFor: null, estimatedCredits: 1 });
    const add = (url: string, error = '') =>
      checks.addPage(id, { id: url, url, status: 'error', error } as MonitorCheckPage);
    const urls = async (skip: number, limit: number) => {
      const { pages, more } = await checks.pages(id, { skip, limit });
      return [pages.map(({ url }) => url), more];
    };
    return { add, urls };
  }

  test('the pages of a check come some at a time', async () => {
    const { add, urls } = await check();
    for (const url of ['a', 'b', 'c']) await add(url);
    expect(await urls(0, 2)).toEqual([['a', 'b'], true]);
    expect(await urls(2, 2)).toEqual([['c'], false]);
  });

  test('large pages of a check come as many as fit into an answer, and at least one', async () => {
    const { add, urls } = await check();
    const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);
    await add('a', megabytes(4));
    await add('b', megabytes(5));
    await add('c', megabytes(11));
    await add('d');
    expect(await urls(0, 100)).toEqual([['a', 'b'], true]);
    expect(await urls(2, 100)).toEqual([['c'], true]);
    expect(await urls(3, 100)).toEqual([['d'], false]);
  });

  test('a check that was deleted with its monitor gets no pages and no changes', async () => {
    const { checks } = (await database.emptyStores(createVirtualClock())).stores;
    const { id } = await checks.create('monitor', { trigger: 'manual', scheduledFor: null, estimatedCredits: 1 });
    await checks.forget('monitor');
    expect(await checks.addPage(id, { url: 'a', status: 'new' })).toBe(false);
    expect(await checks.update(id, { status: 'completed' })).toBeUndefined();
    expect((await checks.summary(id)).totalPages).toBe(0);
  });
});
