import { expect, test } from 'vitest';
import { createSlots } from './slots.js';

const { signal } = new AbortController();

/** Takes slots in the given order of teams; `order` has those who got one. */
function queueFor(limits: Parameters<typeof createSlots>[1], teams: readonly string[]) {
  const slots = createSlots('test', limits);
  const order: string[] = [];
  const releases: (() => void)[] = [];
  for (const team of teams) {
    slots.acquire(team, signal).then(
      (release) => {
        order.push(team);
        releases.push(release);
      },
      () => {},
    );
  }
  const releaseNext = async () => {
    releases.shift()?.();
    await Promise.resolve();
  };
  return { slots, order, releaseNext };
}

test('teams that wait get a free slot in turns', async () => {
  const { order, releaseNext } = queueFor({ service: 1, team: 1 }, ['a', 'a', 'a', 'b', 'c', 'b']);
  await Promise.resolve();
  for (let count = 0; count < 5; count++) await releaseNext();
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('a team has no more than its limit, and leaves the rest to others', async () => {
  const { order, releaseNext } = queueFor({ service: 3, team: 2 }, ['a', 'a', 'a', 'b']);
  await Promise.resolve();
  expect(order).toEqual(['a', 'a', 'b']);
  await releaseNext();
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

test('whoever gives up waiting leaves its turn to the next', async () => {
  const { slots, order, releaseNext } = queueFor({ service: 1, team: 1 }, ['a']);
  const controller = new AbortController();
  const reason = new Error('Not needed any more.');
  const waiting = slots.acquire('a', controller.signal);
  const next = slots.acquire('b', signal).then(() => order.push('b'));
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await releaseNext();
  await next;
  expect(order).toEqual(['a', 'b']);
});
