import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { createRequestSpacing } from './request-spacing.js';

const GAP_MS = 1_000;
const { signal } = new AbortController();

test('spaces the requests to one site, and lets those to another pass at once', async () => {
  const clock = createVirtualClock();
  const spacing = createRequestSpacing(clock);
  const order: string[] = [];
  const waits = ['a', 'a', 'b', 'a'].map(async (site, index) => {
    await spacing.wait(site, GAP_MS, signal);
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

test('who would wait too long is told at once, and takes no turn of others', async () => {
  const clock = createVirtualClock();
  const spacing = createRequestSpacing(clock);
  const patient = () => spacing.wait('a', GAP_MS, signal, 2 * GAP_MS);
  const turns = Promise.all(Array.from({ length: 100 }, patient));
  await clock.advance(2 * GAP_MS);
  expect((await turns).filter((isTurn) => isTurn)).toHaveLength(3);
  const next = patient();
  await clock.advance(GAP_MS);
  expect(await next).toBe(true);
});

test('a clock that is set back prolongs no wait', async () => {
  const clock = createVirtualClock();
  let backMs = 0;
  const spacing = createRequestSpacing({ now: () => clock.now() - backMs, sleep: clock.sleep });
  await spacing.wait('a', GAP_MS, signal);
  backMs = 60 * 60_000;
  let isTurn = false;
  const turn = spacing.wait('a', GAP_MS, signal).then(() => {
    isTurn = true;
  });
  await clock.advance(GAP_MS);
  expect(isTurn).toBe(true);
  await turn;
});
