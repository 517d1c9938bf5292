import { createVirtualClock } from '@trawl/base/clock';
import { Slots } from '@trawl/convert/workers';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { JobEngine } from './engine.js';
import { JobFailure, type JobKind, type JobTransaction } from './job-kind.js';

/** Counts letters: each task is one, and a result. `hold` keeps a task from its end. */
function letters(hold: (letter: string, signal: AbortSignal) => Promise<void> | undefined = () => undefined) {
  const done: string[] = [];
  const ends: string[] = [];
  const kind: JobKind = {
    slots: new Slots('letters', { service: 10, team: 10 }),
    isPrivate: () => false,
    target: () => undefined,
    open: ({ signal }) => ({
      tasksAtOnce: 2,
      async perform({ task }) {
        const { letter } = task as { letter: string };
        await hold(letter, signal);
        signal.throwIfAborted();
        return async (job: JobTransaction) => {
          await job.add({ completed: 1, credits: 1 });
          job.stores.afterCommit(() => done.push(letter));
        };
      },
    }),
    async onEnd(stores, { status }) {
      stores.afterCommit(() => ends.push(status));
    },
  };
  return { kind, done, ends };
}

function start({ kind }: Pick<ReturnType<typeof letters>, 'kind'>, database = openDatabase()) {
  const clock = createVirtualClock();
  const stores = openStores(database, clock);
  const logged: string[] = [];
  const engine = new JobEngine({ stores, clock, log: (line) => logged.push(line) });
  engine.register({ letters: kind });
  engine.run();
  onTestFinished(() => engine.close());
  return { engine, stores, logged, database, clock };
}

/** Goes on until it is stopped. */
const endless = (_letter: string, signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const tasksOf = (text: string) => [...text].map((letter) => ({ key: letter, task: { letter } }));
const newJob = (text: string, team = 'a') => ({ kind: 'letters', team, request: {}, tasks: tasksOf(text) });

test('does each task of a job once, charges for it, and ends the job', async () => {
  const kind = letters();
  const { engine, stores } = start(kind);
  const { id } = await engine.start(newJob('abcd'));
  await engine.ended(id);
  expect(kind.done.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 4, credits: 4 });
  expect(await stores.ledger.latest(10)).toMatchObject([{ team: 'a', endpoint: 'letters', credits: 4 }]);
});

test('tasks that are added as the job ends are done, whoever is first', async () => {
  const kind = letters();
  const { engine } = start(kind);
  const job = await engine.start(newJob('a'));
  for (const letter of 'bcdefghij') {
    // Between the last result and the end of the job.
    await eventually(() => kind.done.length).toBeGreaterThan(0);
    expect(await engine.add(job, tasksOf(letter))).toBe(true);
  }
  await eventually(() => kind.done.join('')).toBe('abcdefghij');
  await eventually(async () => (await engine.find(job.id))?.status).toBe('completed');
  expect(await engine.find(job.id)).toMatchObject({ completed: 10 });
});

test('the content of a result is stored with the result, and not without it', async () => {
  const kind = letters();
  const contents: string[] = [];
  let end = () => {};
  const isCancelled = new Promise<void>((resolve) => (end = resolve));
  const open: JobKind['open'] = () => ({
    tasksAtOnce: 2,
    async perform({ task }) {
      const { letter } = task as { letter: string };
      if (letter === 'b') await isCancelled;
      return {
        content: async (stores) => stores.afterCommit(() => contents.push(letter)),
        result: async (job) => {
          await job.add({ completed: 1 });
        },
      };
    },
  });
  const { engine } = start({ kind: { ...kind.kind, open } });
  const job = await engine.start(newJob('ab'));
  await eventually(async () => (await engine.find(job.id))?.completed).toBe(1);
  expect(await engine.cancel(job)).toBe(true);
  end();
  await engine.ended(job.id);
  expect(contents).toEqual(['a']);
});

test('of a cancel and the end of a job, one ends it', async () => {
  const kind = letters();
  const { engine } = start(kind);
  const job = await engine.start(newJob('a'));
  const answers = await Promise.all([engine.cancel(job), engine.cancel(job), engine.ended(job.id)]);
  await eventually(async () => (await engine.find(job.id))?.status).not.toBe('running');
  const { status } = (await engine.find(job.id)) ?? {};
  expect(kind.ends).toEqual([status]);
  expect(answers.filter((isCancelled) => isCancelled)).toHaveLength(status === 'cancelled' ? 1 : 0);
});

test('the result of a task that comes after a cancel is not stored', async () => {
  let release = () => {};
  const kind = letters(() => new Promise((resolve) => (release = resolve)));
  const { engine, stores } = start(kind);
  const job = await engine.start(newJob('a'));
  await eventually(async () => (await engine.load(['letters'])).active).toBe(1);
  expect(await engine.cancel(job)).toBe(true);
  release();
  await engine.ended(job.id);
  expect(await engine.find(job.id)).toMatchObject({ status: 'cancelled', completed: 0, credits: 0 });
  expect(await stores.tasks.open(job.number)).toBe(0);
  expect(await engine.add(job, tasksOf('b'))).toBe(false);
});

