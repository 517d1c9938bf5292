import type { FormatResult, PageFacts } from './page-facts.js';
import { keyWords, passagesOf, sentencesOf } from './text-passages.js';

const SENTENCES = 4;

/** Shorter ones are labels, longer ones are lists in disguise. */
const SHORTEST = 40;
const LONGEST = 400;

/** Beyond this much text no sentence is looked at: the gist of a page stands before. */
const MOST_SENTENCES = 400;

/** Writers say at the beginning what comes: the first sentence weighs as much more. */
const FIRST = 1.5;

/** The sentences of a page that have most of what the page is about, in their order. */
export function makeSummary({ content }: PageFacts): FormatResult<string> {
  const sentences = candidatesIn(passagesOf(content));
  if (sentences.length === 0) return { warning: '`summary` is missing: the page has no sentences to choose from.' };

  const words = sentences.map((sentence) => new Set(keyWords(sentence)));
  const frequency = new Map<string, number>();
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);

  const chosen = new Set<number>();
  const told = new Set<string>();
  while (chosen.size < SENTENCES) {
    const best = heaviest(words, (set, position) => {
      if (chosen.has(position)) return 0;
      let weight = 0;
      // What has been told already tells nothing more.
      for (const word of set) if (!told.has(word)) weight += frequency.get(word) ?? 0;
      return (weight / Math.sqrt(set.size + 1)) * (position === 0 ? FIRST : 1);
    });
    if (best === undefined) break;
    chosen.add(best);
    for (const word of words[best] ?? []) told.add(word);
  }
  return {
    value: sentences.filter((_, position) => chosen.has(position)).join(' '),
    warning: '`summary` is made of sentences of the page: this server has no language model.',
  };
}

function candidatesIn(passages: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const passage of passages) {
    if (passage.length < SHORTEST) continue;
    for (const sentence of sentencesOf(passage)) {
      if (sentence.length >= SHORTEST && sentence.length <= LONGEST) sentences.push(sentence);
      if (sentences.length === MOST_SENTENCES) return sentences;
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
