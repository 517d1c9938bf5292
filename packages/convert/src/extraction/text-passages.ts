import { type Content, contentText } from '../html/content.js';

/** Stop words: they do not tell the subject of a text. */
const STOP_WORDS = new Set(
  'a about after all also an and any are as at be been but by can do does for from had has have he her his how i if in into is it its may more most no not of on one only or other our out over she should so some such than that the their them then there these they this to up was we were what when where which who will with would you your'.split(
    ' ',
  ),
);

/** The words of a text without stop words; singular and plural have the same form. */
export function keyWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s)$/, '') : word));
}

/** Longer text is cut here: the length of a book is enough to find its subject. */
const MAX_TEXT_LENGTH = 500_000;

/** Longer paragraphs are split. */
const MAX_PASSAGE_LENGTH = 2_000;

/** The paragraphs of the content. */
export function passagesOf(content: Content): string[] {
  return passagesOfText(contentText(content));
}

export function passagesOfText(text: string): string[] {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .split('\n')
    .flatMap((line) => cut(line.trim()))
    .filter((line) => line !== '');
}

/** Splits a line into pieces of bounded length, between words where possible. */
function cut(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > MAX_PASSAGE_LENGTH) {
    const space = line.lastIndexOf(' ', start + MAX_PASSAGE_LENGTH);
    const end = space > start ? space : start + MAX_PASSAGE_LENGTH;
    pieces.push(line.slice(start, end).trim());
    start = end;
  }
  pieces.push(line.slice(start).trim());
  return pieces;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The segmenter copies its whole text for every sentence, so it gets this many characters at a time. */
const CHUNK_LENGTH = 4_000;

/** Yields sentences one by one, so that a caller can stop early in a long text. */
export function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const segments = [...segmenter.segment(text.slice(start, start + CHUNK_LENGTH))];
    const isLastChunk = start + CHUNK_LENGTH >= text.length;
    // The last sentence of a chunk may continue in the next one.
    if (!isLastChunk && segments.length > 1) segments.pop();
    for (const { segment } of segments) {
      const sentence = segment.trim();
      if (sentence !== '') yield sentence;
      start += segment.length;
    }
  }
}
