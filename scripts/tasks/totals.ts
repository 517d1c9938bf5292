import { stripVTControlCharacters } from 'node:util';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * The totals in a line of a log, if it is the one with which vitest closes: `Tests  1 failed | 8 passed (9)`. Turbo
 * keeps the log of every task, so this counts tests that ran just now and tests answered from the cache alike.
 */
export function readTotals(line: string): Totals | undefined {
  const [, counts] = /(?:^|\s)Tests {2}(\d.*) \(\d+\)$/.exec(stripVTControlCharacters(line).trimEnd()) ?? [];
  if (counts === undefined) return undefined;
  const count = (state: string) => Number(new RegExp(`(\\d+) ${state}`).exec(counts)?.[1] ?? 0);
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') + count('todo') };
}

/** `unsteady` is how many of the failures were none when they ran once more. */
export function printTotals(totals: readonly Totals[], unsteady = 0): string {
  const sum = (state: keyof Totals) => totals.reduce((all, one) => all + one[state], 0);
  const skipped = sum('skipped');
  const others = [skipped > 0 ? `, ${skipped} skipped` : '', unsteady > 0 ? `, ${unsteady} unsteady` : ''];
  return `${sum('passed')} passed, ${Math.max(0, sum('failed') - unsteady)} failed${others.join('')}`;
}