test('the same key starts one job, also for two callers at once', async () => {
  const { engine } = start(letters());
  const attempts = [1, 2].map(() => engine.start({ ...newJob('a'), idempotencyKey: 'key' }));
  const results = await Promise.allSettled(attempts);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await engine.latest(10)).toHaveLength(1);
});

test('the next engine goes on with the tasks that are left', async () => {
  const kind = letters((letter, signal) => (letter === 'a' ? undefined : endless(letter, signal)));
  const { engine, database } = start(kind);
  const { id } = await engine.start(newJob('abc'));
  await eventually(() => kind.done).toEqual(['a']);
  await engine.close();
  const next = letters();
  const { engine: nextEngine } = start(next, database);
  await nextEngine.ended(id);
  expect(next.done.toSorted()).toEqual(['b', 'c']);
  expect(await nextEngine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
});

test('a job of a kind that this version does not know has failed', async () => {
  const { engine, database } = start(letters(endless));
  const { id } = await engine.start(newJob('a'));
  database.run("update jobs set kind = 'numbers'");
  await engine.close();
  const { engine: next } = start(letters(), database);
  await eventually(async () => (await next.find(id))?.status).toBe('failed');
  expect((await next.find(id))?.error).toBe('This server has no jobs of the kind numbers.');
});

test('a job whose task meets a mistake of its kind has failed, and its state has the reason', async () => {
  const { engine, logged } = start(letters(() => Promise.reject(new Error('A mistake.'))));
  const { id } = await engine.start(newJob('abc'));
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('A mistake.') });
  expect(logged.join()).toContain('A mistake.');
});

/** Jobs whose tasks do what the test says. All of them share two slots. */
function sharing(perform: (letter: string, signal: AbortSignal) => Promise<void>, changes: Partial<JobKind> = {}) {
  const kind: JobKind = {
    slots: new Slots('letters', { service: 2, team: 2 }),
    isPrivate: () => false,
    target: () => undefined,
    open: ({ signal }) => ({
      tasksAtOnce: 2,
      async perform({ task }) {
        await perform((task as { letter: string }).letter, signal);
        return async (job) => {
          await job.add({ completed: 1 });
        };
      },
    }),
    ...changes,
  };
  return { kind };
}

test('a job that fails gives its slots back', async () => {
  const { engine } = start(
    sharing(async (letter) => {
      if (letter === 'x') throw new Error('A mistake.');
    }),
  );
  for (let count = 0; count < 2; count++) await engine.ended((await engine.start(newJob('x'))).id);
  const { id } = await engine.start(newJob('a'));
  await eventually(async () => (await engine.find(id))?.status).toBe('completed');
});

test('a job whose tasks cannot be read gives its slots back, and ends what is being done', async () => {
  let aborted = 0;
  const { engine, database } = start(
    sharing((letter, signal) =>
      letter === 'a'
        ? Promise.resolve()
        : endless(letter, signal).finally(() => {
            aborted += 1;
          }),
    ),
  );
  const { all } = database;
  for (let count = 0; count < 2; count++) {
    let reads = 0;
    database.all = (text, ...values) => {
      if (/from "job_tasks".*"position" >/.test(text) && ++reads === 2) throw new Error('disk I/O error');
      return all.call(database, text, ...values) as never;
    };
    const { id } = await engine.start(newJob('ba'));
    await engine.ended(id);
    expect((await engine.find(id))?.status).toBe('failed');
  }
  database.all = all;
  expect(aborted).toBe(2);
  const { id } = await engine.start(newJob('a'));
  await eventually(async () => (await engine.find(id))?.status).toBe('completed');
});

test('a job that cannot be read leaves the others to be resumed, and the log names it', async () => {
  const { engine, database } = start(sharing(endless));
  const { id: unreadable } = await engine.start(newJob('a'));
  const { id } = await engine.start(newJob('a'));
  await engine.close();
  database.run("update jobs set progress = '{' where id = ?", unreadable);
  const { engine: next, logged } = start(
    sharing(async () => {}),
    database,
  );
  await eventually(async () => (await next.find(id))?.status).toBe('completed');
  expect(logged).toEqual([expect.stringContaining(unreadable)]);
});

test('a job whose kind makes a mistake at its end has failed, and does not try for ever', async () => {
  const onEnd = () => Promise.reject(new Error('A mistake.'));
  const { engine, logged } = start(sharing(async () => {}, { onEnd }));
  const { id } = await engine.start(newJob('a'));
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('A mistake.') });
  // At the end of its work, and at that of the failed job.
  expect(logged).toEqual(Array(2).fill(expect.stringContaining('A mistake.')));
});

