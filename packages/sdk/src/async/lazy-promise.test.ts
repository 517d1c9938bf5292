import { setImmediate } from 'node:timers/promises';
import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import type { ApiResponse } from './api-response.js';
import { LazyPromise } from './lazy-promise.js';

class Count extends LazyPromise<number> {
  runs = 0;

  protected async run(): Promise<ApiResponse<number>> {
    this.runs++;
    if (this.runs > 1) throw new Error('ran twice');
    return { data: this.runs, response: new Response(), requestId: undefined, attempts: 1 };
  }
}

class Broken extends LazyPromise<never> {
  protected async run(): Promise<never> {
    throw new Error('broken');
  }
}

it('begins when somebody waits, and not before', async () => {
  const count = new Count();
  await Promise.resolve();
  expect(count.runs).toBe(0);
  await expect(count).resolves.toBe(1);
});

it('runs once however many wait', async () => {
  const count = new Count();
  expect(await Promise.all([count, count, count.then((value) => value + 1)])).toEqual([1, 1, 2]);
  expect(await count.withResponse()).toMatchObject({ data: 1 });
});

it('is a promise, for whoever looks', async () => {
  const count = new Count();
  expect(count).toBeInstanceOf(Promise);
  expect(types.isPromise(count)).toBe(true);
  expect(Object.prototype.toString.call(count)).toBe('[object Promise]');
  // A thenable that is none would be copied as an empty object.
  expect(() => structuredClone(count)).toThrow('could not be cloned');
  expect(count.runs).toBe(0);
});

it.each<[string, (promise: Promise<number>) => Promise<unknown>]>([
  ['Promise.resolve', (promise) => Promise.resolve(promise)],
  ['Promise.all', async (promise) => (await Promise.all([promise]))[0]],
  ['Promise.race', (promise) => Promise.race([promise])],
  ['Promise.any', (promise) => Promise.any([promise])],
  ['an async function', async (promise) => promise],
  ['then', (promise) => promise.then((value) => value)],
  ['finally', (promise) => promise.finally(() => {})],
  ['catch', (promise) => promise.catch(() => {})],
  ['a promise of another realm', (promise) => runInNewContext('Promise.resolve(promise)', { promise })],
  [
    'a stream',
    async (promise) =>
      new ReadableStream({ pull: async (to) => to.enqueue(await promise) })
        .getReader()
        .read()
        .then(({ value }) => value),
  ],
])('starts and settles by %s', async (_, wait) => {
  const count = new Count();
  await expect(wait(count)).resolves.toBe(1);
  expect(count.runs).toBe(1);
});

it('gives plain promises, which do not start anything', () => {
  const count = new Count();
  for (const next of [count.then(), count.catch(() => {}), count.finally(() => {})]) {
    expect(next.constructor).toBe(Promise);
  }
});

it('rejects for those who wait for it, and for nobody else', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  try {
    const broken = new Broken();
    await expect(broken.withResponse()).rejects.toThrow('broken');
    await setImmediate();
    expect(onUnhandled).not.toHaveBeenCalled();
    expect(await broken.catch((error: Error) => error.message)).toBe('broken');
    await expect(broken.finally(() => {})).rejects.toThrow('broken');
  } finally {
    process.off('unhandledRejection', onUnhandled);
  }
});
