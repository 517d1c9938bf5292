import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { createGate } from '../../test/workers/gate.js';
import { nest } from '../../test/workers/nested.js';
import type { TestJob } from '../../test/workers/test-worker.js';
import type { WorkOptions } from './work-queue.js';
import { workerEntry } from './worker-entry.js';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

const testWorker = () => workerEntry('test-worker', new URL('../../test/workers/test-worker.ts', import.meta.url).href);
const entry = testWorker();
const opened: WorkerPool<TestJob, number>[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

function start(options: Partial<WorkerPoolOptions> = {}) {
  // None is late unless a test says so: a busy machine must not be taken for work that lasts.
  const pool = createWorkerPool<TestJob, number>({ entry, size: 1, overtimeAfterMs: 60_000, ...options });
  opened.push(pool);
  return (job: TestJob, work: Partial<WorkOptions> = {}) =>
    pool.run(job, { deadlineMs: 20_000, owner: { team: 'tests', job: 'tests' }, ...work });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('work is done one piece after another by the same worker', async () => {
  const run = start();
  const threads = await Promise.all([1, 2, 3].map(() => run({ do: 'name' })));
  expect(new Set(threads).size).toBe(1);
});

test('a worker that nobody has bundled runs from TypeScript, in a process too', async () => {
  vi.stubEnv('TRAWL_BUNDLED_WORKERS', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = start({ entry: testWorker(), isolation: 'process' });
  expect(await run({ do: 'name' })).toBeGreaterThan(0);
});

test('more work than one worker can do goes to others, up to the size of the pool', async () => {
  const run = start({ size: 2 });
  const gate = await createGate();
  const held = [1, 2, 3, 4].map(() => run({ do: 'hold', gate: gate.port }));
  await eventually(gate.arrived).toBe(2);
  gate.open();
  expect(new Set(await Promise.all(held)).size).toBe(2);
});

describe.each(['thread', 'process'] as const)(
  'what goes wrong in a %s costs one clear error, and the next piece is done:',
  (isolation) => {
    test.each([
      ['throw', 'error', 'The work went wrong.', 20_000],
      ['exit', 'crash', 'status 3', 20_000],
      ['crash', 'crash', 'Nobody caught this.', 20_000],
      ['spin', 'deadline', '300 ms', 300],
      ['backtrack', 'deadline', '300 ms', 300],
      ['wait', 'deadline', '300 ms', 300],
    ] as const)('%s', async (what, reason, message, deadlineMs) => {
      const run = start({ isolation });
      const failing = run({ do: what }, { deadlineMs });
      const next = run({ do: 'name' });
      await expect(failing).rejects.toMatchObject({
        name: 'WorkFailure',
        reason,
        message: expect.stringContaining(message),
      });
      expect(await next).toBeGreaterThan(0);
    });

    test.each([
      ['a request too deep to be sent', { do: 'ignore', nested: nest(100_000) }, 4],
      ['a request too deep to be received', { do: 'ignore', nested: nest(2_000) }, 0.5],
      ['a result too deep to be sent', { do: 'nest', levels: 100_000 }, 4],
      ['a result too deep to be received', { do: 'nest', levels: 30_000 }, 16],
    ] as const)('%s', async (_, job, stackSizeMb) => {
      const run = start({ isolation, resourceLimits: { stackSizeMb } });
      const failing = run(job);
      const next = run({ do: 'name' });
      await expect(failing).rejects.toMatchObject({ name: 'WorkFailure', reason: 'error' });
      expect(await next).toBeGreaterThan(0);
    });

    test('memory without end', async () => {
      const run = start({ isolation, resourceLimits: { maxOldGenerationSizeMb: 64 } });
      const before = process.memoryUsage().rss;
      await expect(run({ do: 'hoard' })).rejects.toMatchObject({ reason: 'memory' });
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
      expect(await run({ do: 'name' })).toBeGreaterThan(0);
    });

    test.each([new URL('./no-such-worker.mjs', import.meta.url), new URL('https://site.example/worker.mjs')])(
      'a worker that does not start: %s',
      async (url) => {
        const run = start({ isolation, entry: { url } });
        await expect(run({ do: 'name' })).rejects.toMatchObject({ name: 'WorkFailure', reason: 'crash' });
      },
    );
  },
);

describe('a process', () => {
  const MEGABYTE = 1024 * 1024;

  test('whose heap cannot hold the next piece costs one error', async () => {
    const run = start({ isolation: 'process', resourceLimits: { maxOldGenerationSizeMb: 64 } });
    await expect(run({ do: 'hoard in one list' })).rejects.toMatchObject({ reason: 'memory' });
    expect(await run({ do: 'name' })).toBeGreaterThan(0);
  });

  test('that takes more memory than it may costs one error, whatever the memory holds', async () => {
    const run = start({ isolation: 'process', maxMemoryBytes: 300 * MEGABYTE });
    await expect(run({ do: 'hoard buffers' })).rejects.toMatchObject({ reason: 'memory' });
    expect(await run({ do: 'name' })).toBeGreaterThan(0);
  });

  test('ends with the program that started it', async () => {
    const program = fork(new URL('../../test/programs/pool-until-killed.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
    });
    const [pid] = await once(program, 'message');
    program.kill('SIGKILL');
    await eventually(() => isRunning(pid)).toBe(false);
  });
});

test('a worker makes room for another after so many pieces of work', async () => {
  const run = start({ recycleAfter: 2 });
  const threads: number[] = [];
  for (let piece = 0; piece < 4; piece++) threads.push(await run({ do: 'name' }));
  expect(threads[0]).toBe(threads[1]);
  expect(threads[2]).toBe(threads[3]);
  expect(threads[1]).not.toBe(threads[2]);
});

test('a worker without work makes room', async () => {
  const run = start({ idleMs: 1 });
  const first = await run({ do: 'name' });
  await eventually(() => run({ do: 'name' })).not.toBe(first);
});

test('a worker that holds on to memory makes room for another', async () => {
  const run = start({ recycleAtBytes: 40 * 1024 * 1024 });
  const first = await run({ do: 'name' });
  while ((await run({ do: 'keep' })) === first);
});

test('whoever waits with one piece does not wait behind all of somebody else', async () => {
  const run = start();
  const order: string[] = [];
  const many = [1, 2, 3, 4, 5].map((n) =>
    run({ do: 'name' }, { owner: { team: 'many', job: 'a' } }).then(() => order.push(`many ${n}`)),
  );
  const one = run({ do: 'name' }, { owner: { team: 'one', job: 'a' } }).then(() => order.push('one'));
  await Promise.all([...many, one]);
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
});

test('work that takes long does not hold back others', async () => {
  const run = start({ overtimeAfterMs: 100 });
  const gate = await createGate();
  const order: string[] = [];
  const long = run({ do: 'hold', gate: gate.port }).then(() => order.push('long'));
  await run({ do: 'name' }).then(() => order.push('brief'));
  gate.open();
  await long;
  expect(order).toEqual(['brief', 'long']);
});

test('ten teams with work that never ends do not hold back the pieces of another', async () => {
  const run = start({ overtimeAfterMs: 50 });
  const ended: string[] = [];
  for (let team = 0; team < 10; team++) {
    for (const job of ['a', 'b', 'c']) {
      const flood = run({ do: 'wait' }, { owner: { team: `flood ${team}`, job }, deadlineMs: 60_000 });
      flood.catch(() => ended.push(`flood ${team}`));
    }
  }
  for (let piece = 0; piece < 4; piece++) await run({ do: 'name' }, { owner: { team: 'other', job: 'a' } });
  expect(ended).toEqual([]);
});

test('long work that gives way to others is done in the end', async () => {
  const run = start({ overtimeAfterMs: 50 });
  const gate = await createGate();
  const hold = (team: string) => run({ do: 'hold', gate: gate.port }, { owner: { team, job: 'a' } });
  const long = ['a', 'b', 'c', 'd'].map(hold);
  await run({ do: 'name' }, { owner: { team: 'other', job: 'a' } });
  gate.open();
  expect(await Promise.all(long)).toHaveLength(4);
});

test('a team that fills the queue gives way to others', async () => {
  const run = start({ maxWaiting: 4 });
  const gate = await createGate();
  const held = run({ do: 'hold', gate: gate.port });
  await eventually(gate.arrived).toBe(1);
  const flood = [1, 2, 3, 4].map(() => run({ do: 'name' }));
  const refused = Promise.any(
    flood.map((work) =>
      work.then(
        () => Promise.reject(),
        (error) => error,
      ),
    ),
  );
  const other = run({ do: 'name' }, { owner: { team: 'other', job: 'a' } });
  await expect(refused).resolves.toMatchObject({ reason: 'busy' });
  gate.open();
  await Promise.all([held, other]);
});

test('only so much work that takes long is done at once', async () => {
  const run = start({ overtimeAfterMs: 100 });
  const gate = await createGate();
  const long = [1, 2, 3].map(() => run({ do: 'hold', gate: gate.port }, { deadlineMs: 2_000 }));
  const all = Promise.allSettled(long);
  await expect(Promise.race(long)).rejects.toMatchObject({ reason: 'deadline' });
  expect(gate.arrived()).toBeLessThanOrEqual(2);
  gate.open();
  await all;
});

test('work beyond what may wait is refused at once', async () => {
  const run = start({ maxWaiting: 2 });
  await run({ do: 'name' });
  const accepted = [1, 2, 3].map(() => run({ do: 'name' }));
  await expect(run({ do: 'name' })).rejects.toMatchObject({ reason: 'busy' });
  await Promise.all(accepted);
});

test('work that weighs too much for those that wait is refused at once', async () => {
  const run = start({ maxWaitingWeight: 10 });
  await run({ do: 'name' });
  const heavy = (weight: number) => run({ do: 'name' }, { weight });
  const accepted = [heavy(100), heavy(100)];
  await expect(heavy(1)).rejects.toMatchObject({ reason: 'busy' });
  await Promise.all(accepted);
  await Promise.all([heavy(100), heavy(5), heavy(5)]);
});

describe('an aborted caller', () => {
  const reason = new Error('Not needed any more.');

  test('while it waits', async () => {
    const run = start();
    const gate = await createGate();
    const controller = new AbortController();
    const before = run({ do: 'hold', gate: gate.port });
    const given = run({ do: 'spin' }, { signal: controller.signal });
    await eventually(gate.arrived).toBe(1);
    controller.abort(reason);
    await expect(given).rejects.toBe(reason);
    gate.open();
    expect(await run({ do: 'name' })).toBe(await before);
  });

  test('while it is done', async () => {
    const run = start();
    const gate = await createGate();
    const controller = new AbortController();
    const given = run({ do: 'hold', gate: gate.port }, { signal: controller.signal });
    await eventually(gate.arrived).toBe(1);
    controller.abort(reason);
    await expect(given).rejects.toBe(reason);
    expect(await run({ do: 'name' })).toBeGreaterThan(0);
  });

  test('before it begins', async () => {
    await expect(start()({ do: 'spin' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test('closing ends what is being done', async () => {
  const run = start();
  await run({ do: 'name' });
  const doomed = [run({ do: 'spin' }), run({ do: 'spin' })].map((work) => work.catch((error) => error.message));
  await opened[0]?.close();
  expect(await Promise.all(doomed)).toEqual(['The workers are closed.', 'The workers are closed.']);
  await expect(run({ do: 'name' })).rejects.toThrow('closed');
});

test('a pool is refused in Bun by a sentence that names what works there', () => {
  vi.stubGlobal('Bun', {});
  expect(() => createWorkerPool({ entry })).toThrow('call convert()');
  vi.unstubAllGlobals();
});
