import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SlotLimits, Slots } from './slots.js';

const { signal } = new AbortController();

/** Takes slots for teams, in this order; `order` has those who got one. */
function queueFor(limits: SlotLimits, teams: readonly string[]) {
  const slots = new Slots('test', limits, () => 0);
  const order: string[] = [];
  const releases: (() => void)[] = [];
  for (const team of teams) {
    slots.acquire({ team, job: team }, new AbortController().signal).then(
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

test('teams that wait get a slot in turns', async () => {
  const { order, releaseNext } = queueFor({ service: 1, team: 1, most: 1 }, ['a', 'a', 'a', 'b', 'b', 'c']);
  await Promise.resolve();
  for (let count = 0; count < 5; count++) await releaseNext();
  expect(order.slice(0, 3)).toEqual(['a', 'c', 'a']);
  expect(order.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'c']);
});

test('a team has no more than its limit, and leaves the rest to others', async () => {
  const { order, releaseNext } = queueFor({ service: 3, team: 2 }, ['a', 'a', 'a', 'b']);
  await Promise.resolve();
  expect(order).toEqual(['a', 'a', 'b']);
  await releaseNext();
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

test('a team without a slot gets one beyond those of the service', async () => {
  const { slots, order } = queueFor({ service: 2, team: 2, most: 3 }, ['a', 'a', 'a', 'b', 'b', 'c']);
  await Promise.resolve();
  expect(order).toEqual(['a', 'a', 'b']);
  expect([slots.takenCount, slots.waitingCount]).toEqual([3, 3]);
});

test('whoever gives up waiting leaves its turn to the next', async () => {
  const { slots, order, releaseNext } = queueFor({ service: 1, team: 1, most: 1 }, ['a']);
  const controller = new AbortController();
  const reason = new Error('Not needed any more.');
  const waiting = slots.acquire({ team: 'a', job: 'a' }, controller.signal);
  const next = slots.acquire({ team: 'b', job: 'b' }, signal).then(() => order.push('b'));
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(slots.acquire({ team: 'a', job: 'a' }, controller.signal)).rejects.toBe(reason);
  await releaseNext();
  await next;
  expect(order).toEqual(['a', 'b']);
});

test('a slot is given back once, however often that is said', async () => {
  const { slots } = queueFor({ service: 1, team: 1, most: 1 }, []);
  const release = await slots.acquire({ team: 'a', job: 'a' }, signal);
  release();
  release();
  expect(slots.takenCount).toBe(0);
});

describe('teams that hold their slots for ever', () => {
  test('do not keep another team from its first slot', async () => {
    const floods = fc.record({
      service: fc.integer({ min: 1, max: 20 }),
      // Which of ten teams asks for a slot.
      asked: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(floods, async ({ service, asked }) => {
        const { slots } = queueFor({ service, team: service }, asked.map(String));
        const other = { team: 'other', job: 'a' };
        for (let call = 0; call < 3; call++) (await slots.acquire(other, signal))();
      }),
    );
  });
});
