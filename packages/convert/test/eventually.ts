import { expect } from 'vitest';

/** Polls a value, long enough for a machine that is busy with other tests. */
export function eventually<T>(value: () => T) {
  return expect.poll(value, { timeout: 10_000, interval: 5 });
}
