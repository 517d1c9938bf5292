import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/index.js';
import { limitsOf } from './limits.js';

describe('the limits of a call', () => {
  it('are its own, else the client’s, else ours', () => {
    const limits = limitsOf({ maxRetries: 0, timeoutMs: undefined }, limitsOf({ timeoutMs: 5000, maxRetries: 9 }));
    expect(limits).toEqual({ timeoutMs: 5000, totalTimeoutMs: 600_000, maxRetries: 0, maxResponseBytes: 100_000_000 });
  });

  it('never cut an attempt shorter than the time the request allows the server', () => {
    expect(limitsOf({ timeoutMs: 1000, serverTimeoutMs: 300_000 }).timeoutMs).toBe(305_000);
    expect(limitsOf({ timeoutMs: 90_000, serverTimeoutMs: 1000 }).timeoutMs).toBe(90_000);
  });

  it('may be endless', () => {
    expect(limitsOf({ totalTimeoutMs: Infinity }).totalTimeoutMs).toBe(Infinity);
  });

  it.each([
    [-1, 'at least 0, not -1.'],
    [Number.NaN, 'at least 0, not NaN.'],
    ['soon', 'a number, not "soon".'],
    ['100', 'a number, not "100".'],
  ])('cannot be %s, and the error names the option', (value, words) => {
    for (const option of ['timeoutMs', 'totalTimeoutMs', 'maxRetries', 'maxResponseBytes']) {
      const limits = () => limitsOf({ [option]: value });
      expect(limits).toThrow(new ConfigurationError(`${option} must be ${words}`));
    }
  });
});
