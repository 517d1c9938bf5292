import { type Content, contentText } from '../page/content.js';

/** Words that say nothing about what a text is about. */
const COMMON = new Set(
  'a about after all also an and any are as at be been but by can do does for from had has have he her his how i if in into is it its may more most no not of on one only or other our out over she should so some such than that the their them then there these they this to up was we were what when where which who will with would you your'.split(
    ' ',
  ),
);

/** The words of a text that carry its meaning, in one form for singular and plural. */
export function keyWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !COMMON.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s)$/, '') : word));
}

/** The paragraphs of the content. */
export function passagesOf(content: Content): string[] {
  return contentText(content)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** One after the other, as a long text may have more of them than anybody reads. */
export function* sentencesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) {
    const sentence = segment.trim();
    if (sentence !== '') yield sentence;
  }
}
