import { expect, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { createTurns } from './turns.js';

const GAP_MS = 1_000;
const { signal } = new AbortController();

test('a site is asked for one page after the other, and another one at once', async () => {
  const clock = createVirtualClock();
  const turns = createTurns(clock);
  const order: string[] = [];
  const waits = ['a', 'a', 'b', 'a'].map(async (site, index) => {
    await turns.wait(site, GAP_MS, signal);
    order.push(`${site}${index}`);
  });
  await clock.advance(0);
  expect(order).toEqual(['a0', 'b2']);
  await clock.advance(GAP_MS);
  expect(order).toEqual(['a0', 'b2', 'a1']);
  await clock.advance(GAP_MS);
  await Promise.all(waits);
  expect(order.at(-1)).toBe('a3');
});

test('a clock that is put back makes nobody wait for longer', async () => {
  const clock = createVirtualClock();
  let backMs = 0;
  const turns = createTurns({ now: () => clock.now() - backMs, sleep: clock.sleep });
  await turns.wait('a', GAP_MS, signal);
  backMs = 60 * 60_000;
  let isTurn = false;
  const turn = turns.wait('a', GAP_MS, signal).then(() => {
    isTurn = true;
  });
  await clock.advance(GAP_MS);
  expect(isTurn).toBe(true);
  await turn;
});
