import { describe, expect, it } from 'vitest';
import type { BrowserProcess } from './browser-processes.js';
import { createMemoryJudge, MEGABYTE, MemoryTotal } from './memory-limits.js';

const limits = { page: 100, browser: 250 };

const browser = (megabytes: number): BrowserProcess => ({
  pid: 1,
  isOfPage: false,
  bytes: megabytes * MEGABYTE,
  cpuTicks: 0,
});

const page = (pid: number, megabytes: number, cpuTicks = 0): BrowserProcess => ({
  pid,
  isOfPage: true,
  bytes: megabytes * MEGABYTE,
  cpuTicks,
});

describe('the memory of the pages of a browser', () => {
  it('may be as much as the limits say', () => {
    const judge = createMemoryJudge(limits);
    expect(judge.judge([browser(50), page(2, 100), page(3, 100)])).toBeUndefined();
    expect(judge.judge([])).toBeUndefined();
  });

  it('ends the page that takes more than one may', () => {
    const judge = createMemoryJudge(limits);
    const verdict = judge.judge([browser(10), page(2, 20), page(3, 101)]);
    expect(verdict).toEqual({ pid: 3, why: expect.stringContaining('100 MB of memory that a page may take') });
  });

  it('ends the page that takes most when all together take too much', () => {
    const judge = createMemoryJudge(limits);
    const verdict = judge.judge([browser(60), page(2, 40), page(3, 80), page(4, 75)]);
    expect(verdict).toEqual({ pid: 3, why: expect.stringContaining('`browserMemory`') });
  });

  it('ends the largest page of all browsers, and no page of a browser that has ended counts', () => {
    const total = new MemoryTotal();
    const [one, other] = [createMemoryJudge(limits, total), createMemoryJudge(limits, total)];
    expect(one.judge([browser(60), page(2, 80)])).toBeUndefined();
    expect(other.judge([browser(60), page(3, 70)])).toBeUndefined();
    expect(one.judge([browser(60), page(2, 80)])).toMatchObject({ pid: 2 });
    other.judge([]);
    expect(one.judge([browser(60), page(2, 80)])).toBeUndefined();
  });

  it('counts what a page makes the other processes take, and no more when they give it back', () => {
    const judge = createMemoryJudge(limits);
    expect(judge.judge([browser(10), page(2, 30, 5), page(3, 20, 5)])).toBeUndefined();
    expect(judge.judge([browser(60), page(2, 30, 5), page(3, 20, 90)])).toBeUndefined();
    expect(judge.judge([browser(10), page(2, 30, 5), page(3, 20, 95)])).toBeUndefined();
    expect(judge.judge([browser(60), page(2, 30, 5), page(3, 20, 190)])).toBeUndefined();
    expect(judge.judge([browser(95), page(2, 30, 6), page(3, 20, 290)])).toMatchObject({ pid: 3 });
  });

  it('knows the page that was busiest lately', () => {
    const judge = createMemoryJudge(limits);
    judge.judge([browser(10), page(2, 30, 900), page(3, 20, 5)]);
    for (let measurement = 1; measurement <= 200; measurement++) {
      judge.judge([browser(10), page(2, 30, 900), page(3, 20, 5 + 10 * measurement)]);
    }
    const now = [browser(10), page(2, 30, 900), page(3, 20, 2_005)];
    expect(judge.busiest(now)).toBe(3);
    expect(judge.busiest([browser(10)])).toBeUndefined();
  });
});
