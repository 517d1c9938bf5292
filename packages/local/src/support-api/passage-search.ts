import type { Stores } from '../store/stores.js';
import { type Passage, passages } from './passages.js';

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  'a an and are as at be by can could do does for from how i if in is it me my not of on or so that the then there this to was what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** No question has more words. Text pasted below it may have thousands, which do not help the search. */
const MAX_WORDS = 100;

/** Finds the passages of the reference that match a question, the best match first. */
export type PassageSearch = (question: string, limit: number) => Promise<Passage[]>;

/** Builds the index at the first question, because most servers never get one. */
export function createPassageSearch({ passages: store }: Pick<Stores, 'passages'>): PassageSearch {
  let indexPromise: Promise<void> | undefined;

  function indexPassages(): Promise<void> {
    return store.fill(
      passages().map((passage) => ({ ...passage, words: `${wordsOf(passage.title)} ${passage.text}` })),
    );
  }

  return async (question, limit) => {
    indexPromise ??= indexPassages();
    await indexPromise;
    const words = wordsOf(question)
      .split(' ')
      .filter((word) => word && !STOP_WORDS.has(word));
    if (!words.length) return [];
    const matches = new Map<string, Passage>();
    for (const passage of await store.search([...new Set(words)].slice(0, MAX_WORDS))) {
      // Schemas composed of others repeat the descriptions of their fields.
      if (!matches.has(passage.text)) matches.set(passage.text, passage);
      if (matches.size === limit) break;
    }
    return [...matches.values()];
  };
}

/** Adds the parts of names such as `maxAge` and `SCRAPE_TIMEOUT`, so that they are found too. */
function wordsOf(text: string): string {
  const parts = text.replace(/([a-z])([A-Z])/g, '$1 $2');
  return `${text} ${parts}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
