import { expect, it } from 'vitest';
import { createPageSlots } from './page-slots.js';

const never = new AbortController().signal;

it('lets so many pages in at once, and groups take turns for the next place', async () => {
  const slots = createPageSlots(1);
  const entered: string[] = [];
  const visit = async (name: string, group: string) => {
    const release = await slots.acquire(group, never);
    entered.push(name);
    await new Promise(setImmediate);
    release();
  };
  await Promise.all([visit('a1', 'a'), visit('a2', 'a'), visit('a3', 'a'), visit('b1', 'b')]);
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('keeps no place for a page that gave up', async () => {
  const slots = createPageSlots(1);
  const release = await slots.acquire('a', never);
  const controller = new AbortController();
  const waiting = slots.acquire('a', controller.signal);
  controller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  release();
  await expect(slots.acquire('b', never)).resolves.toBeTypeOf('function');
  await expect(slots.acquire('a', controller.signal)).rejects.toThrow('gone');
});
