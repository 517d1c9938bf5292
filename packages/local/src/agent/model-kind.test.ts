import { createVirtualClock } from '@trawl/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import { unlimitedCredits } from '../../test/unlimited-plan.js';
import { nextTurn } from '../base/event-loop.js';
import { JobEngine } from '../jobs/engine.js';
import type { ModelAccess } from '../model/open-model.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { findModelJob, startModelJob } from './model-job.js';
import { type ModelWork, modelKinds } from './model-kind.js';

const DAY_MS = 24 * 60 * 60_000;

const access: ModelAccess = {
  isLocal: true,
  check: async () => ({}),
  openChat: ({ onTokens }) => ({
    async ask() {
      onTokens?.(7);
      return '';
    },
    askWithTools: async () => ({ text: '', calls: [] }),
  }),
};

/** Jobs whose agents do this work. */
function start(
  run: (work: ModelWork<'agent'>) => Promise<unknown>,
  { database = openDatabase(), clock = createVirtualClock(), hasModel = true } = {},
) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const stores = openStores(database, clock);
  const agent = {
    isFreeIfFailed: false,
    maxMs: () => 1_000,
    run: async (work: ModelWork<'agent'>) => ({ data: await run(work), sources: {}, warnings: [] }),
  };
  const extract = {
    isFreeIfFailed: true,
    maxMs: () => 1_000,
    async run({ spend, finishStep }: ModelWork<'extract'>): Promise<never> {
      spend(3);
      await finishStep({}, []);
      throw new Error('A mistake of ours.');
    },
  };
  const engine = new JobEngine({ stores, clock, log });
  engine.register(
    modelKinds(
      { agent, extract },
      {
        clock,
        log,
        access: hasModel ? access : undefined,
        webhooks: { deliver: async () => {} },
        credits: unlimitedCredits,
      },
    ),
  );
  engine.run();
  onTestFinished(() => engine.close());
  const begin = (team = 'mine') => startModelJob(engine, 'agent', { team }, { prompt: 'x' });
  const status = async (id: string) => (await engine.find(id))?.status;
  const charged = async () => (await stores.ledger.latest(10)).map(({ credits }) => credits);
  return { engine, begin, database, stores, clock, charged, lines, status };
}

/** Goes on until it is stopped. */
const endless = ({ signal }: ModelWork<'agent'>) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('a job is its team’s alone, and of its kind', async () => {
  const { engine, begin } = start(async () => 1);
  const id = await begin();
  expect((await findModelJob(engine, 'agent', 'mine', id))?.id).toBe(id);
  expect(await findModelJob(engine, 'agent', 'other', id)).toBeUndefined();
  expect(await findModelJob(engine, 'extract', 'mine', id)).toBeUndefined();
});

test('credits and tokens are charged with the step, and those after it with the end', async () => {
  const charges: unknown[] = [];
  const { engine, begin, charged } = start(async ({ chat, spend, finishStep, creditsUsed }) => {
    charges.push(await charged());
    await chat.ask([]);
    spend(2);
    expect(creditsUsed()).toBe(2);
    await finishStep({}, []);
    charges.push(await charged());
    spend(3);
    return creditsUsed();
  });
  const id = await begin();
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({
    status: 'completed',
    credits: 5,
    tokens: 7,
    completed: 1,
    result: { data: 5 },
  });
  expect([...charges, await charged()]).toEqual([[0], [2], [5]]);
});

test('a cancelled job is charged for what it had used, and does nothing more', async () => {
  const { engine, begin, charged, status } = start(async ({ signal, spend, finishStep }) => {
    spend(4);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await finishStep({}, []);
    return 'done';
  });
  const id = await begin();
  await expect.poll(() => engine.queue('mine')).toMatchObject({ active: 1, waiting: 0 });
  const job = await engine.find(id);
  if (job) await engine.cancel(job);
  expect(await status(id)).toBe('cancelled');
  await engine.ended(id);
  expect(await engine.queue('mine')).toMatchObject({ active: 0, waiting: 0 });
  expect(await engine.find(id)).toMatchObject({ status: 'cancelled', credits: 4, completed: 0 });
  expect(await charged()).toEqual([4]);
});

test('a cancel during a step charges for it once', async () => {
  const { engine, begin, charged } = start(async ({ spend, finishStep, signal }) => {
    for (;;) {
      await nextTurn(signal);
      spend(1);
      await finishStep({}, []);
    }
  });
  const id = await begin();
  await expect.poll(async () => (await engine.find(id))?.completed).toBeGreaterThan(2);
  const job = await engine.find(id);
  if (job) await engine.cancel(job);
  await engine.ended(id);
  const { credits = 0, completed = 0 } = (await engine.find(id)) ?? {};
  expect(credits - completed).toBeOneOf([0, 1]);
  expect(await charged()).toEqual([credits]);
});

test('four jobs are worked on at once, and the others wait', async () => {
  const { engine, begin } = start(endless);
  for (let count = 0; count < 6; count += 1) await begin();
  await expect.poll(() => engine.queue('mine')).toMatchObject({ active: 4, waiting: 2 });
  expect(await engine.queue('other')).toMatchObject({ active: 0, waiting: 0 });
});

test('a job that a server without a model finds has failed', async () => {
  const { begin, database } = start(endless);
  const id = await begin();
  const next = start(endless, { database, hasModel: false });
  await expect.poll(() => next.status(id)).toBe('failed');
  expect((await next.engine.find(id))?.error).toBe('This server has no language model any more (--model-url).');
});

test('a mistake of the service is logged and not told, and a failed extraction costs nothing', async () => {
  const { engine, lines, charged } = start(endless);
  const id = await startModelJob(engine, 'extract', { team: 'mine' }, { prompt: 'x' });
  await engine.ended(id);
  expect(await engine.find(id)).toMatchObject({ status: 'failed', credits: 0 });
  expect((await engine.find(id))?.error).toMatch(/because of an error in this server/);
  expect(await charged()).toEqual([0]);
  expect(lines.join('\n')).toContain('A mistake of ours.');
});

test('a job is forgotten a day after its end, and none before', async () => {
  const { engine, begin, clock, database, stores, status } = start(async () => 1);
  const id = await begin();
  await engine.ended(id);
  await clock.advance(DAY_MS - 1);
  expect(await status(id)).toBe('completed');
  await clock.advance(1);
  expect(await status(id)).toBeUndefined();
  await stores.jobs.hideExpired();
  await stores.jobs.removeSome(100);
  expect(database.all('select id from jobs where id = ?', id)).toEqual([]);
});
