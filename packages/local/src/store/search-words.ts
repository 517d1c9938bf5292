/** A word or phrase that is searched for: anywhere, or in one field of a page. */
export interface SearchTerm {
  readonly text: string;
  readonly field?: 'url' | 'title' | undefined;
}

/** Terms of which a page needs one, such as a word and its inflections. */
export type TermGroup = readonly SearchTerm[];

/** The words of a search. */
export interface WordSearch {
  /** A page needs all of these. */
  readonly required: readonly TermGroup[];
  /** Pages that have all of these come first, and then those that have one of them. */
  readonly words: readonly TermGroup[];
  /** A page must have none of these. */
  readonly excluded: TermGroup;
}

/** Conditions on the words of a page, in the query language of a database. */
export interface WordExpressions {
  /** Pages with all of the words; undefined when the search has none. */
  readonly all: string | undefined;
  /** Pages with any of the words; undefined when there are fewer than two. */
  readonly any: string | undefined;
  /** Pages to exclude; undefined when the search excludes nothing. */
  readonly none: string | undefined;
}

/** The signs with which a query language joins conditions. */
export interface Operators {
  readonly and: string;
  readonly or: string;
}

/** Writes the conditions; `termOf` writes that of one term. */
export function wordExpressions(
  { required, words, excluded }: WordSearch,
  { and, or }: Operators,
  termOf: (term: SearchTerm) => string,
): WordExpressions {
  const oneOf = (expressions: readonly string[]) =>
    expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(or)})`;
  const groupOf = (group: TermGroup) => oneOf(group.map(termOf));
  const [requiredGroups, wordGroups] = [required.map(groupOf), words.map(groupOf)];
  return {
    all: [...requiredGroups, ...wordGroups].join(and) || undefined,
    any: wordGroups.length > 1 ? [...requiredGroups, oneOf(wordGroups)].join(and) : undefined,
    none: excluded.map(termOf).join(or) || undefined,
  };
}

/**
 * A character of the scripts without spaces between words (Thai to Burmese, Khmer, Chinese and Japanese), or of Korean,
 * whose words take endings. Each counts as a word of its own, and a search for a word becomes a search for a phrase.
 */
export const UNSPACED_CHARACTER =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]|[\uD840-\uD8BF][\uDC00-\uDFFF]/g;

/** Characters of the text of a page that are indexed. */
export const MAX_INDEXED_TEXT = 500_000;

/** A URL with percent-encoding decoded, as browsers show it. */
export function readableAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
