import { describe, expect, it } from 'vitest';
import { pollPause, toleratesFailure } from './poll-pause.js';

describe('the pause before a poll', () => {
  it('is two seconds at first and grows to half a minute', () => {
    const pauses = Array.from({ length: 9 }, (_, polls) => pollPause(polls, 0, 0.5));
    expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000]);
  });

  it('varies by a quarter, so that many clients do not ask at one time', () => {
    expect(pollPause(0, 0, 0)).toBe(1500);
    expect(pollPause(0, 0, 1)).toBe(2500);
  });

  it('stays what the caller asks for, and doubles only while the server fails', () => {
    expect(pollPause(7, 0, 0.9, 250)).toBe(250);
    expect([1, 2, 3, 20].map((failures) => pollPause(7, failures, 0.9, 250))).toEqual([500, 1000, 2000, 30_000]);
    expect(pollPause(7, 3, 0.9, 60_000)).toBe(60_000);
    expect([0, 1, 2, 20].map((failures) => pollPause(7, failures, 0.9, 0))).toEqual([0, 500, 1000, 30_000]);
  });
});

describe('the patience of a wait', () => {
  it.each([
    ['a failure that may pass', { retryable: true }, 1, true],
    ['the ninth in a row', { retryable: true }, 9, true],
    ['the tenth in a row', { retryable: true }, 10, false],
    ['a failure that will not pass', { retryable: false }, 1, false],
    ['an error that does not say', {}, 1, false],
    ['a wait of ten minutes', { retryable: true, retryAfterMs: 600_000 }, 1, true],
    ['a wait of a day', { retryable: true, retryAfterMs: 86_400_000 }, 1, false],
  ])('with %s', (_, error, failures, expected) => {
    expect(toleratesFailure(error, failures)).toBe(expected);
  });
});
