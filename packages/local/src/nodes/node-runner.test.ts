import { randomUUID } from 'node:crypto';
import { systemClock } from '@trawl/base/clock';
import { type SlotLimits, Slots } from '@trawl/convert/workers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { startDatabaseProxy } from '../../test/nodes/database-proxy.js';
import { openSharedStores, testDatabase } from '../../test/nodes/stores.js';
import { sharedServer } from '../../test/postgres/database.js';
import { JobEngine } from '../jobs/engine.js';
import type { JobKind, JobTransaction, JobWork } from '../jobs/job-kind.js';
import { type NodeRole, sharedOf } from '../store/shared-stores.js';
import { createJobSignals } from './job-signals.js';
import { NodeRunner } from './node-runner.js';

interface LetterOptions {
  /** What a task does before it has a result. */
  readonly work?: (letter: string, signal: AbortSignal) => Promise<void> | undefined;
  readonly limits?: SlotLimits;
  /** The number of results with which a job is complete. */
  readonly limit?: number;
  readonly prepare?: (save: JobWork['save']) => Promise<void>;
}

/** Each task is a letter, and a result. */
function letters({ work = () => undefined, limits = { service: 50, team: 20 }, limit, prepare }: LetterOptions = {}) {
  const done: string[] = [];
  const kind: JobKind = {
    slots: new Slots('letters', limits),
    isPrivate: () => false,
    target: () => undefined,
    hasPreparation: prepare !== undefined,
    open: ({ signal, save }) => ({
      tasksAtOnce: 4,
      limit,
      prepare: () => prepare?.(save) ?? Promise.resolve(),
      async perform({ task }) {
        const { letter } = task as { letter: string };
        await work(letter, signal);
        signal.throwIfAborted();
        return async (job: JobTransaction) => {
          await job.add({ completed: 1, credits: 1 });
          job.stores.afterCommit(() => done.push(letter));
        };
      },
    }),
  };
  return { kind, done };
}

interface NodeOptions {
  readonly role?: NodeRole;
  /** After how long others take it for dead. By default, no machine is so busy. */
  readonly silenceMs?: number;
}

async function startNode(url: string, kind: JobKind, { role = 'all', silenceMs = 60_000 }: NodeOptions = {}) {
  const { stores, connections, close } = await openSharedStores(url);
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const engine = new JobEngine({
    stores,
    clock: systemClock,
    log,
    openRunner: (context) =>
      new NodeRunner(context, {
        pool: connections.pool,
        signals: createJobSignals(connections.openNotifications(log)),
        concurrency: 10,
        timing: { beatMs: 100, silenceMs },
        report: () => ({ address: undefined, sessions: 0, sessionRoom: 0 }),
        node: { name: 'a node', role, version: '0', process: randomUUID(), secret: '' },
      }),
  });
  engine.register({ letters: kind });
  engine.run();
  onTestFinished(async () => {
    await engine.close();
    await close();
  });
  return { engine, stores, logged };
}

/** Others notice the silence of a node sooner than in a service. */
const SOON = { silenceMs: 1500 };

const newJob = (text: string) => ({
  kind: 'letters',
  team: 'a',
  request: {},
  tasks: [...text].map((letter, index) => ({ key: `${index}`, task: { letter } })),
});

const turnOfTheLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

