import { expect, test } from 'vitest';
import { createPermits } from './permits.js';

const { signal } = new AbortController();

test('only so many have a permit at once, and the next gets what is given back', async () => {
  const permits = createPermits(2);
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

test('who gives up takes no permit', async () => {
  const permits = createPermits(1);
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
