import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.js';

const { signal } = new AbortController();

test('only the given number hold a permit at once, and a released permit goes to the next in the queue', async () => {
  const permits = createSemaphore(2);
  const order: string[] = [];
  const [first, second] = [await permits.acquire(signal), await permits.acquire(signal)];
  const third = permits.acquire(signal).then((release) => {
    order.push('third');
    return release;
  });
  const fourth = permits.acquire(signal).then(() => order.push('fourth'));
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  (await third)();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  second();
  await permits.acquire(signal);
});

test('a caller that aborts takes no permit', async () => {
  const permits = createSemaphore(1);
  const release = await permits.acquire(signal);
  const controller = new AbortController();
  const impatient = permits.acquire(controller.signal);
  const patient = permits.acquire(signal);
  controller.abort(new Error('Not any more.'));
  await expect(impatient).rejects.toThrow('Not any more.');
  await expect(permits.acquire(controller.signal)).rejects.toThrow('Not any more.');
  release();
  expect(await patient).toBeTypeOf('function');
});
