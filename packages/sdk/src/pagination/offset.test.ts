import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConfigurationError } from '../errors/index.js';
import { byOffset } from './offset.js';
import { Paginated } from './paginated.js';

const walk = <T>(fetchItems: (offset: number) => Promise<readonly T[]>): Paginated<T> =>
  new Paginated({ operation: 'listMonitors', fetchPage: byOffset(fetchItems) });

it('goes on past a short page and ends at an empty one', async () => {
  const offsets: number[] = [];
  const pages: Record<number, string[]> = { 0: ['a', 'b', 'c'], 3: ['d'], 4: ['e', 'f'] };
  const items = walk(async (offset) => {
    offsets.push(offset);
    return pages[offset] ?? [];
  });
  await expect(items).resolves.toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(offsets).toEqual([0, 3, 4, 6]);
});

it('ends when the server ignores the offset and sends the same page again', async () => {
  await expect(walk(async () => [{ id: 1 }, { id: 2 }])).resolves.toEqual([{ id: 1 }, { id: 2 }]);
});

it('ends there even when the items of that page have changed in the meantime', async () => {
  let checks = 0;
  const items = await walk(async () => [{ id: 'm', checks: ++checks }]);
  expect(items).toEqual([{ id: 'm', checks: 1 }]);
});

it.each(['abc', '-1', ''])('begins at no cursor such as %j', async (cursor) => {
  const offsets: number[] = [];
  const fetchPage = byOffset(async (offset) => {
    offsets.push(offset);
    return [];
  });
  const items = new Paginated({ operation: 'listMonitors', fetchPage, cursor });
  const refusal = new ConfigurationError(`cursor must be a number from 0 up, not ${cursor}.`);
  if (cursor) await expect(items).rejects.toThrow(refusal);
  else await expect(items).resolves.toEqual([]);
  expect(offsets).toEqual(cursor ? [] : [0]);
});

it('lets two walks over one listing pass each other', async () => {
  const items = walk(async (offset) => (offset < 4 ? [offset, offset + 1] : []));
  const [one, other] = [items[Symbol.asyncIterator](), items[Symbol.asyncIterator]()];
  const seen: unknown[][] = [[], []];
  for (let turn = 0; turn < 5; turn++) {
    seen[0]?.push((await one.next()).value);
    seen[1]?.push((await other.next()).value);
  }
  expect(seen).toEqual([
    [0, 1, 2, 3, undefined],
    [0, 1, 2, 3, undefined],
  ]);
});

it('gives each item once and in order however the server cuts its pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.infiniteStream(fc.integer({ min: 1, max: 25 })), async (total, cuts) => {
      const all = Array.from({ length: total }, (_, id) => id);
      const items = walk(async (offset) => all.slice(offset, offset + (cuts.next().value ?? 1)));
      expect(await items).toEqual(all);
    }),
  );
});
