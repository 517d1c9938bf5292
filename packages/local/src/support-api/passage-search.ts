import type { Database } from '../store/database.js';
import { type Passage, passages } from './passages.js';

const TABLE = `
  create virtual table temp.support_passages using fts5 (
    title, words, place unindexed, text unindexed, tokenize = 'porter unicode61'
  );
`;

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  'a an and are as at be by can could do does for from how i if in is it me my not of on or so that the then there this to was what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** No question has more words. Text pasted below it may have thousands, which do not help the search. */
const MAX_WORDS = 100;

/** Finds the passages of the reference that match a question, the best match first. */
export type PassageSearch = (question: string, limit: number) => Passage[];

/** Builds the index at the first question, because most servers never get one. */
export function createPassageSearch(database: Database): PassageSearch {
  let isIndexed = false;

  function indexPassages(): void {
    database.execute(TABLE);
    database.transaction(() => {
      for (const { place, title, text } of passages()) {
        const values = [title, `${wordsOf(title)} ${text}`, place, text];
        database.run('insert into temp.support_passages values (?, ?, ?, ?)', ...values);
      }
    });
    isIndexed = true;
  }

  return (question, limit) => {
    if (!isIndexed) indexPassages();
    const words = wordsOf(question)
      .split(' ')
      .filter((word) => word && !STOP_WORDS.has(word));
    if (!words.length) return [];
    const query = [...new Set(words)]
      .slice(0, MAX_WORDS)
      .map((word) => `"${word}"`)
      .join(' or ')
      .replaceAll(' or ', ' OR ');
    const search =
      'select title, place, text from temp.support_passages where support_passages match ? order by bm25(support_passages, 4, 1)';
    const passages = new Map<string, Passage>();
    for (const passage of database.all<Passage>(search, query)) {
      // Schemas composed of others repeat the descriptions of their fields.
      if (!passages.has(passage.text)) passages.set(passage.text, passage);
      if (passages.size === limit) break;
    }
    return [...passages.values()];
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
