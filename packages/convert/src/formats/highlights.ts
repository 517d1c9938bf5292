import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import { keyWords, passagesOf } from '../extraction/text-passages.js';
import type { HighlightsFormat } from '../page/formats.js';
import type { FormatDefinition } from './format-definition.js';

export const highlights: FormatDefinition<HighlightsFormat> = {
  field: 'highlights',
  isRedacted: true,
  make: (page, { query }) => makeHighlights(page, query, 'highlights'),
};

const MAX_PASSAGES = 5;

/** The usual constants of BM25: how fast repeated words stop adding to the score, and how much length lowers it. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** The passages of a page that match a query best, in the order of the page. `field` names them in the warning. */
export function makeHighlights({ content }: PageFacts, query: string, field: string): FormatResult<string> {
  const queryWords = new Set(keyWords(query));
  const passages = passagesOf(content).map((text) => ({ text, words: keyWords(text) }));
  const mean = passages.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, passages.length);

  const documentFrequency = new Map<string, number>();
  for (const { words } of passages) {
    for (const word of new Set(words))
      if (queryWords.has(word)) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
  }
  const scoredPassages = passages.map(({ text, words }, position) => {
    let score = 0;
    const counts = new Map<string, number>();
    for (const word of words) if (queryWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const inverseFrequency = Math.log(
        1 + (passages.length - (documentFrequency.get(word) ?? 0) + 0.5) / ((documentFrequency.get(word) ?? 0) + 0.5),
      );
      const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words.length) / mean);
      score += (inverseFrequency * count * (SATURATION + 1)) / (count + norm);
    }
    // A heading only names the passage that follows.
    return { text, position, score: words.length < 5 ? score / 2 : score };
  });
  const best = scoredPassages
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_PASSAGES)
    .sort((one, other) => one.position - other.position);
  return best.length === 0
    ? {
        warning: {
          code: 'no data',
          message: `\`${field}\` is missing: no passage of the page has words of the query.`,
        },
      }
    : { value: best.map(({ text }) => text).join('\n\n') };
}
