import { expect, test, vi } from 'vitest';
import { passagesOfText, sentencesOf } from './text-passages.js';

const words = (text: string) => text.replace(/\s+/g, ' ').trim();

test('takes a text apart into its sentences', () => {
  expect([...sentencesOf('The net is cast. Is it drawn?  It is!')]).toEqual([
    'The net is cast.',
    'Is it drawn?',
    'It is!',
  ]);
});

test('loses nothing of a long text, and cuts no sentence of it', () => {
  const sentences = Array.from({ length: 5_000 }, (_, number) => `The net number ${number} is cast from the stern.`);
  expect([...sentencesOf(sentences.join(' '))]).toEqual(sentences);
});

test('loses nothing of a sentence without an end', () => {
  const text = 'the net is cast and '.repeat(5_000);
  expect(words([...sentencesOf(text)].join(' '))).toBe(words(text));
});

test('gives the segmenter, which copies its text for every sentence, little at a time and little of it twice', () => {
  const text = 'A b. C d! E? '.repeat(20_000);
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  for (const _ of sentencesOf(text));
  const lengths = segment.mock.calls.map(([part]) => part.length);
  segment.mockRestore();
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(text.length * 1.1);
});

test('cuts a line that nobody would read in one go', () => {
  const passages = passagesOfText(`Short.\n${'the net is cast '.repeat(1_000)}`);
  expect(passages[0]).toBe('Short.');
  expect(Math.max(...passages.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
  expect(words(passages.join(' '))).toBe(words(`Short. ${'the net is cast '.repeat(1_000)}`));
  expect(new Set(passages.flatMap((passage) => passage.split(' ')))).toEqual(
    new Set(['Short.', 'the', 'net', 'is', 'cast']),
  );
});

test('cuts a word without an end, too', () => {
  const passages = passagesOfText('x'.repeat(5_000));
  expect(passages.join('')).toBe('x'.repeat(5_000));
  expect(passages.length).toBeGreaterThan(1);
});

test('reads as much as a book of a page that has more', () => {
  expect(passagesOfText('The net is cast.\n'.repeat(100_000)).join('\n').length).toBeLessThanOrEqual(500_000);
});
