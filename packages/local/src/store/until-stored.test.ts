import { expect, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import { StorageFull } from './storage-full.js';
import { storedIfPossible, untilStored } from './until-stored.js';

function failing(times: number) {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const abort = new AbortController();
  let attempts = 0;
  const stored = untilStored(
    'The end',
    () => {
      attempts += 1;
      if (attempts <= times) throw new Error('No room.');
      return 'done';
    },
    { clock, log: (line) => logged.push(line), signal: abort.signal },
  );
  return { clock, logged, abort, stored, attempts: () => attempts };
}

test('a write is tried again after growing waits, a minute at most, until it succeeds', async () => {
  const { clock, logged, stored, attempts } = failing(8);
  expect(attempts()).toBe(1);
  await clock.advance(5 * 60_000);
  await expect(stored).resolves.toBe('done');
  expect(logged).toEqual(
    [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => `The end: No room. It is tried again in ${seconds} s.`),
  );
});

test('whoever ends the waiting is told why', async () => {
  const { abort, stored } = failing(8);
  abort.abort(new Error('The server closes.'));
  await expect(stored).rejects.toThrow('The server closes.');
});

test('what may be left out is, but only for want of room', async () => {
  const failing = (error: Error) => () => Promise.reject(error);
  expect(await storedIfPossible(async () => 1)).toBe(1);
  expect(await storedIfPossible(failing(new StorageFull('/srv/pages.db', undefined)))).toBeUndefined();
  await expect(storedIfPossible(failing(new Error('Broken')))).rejects.toThrow('Broken');
});
