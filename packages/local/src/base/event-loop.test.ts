import { expect, test } from 'vitest';
import { busyWatch, inTurns, nextTurn, TurnBudget } from './event-loop.js';

/** Holds the thread. */
function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('an event loop is busy when it worked most of the time since it was asked last', async () => {
  const isBusy = busyWatch();
  spin(30);
  expect(isBusy()).toBe(true);
  // Between two looks it waits, which other programs of a busy machine may hide for a while.
  await expect.poll(isBusy, { interval: 100 }).toBe(false);
});

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

test('work that waits is done for one item after the other', async () => {
  const order: string[] = [];
  await inTurns(['a', 'b'], async (item) => {
    order.push(item);
    await nextTurn();
    order.push(`after ${item}`);
  });
  expect(order).toEqual(['a', 'after a', 'b', 'after b']);
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

test('work beyond the budget of a turn begins in later turns, in its order', async () => {
  const budget = new TurnBudget(5);
  const order: number[] = [];
  const worksByTurn = new Map<number, number>();
  let turn = 0;
  let isCounting = true;
  function countTurns(): void {
    turn++;
    if (isCounting) setImmediate(countTurns);
  }
  countTurns();
  // They come in events of their own, like requests, and in the same turn.
  const works = Array.from({ length: 20 }, async (_, index) => {
    await nextTurn();
    await budget.wait();
    spin(2);
    order.push(index);
    worksByTurn.set(turn, (worksByTurn.get(turn) ?? 0) + 1);
  });
  await Promise.all(works);
  isCounting = false;

  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  // Two that end within five milliseconds, and the one that is under way then.
  expect(Math.max(...worksByTurn.values())).toBeLessThanOrEqual(3);
});

test('work within the budget of a turn begins in that turn', async () => {
  const budget = new TurnBudget(10_000);
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  await Promise.all([budget.wait(), budget.wait()]);
  expect(hasTurned).toBe(false);
});
