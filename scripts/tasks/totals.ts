import { stripVTControlCharacters } from 'node:util';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * What a line of a log adds to the totals, if vitest counts in it: `Tests  1 failed | 8 passed (9)`, suites and files that
 * failed as a whole, and errors outside of tests. Turbo keeps the log of every task, so this counts tests that ran just now and
 * tests answered from the cache alike.
 */
export function readTotals(line: string): Totals | undefined {
  const text = stripVTControlCharacters(line).trimEnd();
  const [, others] = /(?:^|: )(?:⎯+ Failed Suites | *Errors {2})(\d+)(?: ⎯+| errors?)$/.exec(text) ?? [];
  if (others !== undefined) return { passed: 0, failed: Number(others), skipped: 0 };
  const [, counts] = /(?:^|\s)Tests {2}(\d.*) \(\d+\)$/.exec(text) ?? [];
  if (counts === undefined) return undefined;
  const count = (state: string) => Number(new RegExp(`(\\d+) ${state}`).exec(counts)?.[1] ?? 0);
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') + count('todo') };
}

export function sumOf(totals: readonly Totals[]): Totals {
  const sum = (state: keyof Totals) => totals.reduce((all, one) => all + one[state], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** `unsteady` is how many tests passed only when they ran once more. */
export function printTotals({ passed, failed, skipped }: Totals, unsteady = 0): string {
  const others = [skipped > 0 ? `, ${skipped} skipped` : '', unsteady > 0 ? `, ${unsteady} unsteady` : ''];
  return `${passed} passed, ${failed} failed${others.join('')}`;
}
