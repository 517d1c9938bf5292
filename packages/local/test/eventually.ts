import { expect } from 'vitest';

/** Waits for what is about to happen, long enough for a machine that is busy with other tests as well. */
export function eventually<T>(value: () => T) {
  return expect.poll(value, { timeout: 10_000, interval: 5 });
}
