import { describe, expect, test } from 'vitest';
import { enterNode } from '../../test/nodes/entered-node.js';
import { testDatabase } from '../../test/nodes/stores.js';
import { sharedServer } from '../../test/postgres/database.js';
import { createSharedProfileTurns } from './shared-profile-turns.js';

const never = new AbortController().signal;

describe.skipIf('missing' in sharedServer)('the turns to save to a profile, at two nodes', () => {
  async function openTurns(url: string) {
    const { stores, process, die } = await enterNode(url);
    return { ...createSharedProfileTurns({ stores, process, log: () => undefined }), stores, die };
  }

  async function openTwo() {
    const url = await testDatabase();
    return [await openTurns(url), await openTurns(url)] as const;
  }

  test('come one after the other for scrapes', async () => {
    const [one, other] = await openTwo();
    const first = await one.take('p', 'scrape', never);
    const order: string[] = [];
    const second = other.take('p', 'scrape', never).then((turn) => {
      order.push('second begins');
      return turn;
    });
    await expect(other.take('p', 'session', undefined)).rejects.toMatchObject({ code: 'conflict' });
    await (await other.take('another', 'session', undefined)).end();
    order.push('first ends');
    await first.end();
    await (await second).end();
    expect(order).toEqual(['first ends', 'second begins']);
  });

  test('are refused while a session has one, and given up by who waits no longer', async () => {
    const [one, other] = await openTwo();
    const session = await one.take('p', 'session', undefined);
    await expect(other.take('p', 'scrape', never)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Another session saves'),
    });
    await session.end();
    const scrape = await one.take('p', 'scrape', never);
    const abort = new AbortController();
    const waiting = other.take('p', 'scrape', abort.signal);
    abort.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    await scrape.end();
    await (await other.take('p', 'session', undefined)).end();
  });

  test('are over when their node is dead, which then stores nothing', async () => {
    const [one, other] = await openTwo();
    const lost = await one.take('p', 'session', undefined);
    expect(await one.stores.transaction((within) => lost.maySave(within))).toBe(true);
    await one.die();
    const next = await other.take('p', 'session', undefined);
    expect(await one.stores.transaction((within) => lost.maySave(within))).toBe(false);
    await lost.end();
    expect(await other.stores.transaction((within) => next.maySave(within))).toBe(true);
  });
});
