import { expect, test } from 'vitest';
import { withDeadline } from './deadline.js';

const late = () => new Error('late');

test('work in time is what it is', async () => {
  expect(await withDeadline(1_000, late, undefined, async () => 'done')).toBe('done');
});

test('ends work that takes longer', async () => {
  const work = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  await expect(withDeadline(10, late, undefined, work)).rejects.toThrow('late');
});

test('work that came late because the thread was busy is late', async () => {
  const busy = async () => {
    const started = performance.now();
    while (performance.now() - started < 30);
    return 'done';
  };
  await expect(withDeadline(10, late, undefined, busy)).rejects.toThrow('late');
});

test('who gave up before is told so', async () => {
  const given = AbortSignal.abort(new Error('given up'));
  await expect(withDeadline(10, late, given, async () => 'done')).rejects.toThrow('given up');
});
