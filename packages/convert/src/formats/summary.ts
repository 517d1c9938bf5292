import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import { keyWords, passagesOf, sentencesOf } from '../extraction/text-passages.js';
import type { FormatDefinition } from './format-definition.js';

export const summary: FormatDefinition = {
  field: 'summary',
  isRedacted: true,
  make: makeSummary,
};

const SUMMARY_SENTENCES = 4;

/** Shorter sentences are usually labels, and longer ones are usually lists. */
const MIN_LENGTH = 40;
const MAX_LENGTH = 400;

/** Later sentences are ignored: the main points of a page stand near its beginning. */
const MAX_SENTENCES = 400;

/** The first sentence often introduces the rest, so its weight is multiplied by this. */
const FIRST_SENTENCE_WEIGHT = 1.5;

/** The sentences with the most frequent words of the page, in the order of the page. */
function makeSummary({ content }: PageFacts): FormatResult<string> {
  const sentences = candidatesIn(passagesOf(content));
  if (sentences.length === 0)
    return {
      warning: { code: 'no data', message: '`summary` is missing: the page has no sentences to choose from.' },
    };

  const words = sentences.map((sentence) => new Set(keyWords(sentence)));
  const frequency = new Map<string, number>();
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);

  const positions = new Set<number>();
  const coveredWords = new Set<string>();
  while (positions.size < SUMMARY_SENTENCES) {
    const best = heaviest(words, (set, position) => {
      if (positions.has(position)) return 0;
      let weight = 0;
      // Words of the sentences already chosen add nothing new.
      for (const word of set) if (!coveredWords.has(word)) weight += frequency.get(word) ?? 0;
      return (weight / Math.sqrt(set.size + 1)) * (position === 0 ? FIRST_SENTENCE_WEIGHT : 1);
    });
    if (best === undefined) break;
    positions.add(best);
    for (const word of words[best] ?? []) coveredWords.add(word);
  }
  return {
    value: sentences.filter((_, position) => positions.has(position)).join(' '),
    warning: { code: 'extract', message: '`summary` is made of sentences of the page.' },
  };
}

function candidatesIn(passages: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const passage of passages) {
    if (passage.length < MIN_LENGTH) continue;
    for (const sentence of sentencesOf(passage)) {
      if (sentence.length >= MIN_LENGTH && sentence.length <= MAX_LENGTH) sentences.push(sentence);
      if (sentences.length === MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
}

function heaviest<Item>(items: readonly Item[], weigh: (item: Item, position: number) => number): number | undefined {
  let best: number | undefined;
  let highest = 0;
  for (const [position, item] of items.entries()) {
    const weight = weigh(item, position);
    if (weight > highest) {
      highest = weight;
      best = position;
    }
  }
  return best;
}
