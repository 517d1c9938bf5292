import { type Content, contentText } from '../html/content.js';

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

/** Of more than a book, the beginning stands for the rest. */
const MOST_TEXT = 500_000;

/** Nobody reads a longer paragraph in one go. */
const LONGEST_PASSAGE = 2_000;

/** The paragraphs of the content. */
export function passagesOf(content: Content): string[] {
  return passagesOfText(contentText(content));
}

export function passagesOfText(text: string): string[] {
  return text
    .slice(0, MOST_TEXT)
    .split('\n')
    .flatMap((line) => cut(line.trim()))
    .filter((line) => line !== '');
}

/** A line in pieces, none of them too long, cut between words where there are any. */
function cut(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > LONGEST_PASSAGE) {
    const space = line.lastIndexOf(' ', start + LONGEST_PASSAGE);
    const end = space > start ? space : start + LONGEST_PASSAGE;
    pieces.push(line.slice(start, end).trim());
    start = end;
  }
  pieces.push(line.slice(start).trim());
  return pieces;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The segmenter copies its text for every sentence: it is given so many characters at a time. */
const PIECE = 4_000;

/** One after the other, as a long text may have more of them than anybody reads. */
export function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const segments = [...segmenter.segment(text.slice(start, start + PIECE))];
    const isLast = start + PIECE >= text.length;
    // Where a piece ends, a sentence may not.
    if (!isLast && segments.length > 1) segments.pop();
    for (const { segment } of segments) {
      const sentence = segment.trim();
      if (sentence !== '') yield sentence;
      start += segment.length;
    }
  }
}
