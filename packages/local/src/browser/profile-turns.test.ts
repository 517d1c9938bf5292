import { expect, it } from 'vitest';
import { createProfileTurns } from './profile-turns.js';

const never = new AbortController().signal;
const inUse = (user: string) => ({ status: 409, message: expect.stringContaining(`Another ${user} saves`) });

it('lets scrapes save one after the other, in their order', async () => {
  const turns = createProfileTurns();
  const order: number[] = [];
  const endFirst = await turns.take('p', 'scrape', never);
  const others = [1, 2].map(async (number) => {
    const end = await turns.take('p', 'scrape', never);
    order.push(number);
    end();
  });
  expect(order).toEqual([]);
  endFirst();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
  (await turns.take('p', 'session', never))();
});

it('refuses at once what would wait for a session, and a session that would wait', async () => {
  const turns = createProfileTurns();
  const end = await turns.take('p', 'session', undefined);
  await expect(turns.take('p', 'session', undefined)).rejects.toMatchObject(inUse('session'));
  await expect(turns.take('p', 'scrape', never)).rejects.toMatchObject(inUse('session'));
  (await turns.take('other', 'session', undefined))();
  end();
  const endScrape = await turns.take('p', 'scrape', never);
  // An end that comes twice ends no turn of another one.
  end();
  await expect(turns.take('p', 'session', undefined)).rejects.toMatchObject(inUse('scrape'));
  endScrape();
});

it('forgets what gives up waiting', async () => {
  const turns = createProfileTurns();
  const end = await turns.take('p', 'scrape', never);
  const abort = new AbortController();
  const given = turns.take('p', 'scrape', abort.signal);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  await expect(turns.take('p', 'scrape', abort.signal)).rejects.toThrow('given up');
  end();
  (await turns.take('p', 'session', undefined))();
});