const endless = (_letter: string, signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

describe.skipIf('missing' in sharedServer)('nodes of a service', () => {
  test('do the tasks of a job together, each once, and all know its state', async () => {
    const url = await testDatabase();
    const one = letters({ work: turnOfTheLoop });
    const two = letters({ work: turnOfTheLoop });
    const { engine } = await startNode(url, one.kind);
    const { engine: other } = await startNode(url, two.kind);
    // As many jobs as it takes until both had a part of one.
    let count = 0;
    while (one.done.length === 0 || two.done.length === 0) {
      count += 60;
      const { id } = await engine.start(newJob('x'.repeat(60)));
      await other.ended(id);
      expect(await other.find(id)).toMatchObject({ status: 'completed', completed: 60, credits: 60 });
      expect(await engine.find(id)).toEqual(await other.find(id));
      expect(one.done.length + two.done.length).toBe(count);
    }
  });

  test.each([
    { limit: 2.5, completed: 3 },
    { limit: -1e300, completed: 0 },
    { limit: 1e300, completed: 5 },
    { limit: Number.POSITIVE_INFINITY, completed: 5 },
  ])('end a job of five tasks with $completed results when $limit are enough', async ({ limit, completed }) => {
    const { engine } = await startNode(await testDatabase(), letters({ limit }).kind);
    const { id } = await engine.start(newJob('xxxxx'));
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'completed', completed, error: undefined });
  });

  test('use a slot that a node took without hearing of it', async () => {
    const url = await testDatabase();
    const { engine, stores } = await startNode(url, letters().kind, { role: 'api' });
    const { id } = await engine.start(newJob('abc'));
    const { connections, close } = await openSharedStores(url);
    onTestFinished(close);
    const lockSlots = (worker: string) =>
      connections.pool.query(
        "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 hour'",
        [worker],
      );
    await lockSlots('nobody');
    await startNode(url, letters().kind);
    await eventually(() => sharedOf(stores).nodes.list()).toHaveLength(2);
    const { rows } = await connections.pool.query("select worker from nodes where role = 'all'");
    await lockSlots(rows[0].worker);
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
  });

  test('do a task that a node took after it was taken for dead', async () => {
    const url = await testDatabase();
    const { engine } = await startNode(url, letters().kind, { role: 'api' });
    const { id } = await engine.start(newJob('abc'));
    const { connections, close } = await openSharedStores(url);
    onTestFinished(close);
    await connections.pool.query("update job_tasks set node = 'gone', taken_at = now()");
    await startNode(url, letters().kind);
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
  });

  test('stop the tasks of a job that is cancelled at another node', async () => {
    const url = await testDatabase();
    let aborted = 0;
    const work = (letter: string, signal: AbortSignal) =>
      endless(letter, signal).finally(() => {
        aborted += 1;
      });
    await startNode(url, letters({ work }).kind, { role: 'worker' });
    const { engine } = await startNode(url, letters().kind, { role: 'api' });
    const job = await engine.start(newJob('xxxxxx'));
    await eventually(async () => (await engine.load(['letters'])).active).toBe(4);
    expect(await engine.cancel(job)).toBe(true);
    await eventually(() => aborted).toBe(4);
    expect(await engine.find(job.id)).toMatchObject({ status: 'cancelled', completed: 0 });
    expect((await engine.load(['letters'])).active).toBe(0);
  });

  test('do the tasks of one that is cut off, which stores nothing of them when it comes back', async () => {
    const url = await testDatabase();
    const proxy = await startDatabaseProxy(url);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = letters({ work: () => held });
    const { engine } = await startNode(proxy.url, one.kind, SOON);
    const job = await engine.start(newJob('abcdefgh'));
    await eventually(async () => (await engine.load(['letters'])).active).toBe(4);
    const two = letters();
    const { engine: other, stores, logged } = await startNode(url, two.kind, SOON);
    proxy.freeze();
    await other.ended(job.id);
    release();
    proxy.thaw();
    // It has a new identity.
    await eventually(async () => (await stores.shared?.nodes.list())?.length).toBe(2);
    expect(logged).toContainEqual(expect.stringContaining('no sign of life'));
    expect(two.done.toSorted().join('')).toBe('abcdefgh');
    expect(one.done).toEqual([]);
    expect(await other.find(job.id)).toMatchObject({ status: 'completed', completed: 8, credits: 8 });
    const { id } = await engine.start(newJob('xyz'));
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
  });

  test('go on with the preparation of one that was taken for dead meanwhile', async () => {
    let times = 0;
    const prepare = async (save: JobWork['save']) => {
      times += 1;
      const [node] = (await stores.shared?.nodes.list()) ?? [];
      if (times === 1) await stores.shared?.slots.releaseNode(node?.id ?? '');
      await save(async ({ updateProgress }) => {
        await updateProgress(() => ({ times }));
      });
    };
    const { engine, stores, logged } = await startNode(await testDatabase(), letters({ prepare }).kind);
    const { id } = await engine.start(newJob('abc'));
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
    expect(times).toBe(2);
    expect(logged).toEqual([]);
  });

  test('go on when their connections were lost', async () => {
    const url = await testDatabase();
    const proxy = await startDatabaseProxy(url);
    const one = letters({ work: turnOfTheLoop });
    const { engine } = await startNode(proxy.url, one.kind, SOON);
    const { engine: other } = await startNode(url, letters({ work: turnOfTheLoop }).kind, SOON);
    const { id } = await engine.start(newJob('x'.repeat(80)));
    await eventually(async () => (await other.find(id))?.completed).toBeGreaterThan(5);
    proxy.drop();
    await other.ended(id);
    expect(await other.find(id)).toMatchObject({ status: 'completed', completed: 80, credits: 80 });
  });

  test('do no more tasks of a team at once than one process would', async () => {
    const url = await testDatabase();
    let active = 0;
    let most = 0;
    let onThree = () => {};
    const threeAtOnce = new Promise<void>((resolve) => {
      onThree = resolve;
    });
    const work = async () => {
      active += 1;
      most = Math.max(most, active);
      if (active === 3) onThree();
      await threeAtOnce;
      await turnOfTheLoop();
      active -= 1;
    };
    const limits = { service: 50, team: 3 };
    const { engine } = await startNode(url, letters({ work, limits }).kind);
    await startNode(url, letters({ work, limits }).kind);
    const jobs = await Promise.all([1, 2, 3].map(() => engine.start(newJob('x'.repeat(20)))));
    for (const { id } of jobs) await engine.ended(id);
    expect(most).toBe(3);
    for (const { id } of jobs) expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 20 });
  });

  test('end a job as failed when a task meets a mistake of its kind', async () => {
    const url = await testDatabase();
    const work = async (letter: string) => {
      if (letter === 'x') throw new Error('A mistake.');
      await turnOfTheLoop();
    };
    const { engine } = await startNode(url, letters({ work }).kind);
    await startNode(url, letters({ work }).kind);
    const { id } = await engine.start(newJob('aaaaaaaaaaxaaaaaaaa'));
    await engine.ended(id);
    expect(await engine.find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('A mistake.') });
  });

  test('go on with the tasks of one that is closed', async () => {
    const url = await testDatabase();
    const { engine } = await startNode(url, letters({ work: endless }).kind);
    const job = await engine.start(newJob('abcdefgh'));
    await eventually(async () => (await engine.load(['letters'])).active).toBe(4);
    await engine.close();
    const two = letters();
    const { engine: other } = await startNode(url, two.kind);
    await other.ended(job.id);
    expect(two.done.toSorted().join('')).toBe('abcdefgh');
  });
});
