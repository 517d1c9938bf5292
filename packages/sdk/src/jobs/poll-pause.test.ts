import { describe, expect, it } from 'vitest';
import { AbortedError, TrawlError } from '../errors/index.js';
import type { ErrorFields } from '../errors/trawl-error.js';
import { type PollState, pollPause, toleratesFailure } from './poll-pause.js';

const fresh: PollState = { polls: 4, idle: 0, failures: 0, isComplete: false };
const at = (failures: number): PollState => ({ ...fresh, idle: 7, failures });

describe('the pause before a poll', () => {
  it('is half a second at first and grows to two seconds with the age of the job', () => {
    const pauses = Array.from({ length: 6 }, (_, polls) => pollPause({ ...fresh, polls }, 0.5));
    expect(pauses).toEqual([500, 750, 1125, 1687.5, 2000, 2000]);
  });

  it('grows from two seconds to half a minute while nothing comes', () => {
    const pauses = Array.from({ length: 9 }, (_, idle) => pollPause({ ...fresh, idle }, 0.5));
    expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000]);
  });

  it('stays two seconds for a minute when nothing of the job is missing, and grows after that', () => {
    const pauses = [0, 29, 30, 31, 32, 60].map((idle) => pollPause({ ...fresh, idle, isComplete: true }, 0.5));
    expect(pauses).toEqual([2000, 2000, 2000, 3000, 4500, 30_000]);
  });

  it('grows while polls fail, even when nothing of the job is missing', () => {
    const pauses = [1, 2, 3].map((failures) => pollPause({ ...fresh, failures, isComplete: true }, 0.5));
    expect(pauses).toEqual([3000, 4500, 6750]);
  });

  it('varies by a quarter, so that many clients do not ask at one time', () => {
    expect(pollPause(fresh, 0)).toBe(1500);
    expect(pollPause(fresh, 1)).toBe(2500);
  });

  it('stays what the caller asks for, and doubles only while the server fails', () => {
    expect(pollPause(at(0), 0.9, 250)).toBe(250);
    expect([1, 2, 3, 20].map((failures) => pollPause(at(failures), 0.9, 250))).toEqual([500, 1000, 2000, 30_000]);
    expect(pollPause(at(3), 0.9, 60_000)).toBe(60_000);
    expect([0, 1, 2, 20].map((failures) => pollPause(at(failures), 0.9, 0))).toEqual([0, 500, 1000, 30_000]);
  });
});

describe('the patience of a wait', () => {
  it.each<[string, ErrorFields, number, boolean]>([
    ['a failure that may pass', { retryable: true }, 1, true],
    ['the ninth in a row', { retryable: true }, 9, true],
    ['the tenth in a row', { retryable: true }, 10, false],
    ['a failure that will not pass', { retryable: false }, 1, false],
    ['an error that does not say', {}, 1, false],
    ['an answer that is none of the API', { status: 200 }, 1, true],
    ['the tenth of those in a row', { status: 200 }, 10, false],
    ['a wait of ten minutes', { retryable: true, retryAfterMs: 600_000 }, 1, true],
    ['a wait of a day', { retryable: true, retryAfterMs: 86_400_000 }, 1, false],
  ])('with %s', (_, fields, failures, expected) => {
    expect(toleratesFailure(new TrawlError('It failed.', fields), failures)).toBe(expected);
  });

  it('ends with an abort, whatever was answered before it', () => {
    expect(toleratesFailure(new AbortedError('It was aborted.', { status: 502 }), 1)).toBe(false);
  });
});
