import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import type { Job } from '../store/job-store.js';
import type { JobKind } from './job-kind.js';
import { NO_OBSERVER } from './job-observer.js';
import { ResultRefused, ResultTransaction } from './job-transaction.js';

const KIND = { isPrivate: () => false } as unknown as JobKind;

interface Progress {
  readonly sum: number;
}

onEachDatabase((database) => {
  async function start() {
    const { stores } = await database.emptyStores(createVirtualClock());
    const job = (await stores.jobs.create({ id: 'one', kind: 'letters', team: 'a', request: {} })) as Job;
    const add = (number: number) =>
      stores.transaction((bound) =>
        new ResultTransaction(bound, KIND, job, NO_OBSERVER).updateProgress<Progress>((before) => ({
          sum: (before?.sum ?? 0) + number,
        })),
      );
    return { stores, job, add };
  }

  test('results that are stored at once all change the progress of the job', async () => {
    const { stores, job, add } = await start();
    const sums = (await Promise.all([1, 2, 3, 4, 5].map(add))).map(({ sum }) => sum);
    expect(Math.max(...sums)).toBe(15);
    expect((await stores.jobs.find(job.id))?.progress).toEqual({ sum: 15 });
  });

  test('a result that comes after the end of the job is refused with its progress', async () => {
    const { stores, job, add } = await start();
    await stores.jobs.end(job, { status: 'cancelled' }, { mayLeaveTasks: true });
    await expect(add(1)).rejects.toThrow(ResultRefused);
  });
});
