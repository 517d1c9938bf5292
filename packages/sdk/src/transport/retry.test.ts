import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRetry, type Failure, isRetryable, mayHaveStarted, type RetryState } from './retry.js';

const fresh: RetryState = { retries: 0, maxRetries: 2, remainingMs: 600_000, affordable: true, random: 0.5 };
const passing: Failure = { status: 503, retryable: true };
const continuing: Failure = { status: 408, retryable: true, details: { state: 'processing_continues' } };

describe('which statuses are tried again', () => {
  it.each([408, 429, 500, 502, 503, 504])('%i is', (status) => expect(isRetryable(status)).toBe(true));
  it.each([200, 301, 400, 401, 402, 403, 404, 409, 410, 413, 422, 501])('%i is not', (status) => {
    expect(isRetryable(status)).toBe(false);
  });
});

describe('which statuses leave open whether the server began', () => {
  it.each([408, 500, 501, 502, 504])('%i does', (status) => expect(mayHaveStarted(status)).toBe(true));
  it.each([200, 307, 400, 401, 404, 409, 429, 503])('%i does not', (status) => {
    expect(mayHaveStarted(status)).toBe(false);
  });
});

describe('decide', () => {
  it('waits by chance when the server does not say how long', () => {
    expect(decideRetry(passing, fresh)).toEqual({ waitMs: 250, counts: true });
    expect(decideRetry(passing, { ...fresh, retries: 1 })).toEqual({ waitMs: 500, counts: true });
  });

  it('waits as long as the server says', () => {
    expect(decideRetry({ ...passing, retryAfterMs: 60_000 }, fresh)).toEqual({ waitMs: 60_000, counts: true });
  });

  it.each<[string, Failure, Partial<RetryState>]>([
    ['the error is not one that passes', { status: 404 }, {}],
    ['the call may have been carried out', { ...passing, possiblyStarted: true }, {}],
    ['the retries are used up', passing, { retries: 2 }],
    ['there are to be none', passing, { maxRetries: 0 }],
    ['the wait is longer than a minute', { ...passing, retryAfterMs: 60_001 }, {}],
    ['the wait is longer than the time left', { ...passing, retryAfterMs: 5000 }, { remainingMs: 4999 }],
    ['the wait takes all of the time left', { ...passing, retryAfterMs: 5000 }, { remainingMs: 5000 }],
    ['the budget is used up', passing, { affordable: false }],
  ])('gives up when %s', (_, failure, state) => {
    expect(decideRetry(failure, { ...fresh, ...state })).toBeUndefined();
  });

  describe('of a scrape that continues', () => {
    it('goes on without counting, whatever the retries and the budget', () => {
      const used = { ...fresh, retries: 2, affordable: false };
      expect(decideRetry({ ...continuing, retryAfterMs: 90_000 }, used)).toEqual({ waitMs: 90_000, counts: false });
    });

    it('ends with the total time', () => {
      expect(decideRetry({ ...continuing, retryAfterMs: 90_000 }, { ...fresh, remainingMs: 90_000 })).toBeUndefined();
    });

    it('never asks in a tight loop', () => {
      expect(decideRetry({ ...continuing, retryAfterMs: 0 }, fresh)?.waitMs).toBe(500);
    });

    it('is not taken for one that merely timed out', () => {
      expect(decideRetry({ ...continuing, details: { state: 'gone' } }, { ...fresh, maxRetries: 0 })).toBeUndefined();
      expect(decideRetry({ ...continuing, status: 500 }, { ...fresh, maxRetries: 0 })).toBeUndefined();
    });
  });

  it('never waits past the total time, over a minute or more often than allowed, and never repeats what may have started', () => {
    const failures = fc.record({
      status: fc.constantFrom(400, 408, 429, 500, 503),
      retryable: fc.boolean(),
      possiblyStarted: fc.boolean(),
      retryAfterMs: fc.option(fc.nat(200_000), { nil: undefined }),
    });
    const states = fc.record({
      retries: fc.nat(5),
      maxRetries: fc.nat(5),
      remainingMs: fc.integer({ min: -10, max: 600_000 }),
      affordable: fc.boolean(),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(failures, states, ({ retryAfterMs, ...failure }, state) => {
        const repeat = decideRetry({ ...failure, ...(retryAfterMs !== undefined && { retryAfterMs }) }, state);
        if (!repeat) return;
        expect(failure.retryable && !failure.possiblyStarted && state.affordable).toBe(true);
        expect(state.retries).toBeLessThan(state.maxRetries);
        expect(repeat.waitMs).toBeLessThan(state.remainingMs);
        expect(repeat.waitMs).toBeLessThanOrEqual(60_000);
        if (retryAfterMs !== undefined) expect(repeat.waitMs).toBe(retryAfterMs);
      }),
    );
  });
});