test('a kind that makes a mistake at the end of a completed job stores what goes with its failure', async () => {
  const ends: string[] = [];
  const { engine } = start(
    sharing(async () => {}, {
      async onEnd(_, { status }) {
        ends.push(status);
        if (status === 'completed') throw new Error('A mistake.');
      },
    }),
  );
  const { id } = await engine.start(newJob('a'));
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('A mistake.') });
  expect(ends).toEqual(['completed', 'failed']);
});

test('a job belongs to the transaction that starts it, and one with the same id that runs gets the tasks', async () => {
  const kind = letters((letter, signal) => (letter === 'b' ? endless(letter, signal) : undefined));
  const { engine, stores } = start(kind);
  const job = (text: string) => ({ ...newJob(text), id: 'mine' });
  const failing = stores.transaction(async (bound) => {
    await engine.start(job('z'), bound);
    throw new Error('not stored');
  });
  await expect(failing).rejects.toThrow('not stored');
  await stores.transaction(async (bound) => {
    await engine.start(job('ab'), bound);
    await engine.start(job('c'), bound);
  });
  await eventually(() => kind.done).toEqual(['a', 'c']);
  expect(await stores.transaction(async (bound) => engine.cancel(await engine.start(job('d'), bound), bound))).toBe(
    true,
  );
  await engine.ended('mine');
  expect(kind.done).toEqual(['a', 'c']);
});

test('an internal job leaves nothing, and another one with its id can follow at once', async () => {
  const { kind, done } = letters();
  const { engine, stores, database } = start({ kind: { ...kind, isInternal: true } });
  for (const letter of 'abcdefgh') {
    const length = done.length;
    await engine.start({ ...newJob(letter), id: 'mine' });
    // Not awaited in every other round, so that the next one finds the run of this one.
    if (length % 2) await engine.ended('mine');
    else await eventually(() => done.length).toBeGreaterThan(length);
  }
  await engine.ended('mine');
  expect(done.join('')).toBe('abcdefgh');
  expect(await stores.jobs.find('mine')).toBeUndefined();
  expect(database.all('select * from job_tasks')).toEqual([]);
});

test('a kind without a target is not charged for its jobs', async () => {
  const { engine, stores } = start(retrying());
  await engine.ended((await engine.start(newJob('a'))).id);
  expect(await stores.ledger.latest(10)).toEqual([]);
});

/** Does tasks in their order; one with an `x` is put off for a second at each of its first two attempts. */
function retrying() {
  const attempts: string[] = [];
  const kind: JobKind = {
    slots: new Slots('letters', { service: 1, team: 1 }),
    isPrivate: () => false,
    open: ({ job }) => ({
      tasksAtOnce: 1,
      async perform({ task, attempts: before }) {
        const { letter } = task as { letter: string };
        attempts.push(letter);
        if (letter === 'x' && before < 2) return { retryAt: job.createdAt + 1_000 * (before + 1) };
        return async (transaction) => {
          await transaction.add({ completed: 1 });
        };
      },
    }),
  };
  return { kind, attempts };
}

test('a task is done again at its time, those behind it wait, and other jobs do not', async () => {
  const { kind, attempts } = retrying();
  const { engine, clock } = start({ kind });
  const { id } = await engine.start(newJob('axb'));
  await eventually(() => attempts.join('')).toBe('ax');
  const { id: other } = await engine.start(newJob('c'));
  await engine.ended(other);
  await clock.advance(999);
  expect(attempts.join('')).toBe('axc');
  await clock.advance(1);
  await eventually(() => attempts.join('')).toBe('axcx');
  expect(await engine.load(['letters'])).toEqual({ active: 0, waiting: 2 });
  await clock.advance(1_000);
  await engine.ended(id);
  expect(attempts.join('')).toBe('axcxxb');
  expect(await engine.find(id)).toMatchObject({ status: 'completed', completed: 3 });
});

test('a task that waits for its time begins when somebody wants it now, and in the next server', async () => {
  const { kind, attempts } = retrying();
  const { engine, database } = start({ kind });
  const { id } = await engine.start(newJob('xa'));
  await eventually(async () => {
    await engine.retryNow(id);
    return attempts.join('');
  }).toMatch(/^xx+a?$/);
  await engine.close();
  const { engine: next } = start({ kind }, database);
  await next.ended(id);
  expect(attempts.join('')).toBe('xxxa');
  expect(await next.retryNow(id)).toBe(false);
});

test('a job can be cancelled while its task waits for its time', async () => {
  const { kind, attempts } = retrying();
  const { engine } = start({ kind });
  const job = await engine.start(newJob('xa'));
  await eventually(() => attempts.join('')).toBe('x');
  expect(await engine.cancel(job)).toBe(true);
  await engine.ended(job.id);
  expect(attempts.join('')).toBe('x');
});

test('a task can fail its job for a reason that callers may know', async () => {
  const { engine, logged } = start(sharing(() => Promise.reject(new JobFailure('It is too late.'))));
  const { id } = await engine.start(newJob('a'));
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({ status: 'failed', error: 'It is too late.' });
  expect(logged).toEqual([]);
});
