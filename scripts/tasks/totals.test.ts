import { describe, expect, it } from 'vitest';
import { printTotals, readTotals, sumOf } from './totals.js';

describe('the totals of a test run', () => {
  it('are read from the line with which vitest closes', () => {
    expect(readTotals('      Tests  12 passed (12)')).toEqual({ passed: 12, failed: 0, skipped: 0 });
  });

  it('are read behind the name of a task', () => {
    expect(readTotals('@trawl/client:test:       Tests  3 failed | 9 passed | 2 skipped | 1 todo (15)')).toEqual({
      passed: 9,
      failed: 3,
      skipped: 3,
    });
  });

  it('are read through colours', () => {
    const line =
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m7 passed\u001b[39m\u001b[22m\u001b[90m (7)\u001b[39m';
    expect(readTotals(line)).toEqual({ passed: 7, failed: 0, skipped: 0 });
  });

  it.each([
    '⎯⎯⎯⎯⎯⎯⎯ Failed Suites 2 ⎯⎯⎯⎯⎯⎯⎯',
    '@trawl/local:test: \u001b[31m⎯⎯⎯\u001b[39m\u001b[1m\u001b[41m Failed Suites 2 \u001b[49m\u001b[22m\u001b[31m⎯⎯⎯\u001b[39m',
    '     Errors  2 errors',
  ])('count what failed beside tests: %s', (line) => {
    expect(readTotals(line)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it('are not read from anything else', () => {
    expect(readTotals(' Test Files  2 passed (2)')).toBeUndefined();
    expect(readTotals('      Tests  no tests')).toBeUndefined();
    expect(readTotals('   ✓ Tests  say what they mean (12)')).toBeUndefined();
  });

  it('are summed over all runs', () => {
    const one = { passed: 9, failed: 1, skipped: 0 };
    expect(printTotals(sumOf([one, one]))).toBe('18 passed, 2 failed');
    expect(printTotals(sumOf([one, { ...one, skipped: 4 }]), 1)).toBe('18 passed, 2 failed, 4 skipped, 1 unsteady');
  });
});
