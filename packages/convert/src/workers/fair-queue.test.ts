import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

test('groups take turns, and keep the order within', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item);
  queue.push('b', 'b1');
  queue.push('c', 'c1');
  queue.push('c', 'c2');
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
});

test('a group that comes back waits for its turn again', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('b', 'b1');
  expect(queue.shift()).toBe('a1');
  queue.push('a', 'a2');
  expect(drained(queue)).toEqual(['b1', 'a2']);
});

test('what is taken out is gone, and counted so', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('a', 'a2');
  queue.push('b', 'b1');
  expect([queue.remove('a1'), queue.remove('b1'), queue.remove('b1')]).toEqual([true, true, false]);
  expect(queue.size).toBe(1);
  expect(drained(queue)).toEqual(['a2']);
  expect(queue.size).toBe(0);
});
