import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { StorageFull } from '../store/storage-full.js';
import { StorageRetry } from './storage-retry.js';

const full = new StorageFull('/srv/pages.db', undefined);

/** A write that fails so often. */
function failing(times: number, error: Error = full) {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const abort = new AbortController();
  const log = (line: string) => logged.push(line);
  const retry = new StorageRetry({ name: 'The end', clock, log, signal: abort.signal });
  let attempts = 0;
  const stored = retry.store(async () => {
    attempts += 1;
    if (attempts <= times) throw error;
    return 'done';
  });
  return { clock, logged, abort, stored, attempts: () => attempts };
}

test('a write is tried again after growing waits, a minute at most, until it succeeds', async () => {
  const { clock, logged, stored, attempts } = failing(8);
  await clock.advance(0);
  expect(attempts()).toBe(1);
  await clock.advance(5 * 60_000);
  await expect(stored).resolves.toBe('done');
  expect(logged).toEqual(
    [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => `The end: ${full.message} It is tried again in ${seconds} s.`),
  );
});

test('whoever ends the waiting is told why', async () => {
  const { abort, stored } = failing(8);
  abort.abort(new Error('The server closes.'));
  await expect(stored).rejects.toThrow('The server closes.');
});

test('a write that fails for another reason is not tried again', async () => {
  const { stored, logged } = failing(8, new Error('Broken.'));
  await expect(stored).rejects.toThrow('Broken.');
  expect(logged).toEqual([]);
});
