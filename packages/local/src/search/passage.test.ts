import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opening, relevantPassage } from './passage.js';

const filler = 'Nothing of interest stands in this sentence at all. ';

test('is where the most words stand together', () => {
  const text = `Ships leave.\n${filler.repeat(20)}Tides rule. Ships wait for tides in May. ${filler.repeat(20)}`;
  expect(relevantPassage(text, ['ship', 'tide', 'may'], [])).toMatch(
    /^(?:… )?.*Tides rule\. Ships wait for tides in May\./,
  );
});

test('begins and ends with a sentence where one is near, and says where it was cut', () => {
  const text = `${filler.repeat(4)}The zebra crossing is new. ${filler.repeat(8)}`;
  const passage = relevantPassage(text, ['zebra'], []) ?? '';
  expect(passage).toMatch(/^The zebra crossing is new\. Nothing .* at all\.$/);
  const endless = `${'word '.repeat(100)}zebra ${'word '.repeat(100)}`;
  expect(relevantPassage(endless, ['zebra'], [])).toMatch(/^… (?:word )+zebra (?:word )+…$/);
});

test('follows phrases before words', () => {
  const text = `tables tables tide. ${filler.repeat(10)}Here is a tide table. ${filler.repeat(10)}`;
  expect(relevantPassage(text, ['tables', 'tide'], ['tide table'])).toContain('Here is a tide table.');
});

test('finds words without their accents, and in scripts without spaces', () => {
  expect(relevantPassage(`${filler.repeat(10)}Une crème brûlée.`, ['creme'], [])).toContain('Une crème brûlée.');
  expect(relevantPassage('これは東京タワーです。', ['東京'], [])).toBe('これは東京タワーです。');
});

test('is none where no word stands', () => {
  expect(relevantPassage('Ships and tides', ['hip', '(', 'x'], [])).toBeUndefined();
});

test('is short, and a part of the text, whatever the text and the words are', () => {
  const unit = fc.constantFrom('a', 'b', 'é', ' ', '\n', '. ', '。', '(', '\\', 'a'.repeat(50), '中');
  const text = fc.array(unit, { maxLength: 200 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.string({ maxLength: 4 })), (source, words) => {
      for (const passage of [relevantPassage(source, words, []), opening(source)]) {
        if (passage === undefined) continue;
        expect(passage.length).toBeLessThanOrEqual(284);
        expect(source.replace(/\s+/g, ' ')).toContain(passage.replace(/^… /, '').replace(/ …$/, ''));
      }
    }),
  );
});

test('of a long text is not read again for every match', () => {
  const text = `${'ab '.repeat(100_000)}zebra`;
  const began = performance.now();
  relevantPassage(text, ['ab', 'zebra', 'a', 'b'], ['ab ab ab']);
  expect(performance.now() - began).toBeLessThan(3_000);
});
