import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilForExtras, withDeadline } from './deadline.js';

const late = () => new Error('late');

test('returns the result of work in time', async () => {
  expect(await withDeadline(1_000, late, undefined, async () => 'done')).toBe('done');
});

test('a deadline beyond what a timer can wait does not end at once', async () => {
  const work = (signal: AbortSignal) => setTimeout(20, 'done', { signal });
  expect(await withDeadline(2 ** 31, late, undefined, work)).toBe('done');
});

test('ends work that takes longer', async () => {
  const work = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  await expect(withDeadline(10, late, undefined, work)).rejects.toThrow('late');
});

test('rejects work that ended late because the thread was busy', async () => {
  const busy = async () => {
    const started = performance.now();
    while (performance.now() - started < 30);
    return 'done';
  };
  await expect(withDeadline(10, late, undefined, busy)).rejects.toThrow('late');
});

test('rejects with the reason of a signal that has aborted before', async () => {
  const given = AbortSignal.abort(new Error('given up'));
  await expect(withDeadline(10, late, given, async () => 'done')).rejects.toThrow('given up');
});

test.each([
  ['a part of the time where there is little', 5_000, 4_000],
  ['two seconds where there is more', 60_000, 58_000],
])('extras leave %s', (_, timeoutMs, expected) => {
  expect(untilForExtras(1_000, timeoutMs)).toBe(1_000 + expected);
});
