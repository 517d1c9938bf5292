import { beforeAll, describe, expect, it } from 'vitest';
import { CONVERTERS } from './converters.js';
import { type Score, scoreAll, summarize } from './score.js';

const [ours] = CONVERTERS;

describe('conversion of real pages', () => {
  let scores: Score[];

  beforeAll(async () => {
    if (ours === undefined) throw new Error('There is nobody to measure.');
    scores = await scoreAll(ours, 0);
  });

  // Floors well below what was measured: they catch what breaks, not what shifts.
  it('finds the main content', () => {
    const { documentation, articles, others } = summarize(scores);
    expect(documentation).toBeGreaterThan(0.97);
    expect(articles).toBeGreaterThan(0.93);
    expect(others).toBeGreaterThan(0.95);
  });

  it('finds main content on every page', () => {
    const worst = scores.map(({ gold, f1 }) => ({ file: gold.file, f1 })).filter(({ f1 }) => f1 < 0.85);
    expect(worst).toEqual([]);
  });

  it('preserves code, cells, links and list items', () => {
    const { preserved } = summarize(scores);
    expect(preserved.code).toBeGreaterThan(0.95);
    expect(preserved.cells).toBeGreaterThan(0.94);
    expect(preserved.links).toBeGreaterThan(0.97);
    expect(preserved.items).toBeGreaterThan(0.96);
  });
});
