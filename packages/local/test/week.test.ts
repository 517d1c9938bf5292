import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from './program.js';
import type { Measure, WeekOptions, WeekReport } from './programs/week.js';

/** A week on the clock takes some minutes. */
const LONG_MS = 20 * 60_000;

const { EXPLORE } = process.env;

/** Runs the service under a mixed load, in a process of its own. */
async function runWeek(options: Omit<WeekOptions, 'storage'>): Promise<WeekReport> {
  const storage = join(mkdtempSync(join(tmpdir(), 'trawl-week-')), 'trawl.db');
  const program = fork(bundledProgram('week'), [JSON.stringify({ ...options, storage })], {
    execArgv: ['--expose-gc'],
  });
  onTestFinished(() => {
    program.kill('SIGKILL');
  });
  const ended = once(program, 'exit').then(([status]) => {
    throw new Error(`The program has ended with ${status} before its report.`);
  });
  const [report] = await Promise.race([once(program, 'message'), ended]);
  return report as WeekReport;
}

const ALL_IS_WELL = { failures: [], strangeLines: [], problems: [] };

function median(measures: readonly Measure[], name: keyof Measure): number {
  const values = measures.map((measure) => measure[name]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

test('some hours of all kinds of work, with restarts amid jobs, lose nothing and leave no line unexplained', {
  timeout: 180_000,
}, async () => {
  const report = await runWeek({ rounds: 5, restartsAfter: [2, 4], movesClock: true, usesBrowser: false });
  expect(report).toMatchObject({ ...ALL_IS_WELL, jobs: { crawl: 20, batch: 10, agent: 7, extract: 7 } });
});

// It takes minutes, so that only `npm run explore` has it.
if (EXPLORE) {
  test.each([
    ['a week of the clock', { rounds: 168, movesClock: true }],
    ['the same rounds without a pause', { rounds: 168, movesClock: false }],
  ])('%s leaves memory flat, and the file where data expires', { timeout: LONG_MS }, async (_, load) => {
    const { measures, ...report } = await runWeek({ ...load, restartsAfter: [12, 30, 48], usesBrowser: true });
    expect(report).toMatchObject({ ...ALL_IS_WELL, jobs: { crawl: 351, batch: 336, agent: 171, extract: 171 } });
    // The days after the last restart, without the first one, in two halves.
    const days = measures.filter(({ round }) => round > 72);
    const [first, second] = [days.slice(0, days.length / 2), days.slice(days.length / 2)];
    expect(median(second, 'heapMegabytes')).toBeLessThan(1.2 * median(first, 'heapMegabytes'));
    expect(median(second, 'residentMegabytes')).toBeLessThan(1.2 * median(first, 'residentMegabytes'));
    // Without the clock of a week, nothing is old enough to be forgotten.
    if (!load.movesClock) return;
    expect(median(second, 'storageMegabytes')).toBeLessThan(1.2 * median(first, 'storageMegabytes'));
  });
}
