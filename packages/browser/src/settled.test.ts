import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isNavigation } from './navigation.js';
import { settled, settledValue } from './settled.js';

const loaded = { waitForLoadState: async () => {} } as unknown as Parameters<typeof settled>[0];

const ask = async (evaluate: () => Promise<unknown>, { ms = 300, pending = 0 } = {}) => {
  let asked = 0;
  const scripts = {
    async evaluate<Result>() {
      asked++;
      return (await evaluate()) as Result;
    },
  };
  const loads = { pending, mayWakePage: true, answered: () => sleep(5) };
  await settled(loaded, loads, scripts, performance.now() + ms);
  return asked;
};

it('asks a page that opens others only now and then', async () => {
  const asked = await ask(() => Promise.reject(new Error('Execution context was destroyed.')));
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(10);
});

it('asks a page once that has no more changes and requests', async () => {
  expect(await ask(async () => ({ value: undefined }))).toBe(1);
});

it('reads what it is asked for in the moment in which the page has settled, and nothing of a page that has not', async () => {
  const loads = { pending: 0, mayWakePage: true, answered: () => sleep(5) };
  const read = (answer: unknown) =>
    settledValue(loaded, loads, { evaluate: async <Result>() => answer as Result }, '1 + 1', performance.now() + 50);
  expect(await read({ value: 2 })).toBe(2);
  expect(await read(undefined)).toBeUndefined();
});

it('asks no page that waits for an answer', async () => {
  expect(await ask(async () => ({ value: undefined }), { pending: 1, ms: 50 })).toBe(0);
});

it('fails where the page cannot be asked for another reason', async () => {
  const error = new Error('Protocol error (Runtime.evaluate): Object reference chain is too long');
  await expect(ask(() => Promise.reject(error))).rejects.toBe(error);
});

it.each([
  'cdpSession.send: Protocol error (Runtime.evaluate): Execution context was destroyed.',
  'cdpSession.send: Protocol error (Runtime.evaluate): Cannot find default execution context',
  'cdpSession.send: Protocol error (Runtime.evaluate): Inspected target navigated or closed',
  'cdpSession.send: Protocol error (Runtime.evaluate): Promise was collected',
])('takes for a navigation: %s', (message) => {
  expect(isNavigation(new Error(message))).toBe(true);
});
