import { expect, it } from 'vitest';
import { closingAfter } from './closing.js';

const failing = (message: string) => async (): Promise<never> => {
  throw new Error(message);
};

it('the error of the work is thrown, and that of the closing is reported', async () => {
  const reported: unknown[] = [];
  const closing = closingAfter(failing('first'), failing('second'), (error) => reported.push(error));
  await expect(closing).rejects.toThrow('first');
  expect(reported).toEqual([new Error('second')]);
});

it('the error of the closing is thrown where the work succeeded', async () => {
  await expect(
    closingAfter(
      async () => 1,
      failing('second'),
      () => {},
    ),
  ).rejects.toThrow('second');
});

it('what was used is closed before the result is returned', async () => {
  let isClosed = false;
  const close = async () => {
    isClosed = true;
  };
  expect(
    await closingAfter(
      async () => 1,
      close,
      () => {},
    ),
  ).toBe(1);
  expect(isClosed).toBe(true);
});
