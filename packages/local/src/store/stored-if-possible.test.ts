import { expect, test } from 'vitest';
import { StorageFull } from './storage-full.js';
import { storedIfPossible } from './stored-if-possible.js';

test('what may be left out is, but only for want of room', async () => {
  const failing = (error: Error) => () => Promise.reject(error);
  expect(await storedIfPossible(async () => 1)).toBe(1);
  expect(await storedIfPossible(failing(new StorageFull('/srv/pages.db', undefined)))).toBeUndefined();
  await expect(storedIfPossible(failing(new Error('Broken')))).rejects.toThrow('Broken');
});
