import { expect, onTestFinished, test, vi } from 'vitest';
import { createVirtualClock } from '../clock.js';
import type { ModelAccess } from '../model/open-model.js';
import { openDatabase } from '../store/sqlite.js';
import type { JobWork } from './model-jobs.js';
import { createModelJobs } from './model-jobs.js';

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
  run: (work: JobWork<'agent'>) => Promise<unknown>,
  { database = openDatabase(), clock = createVirtualClock(), hasModel = true } = {},
) {
  const charged: number[] = [];
  const lines: string[] = [];
  const agent = {
    maxMs: () => 1_000,
    run: async (work: JobWork<'agent'>) => ({ data: await run(work), sources: {}, warnings: [] }),
  };
  const jobs = createModelJobs({
    database,
    clock,
    access: hasModel ? access : undefined,
    log: (line: string) => void lines.push(line),
    kinds: { agent, extract: { maxMs: () => 1_000, run: () => Promise.reject(new Error('A mistake of ours.')) } },
    webhooks: { deliver: () => {}, idle: async () => {} },
    ledger: { charge: ({ credits }) => void charged.push(credits) },
    plan: { remaining: () => 100 },
  });
  onTestFinished(() => jobs.close());
  const status = (id: string) => jobs.inspect(id)?.status;
  return { jobs, database, clock, charged, lines, status };
}

/** Goes on until it is stopped. */
const endless = ({ signal }: JobWork<'agent'>) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('a job is its team’s alone, and of its kind', async () => {
  const { jobs } = start(async () => 1);
  const id = jobs.start('agent', 'mine', { prompt: 'x' });
  expect(jobs.find('agent', 'mine', id)?.id).toBe(id);
  expect(jobs.find('agent', 'other', id)).toBeUndefined();
  expect(jobs.find('extract', 'mine', id)).toBeUndefined();
});

test('credits and tokens are charged with the step, and those after it with the end', async () => {
  const { jobs, charged, status } = start(async ({ chat, spend, finishStep, creditsUsed, creditsLeft }) => {
    await chat.ask([]);
    spend(2);
    expect([creditsUsed(), creditsLeft()]).toEqual([2, 98]);
    await finishStep({}, []);
    spend(3);
    return creditsUsed();
  });
  const id = jobs.start('agent', 'mine', { prompt: 'x' });
  await vi.waitFor(() => expect(status(id)).toBe('completed'));
  expect(jobs.inspect(id)).toMatchObject({ credits: 5, tokens: 7, steps: 1, result: { data: 5 } });
  expect(charged).toEqual([0, 2, 3]);
});

test('a cancelled job is charged for what it had used, and does nothing more', async () => {
  const { jobs, charged, status } = start(async ({ signal, spend, finishStep }) => {
    spend(4);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await finishStep({}, []);
    return 'done';
  });
  const id = jobs.start('agent', 'mine', { prompt: 'x' });
  await vi.waitFor(() => expect(jobs.count('mine')).toEqual({ active: 1, waiting: 0 }));
  const job = jobs.inspect(id);
  if (job) jobs.cancel(job);
  expect(status(id)).toBe('cancelled');
  await vi.waitFor(() => expect(jobs.count('mine')).toEqual({ active: 0, waiting: 0 }));
  expect(jobs.inspect(id)).toMatchObject({ status: 'cancelled', credits: 4, steps: 0 });
  expect(charged).toEqual([0, 4]);
});

test('four jobs are worked on at once, and the others wait', async () => {
  const { jobs } = start(endless);
  for (let count = 0; count < 6; count += 1) jobs.start('agent', 'mine', { prompt: 'x' });
  await vi.waitFor(() => expect(jobs.count('mine')).toEqual({ active: 4, waiting: 2 }));
  expect(jobs.count('other')).toEqual({ active: 0, waiting: 0 });
});

test('a job that a server without a model finds has failed', async () => {
  const { jobs, database } = start(endless);
  const id = jobs.start('agent', 'mine', { prompt: 'x' });
  const next = start(endless, { database, hasModel: false });
  await vi.waitFor(() => expect(next.status(id)).toBe('failed'));
  expect(next.jobs.inspect(id)?.error).toBe('This server has no language model any more (--model-url).');
});

test('a mistake of the service is logged, and not told', async () => {
  const { jobs, lines, status } = start(endless);
  const id = jobs.start('extract', 'mine', { prompt: 'x' });
  await vi.waitFor(() => expect(status(id)).toBe('failed'));
  expect(jobs.inspect(id)?.error).toMatch(/because of an error in this server/);
  expect(lines.join('\n')).toContain('A mistake of ours.');
});

test('a job is forgotten a day after its end, and none before', async () => {
  const { jobs, clock, database, status } = start(async () => 1);
  const id = jobs.start('agent', 'mine', { prompt: 'x' });
  await vi.waitFor(() => expect(status(id)).toBe('completed'));
  await clock.advance(DAY_MS - 1);
  expect(status(id)).toBe('completed');
  await clock.advance(1);
  expect(status(id)).toBeUndefined();
  jobs.start('agent', 'mine', { prompt: 'y' });
  expect(database.all('select id from model_jobs where id = ?', id)).toEqual([]);
});
