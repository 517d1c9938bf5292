import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRemoval } from './removal-plan.js';

interface Data {
  readonly at: number;
  readonly size: number;
}

async function planOf(jobs: readonly Data[], others: readonly Data[], excess: number) {
  const ended = jobs
    .map(({ at, size }, number) => ({ number, endedAt: at, size }))
    .sort((one, other) => one.endedAt - other.endedAt);
  const otherBytes = async (after: number, until: number) =>
    others.reduce((sum, { at, size }) => sum + (at > after && at <= until ? size : 0), 0);
  const plan = await planRemoval({ jobs: ended, otherBytes }, excess);
  return { jobs: plan.jobs.map(({ number }) => number), otherBytes: plan.otherBytes };
}

test.each<[string, readonly Data[], readonly Data[], number, Awaited<ReturnType<typeof planOf>>]>([
  ['older pages go before a job', [{ at: 2, size: 45 }], [{ at: 1, size: 40 }], 35, { jobs: [], otherBytes: 35 }],
  [
    'a job that fits goes before newer pages',
    [{ at: 1, size: 20 }],
    [{ at: 2, size: 40 }],
    30,
    { jobs: [0], otherBytes: 10 },
  ],
  [
    'where a job has to go, older pages stay in its place',
    [{ at: 2, size: 45 }],
    [{ at: 1, size: 40 }],
    55,
    { jobs: [0], otherBytes: 10 },
  ],
  [
    'a large job stays while newer pages are enough',
    [{ at: 1, size: 85 }],
    [{ at: 2, size: 40 }],
    1,
    { jobs: [], otherBytes: 1 },
  ],
  [
    'the smallest job goes that is enough',
    [
      { at: 1, size: 90 },
      { at: 2, size: 50 },
    ],
    [],
    40,
    { jobs: [1], otherBytes: 0 },
  ],
  [
    'no small job goes beside a large one that is enough',
    [
      { at: 1, size: 1 },
      { at: 2, size: 50 },
    ],
    [],
    10,
    { jobs: [1], otherBytes: 0 },
  ],
])('%s', async (_, jobs, others, excess, plan) => {
  expect(await planOf(jobs, others, excess)).toEqual(plan);
});

test('as much goes as is asked for, or all, and no job in vain', async () => {
  const data = fc.array(fc.record({ at: fc.nat(20), size: fc.integer({ min: 1, max: 100 }) }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(data, data, fc.integer({ min: 1, max: 500 }), async (jobs, others, excess) => {
      const plan = await planOf(jobs, others, excess);
      const sum = (all: readonly Data[]) => all.reduce((bytes, { size }) => bytes + size, 0);
      const removed = plan.jobs.map((number) => jobs[number] as Data);
      const freed = sum(removed) + plan.otherBytes;
      expect(freed).toBeGreaterThanOrEqual(Math.min(excess, sum(jobs) + sum(others)));
      if (plan.otherBytes > 0) expect(freed).toBeLessThanOrEqual(excess);
      // Whichever of these jobs stayed, too little would go.
      if (freed > excess) for (const { size } of removed) expect(freed - size).toBeLessThan(excess);
    }),
  );
});
