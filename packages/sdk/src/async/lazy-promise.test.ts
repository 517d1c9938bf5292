import { expect, it } from 'vitest';
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
});

it('passes for a promise', async () => {
  const seen: string[] = [];
  await new Count().finally(() => seen.push('finally'));
  expect(await new Broken().catch((error: Error) => error.message)).toBe('broken');
  expect(seen).toEqual(['finally']);
  expect(Object.prototype.toString.call(new Count())).toBe('[object Promise]');
});
