import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { openSharedStores, testDatabase } from '../../test/nodes/stores.js';
import { openCuttableConnection } from '../../test/postgres/cuttable-connection.js';
import { sharedServer } from '../../test/postgres/database.js';
import { sharedOf } from '../store/shared-stores.js';
import { openTurnQueue } from './turn-queue.js';

describe.skipIf('missing' in sharedServer)('the queue of turns', () => {
  test('ends when turns could not be ended, however many and in whatever order', async () => {
    const way = await openCuttableConnection(await testDatabase());
    onTestFinished(() => way.close());
    const { stores, connections, close } = await openSharedStores(way.url);
    onTestFinished(close);
    const { turns } = sharedOf(stores);
    for (const number of [1, 2, 3, 4]) await turns.add({ number, id: `job ${number}` });

    const ends: (() => void)[] = [];
    const logged: string[] = [];
    const queue = await openTurnQueue({
      pool: connections.pool,
      concurrency: 10,
      log: (line) => logged.push(line),
      handlers: {
        turn: () => new Promise((resolve) => ends.push(resolve)),
        prepare: () => Promise.resolve(),
      },
    });
    await eventually(() => ends.length).toBe(4);

    await way.cut();
    const [end = () => undefined, ...others] = ends;
    end();
    await queue.ended;
    // The queue cannot end the others either, each of which it tries to end by itself.
    for (const endOther of others) {
      endOther();
      await setTimeout(50);
    }
    await queue.stop();
    expect(logged).toContainEqual(expect.stringMatching(/^The queue of turns: .*It is tried again\.$/));
  });
});
