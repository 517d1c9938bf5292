import { expect, test } from 'vitest';
import { resultPatience } from './result-patience.js';

test('a result of a busy process waits for half of the tasks in hand, and for half of its own time at most', () => {
  expect(resultPatience({ inHand: 100, tookMs: 500, isBusy: true })).toEqual({ enough: 20, milliseconds: 250 });
  expect(resultPatience({ inHand: 10, tookMs: 50, isBusy: true })).toEqual({ enough: 5, milliseconds: 25 });
});

test('none waits long, none of a few tasks waits for others, and none waits in a process with time to spare', () => {
  expect(resultPatience({ inHand: 100, tookMs: 60_000, isBusy: true }).milliseconds).toBeLessThan(1_000);
  expect(resultPatience({ inHand: 3, tookMs: 500, isBusy: true }).enough).toBe(1);
  expect(resultPatience({ inHand: 100, tookMs: 500, isBusy: false }).milliseconds).toBe(0);
});
