import { afterEach, describe, expect, test } from 'vitest';
import type { OddJob } from '../../test/workers/odd-jobs.js';
import { workerEntry } from './worker-entry.js';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions, type WorkOptions } from './worker-pool.js';

const entry = workerEntry('odd-jobs', new URL('../../test/workers/odd-jobs.ts', import.meta.url).href);
const opened: WorkerPool<OddJob, number>[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

function start(options: Partial<WorkerPoolOptions> = {}) {
  const pool = createWorkerPool<OddJob, number>({ entry, size: 1, ...options });
  opened.push(pool);
  return (job: OddJob, work: Partial<WorkOptions> = {}) =>
    pool.run(job, { deadlineMs: 20_000, lane: 'tests', ...work });
}

test('work is done one piece after another by the same worker', async () => {
  const run = start();
  const threads = await Promise.all([1, 2, 3].map(() => run({ do: 'wait', ms: 5 })));
  expect(new Set(threads).size).toBe(1);
});

test('more work than one worker can do goes to others, up to the size of the pool', async () => {
  const run = start({ size: 2 });
  const threads = await Promise.all([1, 2, 3, 4, 5, 6].map(() => run({ do: 'wait', ms: 400 })));
  expect(new Set(threads).size).toBe(2);
});

test('bytes are handed over, not copied', async () => {
  const run = start();
  const bytes = new Uint8Array(1_000);
  expect(await run({ do: 'measure', bytes }, { transfer: [bytes.buffer] })).toBe(1_000);
  expect(bytes.length).toBe(0);
});

describe('what goes wrong costs one clear error, and the next piece is done:', () => {
  test.each([
    [{ do: 'throw' }, 'error', 'The work went wrong.'],
    [{ do: 'exit' }, 'crash', 'status 3'],
    [{ do: 'crash' }, 'crash', 'Nobody caught this.'],
    [{ do: 'spin' }, 'deadline', '300 ms'],
    [{ do: 'backtrack' }, 'deadline', '300 ms'],
    [{ do: 'wait', ms: 10_000 }, 'deadline', '300 ms'],
  ] as const)('%o', async (job, reason, message) => {
    const run = start();
    const failing = run(job, { deadlineMs: 300 });
    const next = run({ do: 'wait', ms: 1 });
    await expect(failing).rejects.toMatchObject({
      name: 'WorkFailure',
      reason,
      message: expect.stringContaining(message),
    });
    expect(await next).toBeGreaterThan(0);
  });

  test('memory without end', async () => {
    const run = start({ resourceLimits: { maxOldGenerationSizeMb: 64 } });
    const before = process.memoryUsage().rss;
    await expect(run({ do: 'hoard' })).rejects.toMatchObject({ reason: 'memory' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect(await run({ do: 'wait', ms: 1 })).toBeGreaterThan(0);
  });

  test('a worker that does not start', async () => {
    const run = start({ entry: { url: new URL('./no-such-worker.mjs', import.meta.url) } });
    await expect(run({ do: 'wait', ms: 1 })).rejects.toMatchObject({ reason: 'crash' });
  });
});

test('a worker makes room for another after so many pieces of work', async () => {
  const run = start({ recycleAfter: 2 });
  const threads: number[] = [];
  for (let piece = 0; piece < 4; piece++) threads.push(await run({ do: 'wait', ms: 1 }));
  expect(threads[0]).toBe(threads[1]);
  expect(threads[2]).toBe(threads[3]);
  expect(threads[1]).not.toBe(threads[2]);
});

test('a worker without work makes room', async () => {
  const run = start({ idleMs: 50 });
  const first = await run({ do: 'wait', ms: 100 });
  expect(await run({ do: 'wait', ms: 1 })).toBe(first);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await run({ do: 'wait', ms: 1 })).not.toBe(first);
});

test('a worker that holds on to memory makes room for another', async () => {
  const run = start({ recycleAtHeapBytes: 40 * 1024 * 1024 });
  const first = await run({ do: 'wait', ms: 1 });
  while ((await run({ do: 'keep' })) === first);
});

test('whoever waits with one piece does not wait behind all of somebody else', async () => {
  const run = start();
  const order: string[] = [];
  const many = [1, 2, 3, 4, 5].map((n) =>
    run({ do: 'wait', ms: 5 }, { lane: 'many' }).then(() => order.push(`many ${n}`)),
  );
  const one = run({ do: 'wait', ms: 5 }, { lane: 'one' }).then(() => order.push('one'));
  await Promise.all([...many, one]);
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
});

test('work that takes long does not hold back others, and only so much of it is done at once', async () => {
  const run = start({ overtimeAfterMs: 100 });
  const long = run({ do: 'spin' }, { deadlineMs: 4_000 }).catch((error) => error.reason);
  const brief = await run({ do: 'wait', ms: 1 });
  expect(await Promise.race([long, brief])).toBe(brief);
  const longer = [1, 2].map(() => run({ do: 'spin' }, { deadlineMs: 1_000 }).catch((error) => error.reason));
  expect(await Promise.all([long, ...longer])).toEqual(['deadline', 'deadline', 'deadline']);
});

test('work beyond what may wait is refused at once', async () => {
  const run = start({ maxWaiting: 2 });
  await run({ do: 'wait', ms: 1 });
  const accepted = [1, 2, 3].map(() => run({ do: 'wait', ms: 20 }));
  await expect(run({ do: 'wait', ms: 1 })).rejects.toMatchObject({ reason: 'busy' });
  await Promise.all(accepted);
});

test('work that weighs too much for those that wait is refused at once', async () => {
  const run = start({ maxWaitingWeight: 10 });
  await run({ do: 'wait', ms: 1 });
  const heavy = (weight: number) => run({ do: 'wait', ms: 50 }, { weight });
  const accepted = [heavy(100), heavy(100)];
  await expect(heavy(1)).rejects.toMatchObject({ reason: 'busy' });
  await Promise.all(accepted);
  await Promise.all([heavy(100), heavy(5), heavy(5)]);
});

describe('who asked may give up', () => {
  const reason = new Error('Not needed any more.');

  test.each(['while it waits', 'while it is done'])('%s', async (when) => {
    const run = start();
    await run({ do: 'wait', ms: 1 });
    const controller = new AbortController();
    const before = when === 'while it waits' ? run({ do: 'wait', ms: 100 }) : undefined;
    const given = run({ do: 'spin' }, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 30);
    await expect(given).rejects.toBe(reason);
    await before;
    expect(await run({ do: 'wait', ms: 1 })).toBeGreaterThan(0);
  });

  test('before it begins', async () => {
    await expect(start()({ do: 'spin' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test('closing ends what is being done', async () => {
  const run = start();
  await run({ do: 'wait', ms: 1 });
  const doomed = [run({ do: 'spin' }), run({ do: 'spin' })].map((work) => work.catch((error) => error.message));
  await opened[0]?.close();
  expect(await Promise.all(doomed)).toEqual(['The server is closing.', 'The server is closing.']);
  await expect(run({ do: 'wait', ms: 1 })).rejects.toThrow('closing');
});
