import { expect, it } from 'vitest';
import { createProfileTurns } from './profile-turns.js';

const never = new AbortController().signal;
const inUse = (user: string) => ({ code: 'conflict', message: expect.stringContaining(`Another ${user} saves`) });

it('lets scrapes save one after the other, in their order', async () => {
  const turns = createProfileTurns();
  const order: number[] = [];
  const first = await turns.take('p', 'scrape', never);
  const others = [1, 2].map(async (number) => {
    const turn = await turns.take('p', 'scrape', never);
    order.push(number);
    await turn.end();
  });
  expect(order).toEqual([]);
  await first.end();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
  await (await turns.take('p', 'session', never)).end();
});

it('refuses at once what would wait for a session, and a session that would wait', async () => {
  const turns = createProfileTurns();
  const { end } = await turns.take('p', 'session', undefined);
  await expect(turns.take('p', 'session', undefined)).rejects.toMatchObject(inUse('session'));
  await expect(turns.take('p', 'scrape', never)).rejects.toMatchObject(inUse('session'));
  await (await turns.take('other', 'session', undefined)).end();
  await end();
  const scrape = await turns.take('p', 'scrape', never);
  // An end that comes twice ends no turn of another one.
  await end();
  await expect(turns.take('p', 'session', undefined)).rejects.toMatchObject(inUse('scrape'));
  await scrape.end();
});

it('forgets what gives up waiting', async () => {
  const turns = createProfileTurns();
  const { end } = await turns.take('p', 'scrape', never);
  const abort = new AbortController();
  const given = turns.take('p', 'scrape', abort.signal);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  await expect(turns.take('p', 'scrape', abort.signal)).rejects.toThrow('given up');
  await end();
  await (await turns.take('p', 'session', undefined)).end();
});
