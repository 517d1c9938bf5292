import { expect, test } from 'vitest';
import { inGroups } from './in-groups.js';

function numbers(isWrong = (_: readonly number[]) => false) {
  const groups: (readonly number[])[] = [];
  const double = inGroups({ mostItems: 3 }, async (items: readonly number[]) => {
    groups.push(items);
    await Promise.resolve();
    if (isWrong(items)) throw new Error(`${items}`);
    return items.map((item) => (item === 7 ? { error: new Error('seven') } : { result: item * 2 }));
  });
  return { groups, double };
}

test('those who call at once are a group, which is not larger than it may be, and so are those who call meanwhile', async () => {
  const { groups, double } = numbers();
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(await double(6)).toBe(12);
});

test('what is wrong with one item is no fault of the others', async () => {
  const { groups, double } = numbers((items) => items.includes(3));
  const outcomes = await Promise.allSettled([1, 2, 3, 7].map(double));
  expect(outcomes).toMatchObject([
    { value: 2 },
    { value: 4 },
    { reason: new Error('3') },
    { reason: new Error('seven') },
  ]);
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3], [7]]);
});

test('a group waits for others until it has enough items, or until its patience has ended', async () => {
  const groups: (readonly number[])[] = [];
  const add = inGroups(
    { mostItems: 3, patienceFor: (first: number) => ({ enough: 2, milliseconds: first === 1 ? 60_000 : 1 }) },
    async (items) => {
      groups.push(items);
      return items.map((item) => ({ result: item }));
    },
  );
  const first = add(1);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(groups).toEqual([]);
  await Promise.all([first, add(2)]);
  await add(3);
  expect(groups).toEqual([[1, 2], [3]]);
});
