import { expect, test } from 'vitest';
import { inTurns } from './event-loop.js';

/** Holds the thread. */
function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('work for many items is done in their order, and others have their turn in between', async () => {
  const order: string[] = [];
  const work = inTurns(['a', 'b', 'c'], (item) => {
    spin(25);
    order.push(item);
    setImmediate(() => order.push(`after ${item}`));
  });
  expect(order).toEqual(['a']);
  await work;
  expect(order).toEqual(['a', 'after a', 'b', 'after b', 'c', 'after c']);
});

test('work that takes no time is done in one turn', async () => {
  const done: number[] = [];
  const work = inTurns([1, 2, 3], (item) => done.push(item));
  expect(done).toEqual([1, 2, 3]);
  await work;
});

test('work that is given up ends with the reason', async () => {
  const controller = new AbortController();
  const reason = new Error('Not needed any more.');
  const done: number[] = [];
  const work = inTurns(
    [1, 2],
    (item) => {
      spin(25);
      done.push(item);
      controller.abort(reason);
    },
    controller.signal,
  );
  await expect(work).rejects.toBe(reason);
  expect(done).toEqual([1]);
});
