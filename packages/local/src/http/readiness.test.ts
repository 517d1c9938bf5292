import { expect, test } from 'vitest';
import { Readiness } from './readiness.js';

function readinessOf(problems: readonly (string | undefined)[]) {
  const lines: string[] = [];
  let checks = 0;
  let isStopping = false;
  const readiness = new Readiness({
    service: { findProblem: async () => problems[checks++] },
    isStopping: () => isStopping,
    log: (line) => lines.push(line),
  });
  return {
    readiness,
    lines,
    checks: () => checks,
    stop() {
      isStopping = true;
    },
  };
}

test('many who ask at once cost one check, and its problem is logged', async () => {
  const { readiness, lines, checks } = readinessOf(['the disk is full.']);
  expect(await Promise.all([readiness.isReady(), readiness.isReady(), readiness.isReady()])).toEqual([
    false,
    false,
    false,
  ]);
  expect(checks()).toBe(1);
  expect(lines).toEqual(['Not ready: the disk is full.']);
});

test('a server that stops is not ready, without a check', async () => {
  const { readiness, lines, checks, stop } = readinessOf([undefined]);
  expect(await readiness.isReady()).toBe(true);
  stop();
  expect(await readiness.isReady()).toBe(false);
  expect(checks()).toBe(1);
  expect(lines).toEqual([]);
});
