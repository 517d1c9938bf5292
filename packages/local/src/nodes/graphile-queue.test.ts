import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@trawl/base/clock';
import { Slots } from '@trawl/convert/workers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { openSharedStores, testDatabase } from '../../test/nodes/stores.js';
import { openCuttableConnection } from '../../test/postgres/cuttable-connection.js';
import { sharedServer } from '../../test/postgres/database.js';
import type { JobKind } from '../jobs/job-kind.js';
import type { Stores } from '../store/stores.js';
import { GraphileQueue } from './graphile-queue.js';

const letters: JobKind = {
  slots: new Slots('letters', { service: 10, team: 10 }),
  isPrivate: () => false,
  open: () => {
    throw new Error('No job is opened.');
  },
};

/** Adds slots of four jobs. */
async function addSlots(queue: GraphileQueue, stores: Stores): Promise<void> {
  const jobs = [1, 2, 3, 4].map((number) => ({ number, id: `job ${number}`, kind: 'letters', team: 'a' }));
  await queue.add(
    jobs.map((job) => ({ job, slot: 0 })),
    stores,
  );
}

describe.skipIf('missing' in sharedServer)('the queue of slots', () => {
  test('ends when slots could not be ended, however many and in whatever order', async () => {
    const way = await openCuttableConnection(await testDatabase());
    onTestFinished(() => way.close());
    const { stores, connections, close } = await openSharedStores(way.url);
    onTestFinished(close);
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const kinds = { letters };
    const queue = new GraphileQueue({
      pool: connections.pool,
      stores,
      kinds,
      clock: systemClock,
      concurrency: 10,
      log,
    });
    await addSlots(queue, stores);

    const ends: (() => void)[] = [];
    const running = await queue.run(() => new Promise((resolve) => ends.push(resolve)));
    await eventually(() => ends.length).toBe(4);

    await way.cut();
    const [end = () => undefined, ...others] = ends;
    end();
    await running.ended;
    // The queue cannot end the others either, each of which it tries to end by itself.
    for (const endOther of others) {
      endOther();
      await setTimeout(50);
    }
    await running.stop();
    expect(logged).toContainEqual(expect.stringMatching(/^The queue of slots: .*It is tried again\.$/));
  });
});
