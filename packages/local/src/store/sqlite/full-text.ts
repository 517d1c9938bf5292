import {
  readableAddress,
  UNSPACED_CHARACTER,
  type WordExpressions,
  type WordSearch,
  wordExpressions,
} from '../search-words.js';

/** The full-text indexes of one team. */
export interface TeamIndexes {
  readonly team: string;
  /** The SQL name of the index of its pages; the row ids are those of `search_pages`. */
  readonly words: string;
  /** The SQL name of the index of its images; the row ids are those of `search_images`. */
  readonly imageWords: string;
}

/** The columns of an index that hold the fields. */
export type IndexColumns = Readonly<Record<'url' | 'title', string>>;

/** The conditions in the query language of FTS5. */
export function matchExpressions(words: WordSearch, columns: IndexColumns): WordExpressions {
  return wordExpressions(words, { and: ' AND ', or: ' OR ' }, ({ text, field }) =>
    field === undefined ? phraseOf(text) : `{${columns[field]}} : ${phraseOf(text)}`,
  );
}

/** Prepares text for the index: characters of unspaced scripts become separate words. */
export function indexable(text: string): string {
  return text.replace(UNSPACED_CHARACTER, ' $& ');
}

/** The words of a URL. */
export function addressWords(address: string): string {
  return indexable(readableAddress(address));
}

/** Quotes text as a phrase in the query language of the index. */
export function phraseOf(text: string): string {
  // Only letters, marks, digits and private-use characters remain, so that text cannot inject query syntax.
  return `"${indexable(text.replace(/[^\p{L}\p{M}\p{N}\p{Co}]+/gu, ' ')).trim()}"`;
}
