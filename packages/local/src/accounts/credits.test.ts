import { describe, expect, test } from 'vitest';
import { pageCredits, searchCredits } from './credits.js';

describe('a page costs', () => {
  test.each([
    ['one credit', {}, 1],
    ['one credit for each page of a PDF', { pdfPages: 7 }, 7],
    ['a flat credit for a PDF that is not parsed', { pdfAsFile: true }, 1],
    ['more from the cache in lockdown', { lockdown: 'hit', pdfPages: 3 }, 5],
    ['one credit when the cache has it not', { lockdown: 'miss' }, 1],
    ['four on top for each format of a language model', { modelFormats: 2 }, 9],
    ['two on top for each checked URL', { checkedUrls: 1 }, 3],
  ] as const)('%s', (_, cost, credits) => {
    expect(pageCredits(cost)).toBe(credits);
  });
});

describe('a search costs', () => {
  test.each([
    ['nothing without results', 0, [], 0],
    ['two credits for up to ten results', 1, [], 2],
    ['two for each ten that were begun', 11, [], 4],
    ['ten for each ten without retention', 10, ['zdr', 'anon'], 10],
    ['two for each ten when anonymous', 20, ['anon'], 4],
  ])('%s', (_, results, enterprise, credits) => {
    expect(searchCredits(results, enterprise)).toBe(credits);
  });
});
