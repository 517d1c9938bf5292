/** The full-text indexes of one team. */
export interface TeamIndexes {
  readonly team: string;
  /** The SQL name of the index of its pages; the row ids are those of `search_pages`. */
  readonly words: string;
  /** The SQL name of the index of its images; the row ids are those of `search_images`. */
  readonly imageWords: string;
}

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

/** Conditions on the words of a page, in the query language of the full-text index. */
export interface WordExpressions {
  /** Pages with all of the words; undefined when the search has none. */
  readonly all: string | undefined;
  /** Pages with any of the words; undefined when there are fewer than two. */
  readonly any: string | undefined;
  /** Pages to exclude; undefined when the search excludes nothing. */
  readonly none: string | undefined;
}

/** The columns of an index that hold the fields. */
export type IndexColumns = Readonly<Record<'url' | 'title', string>>;

export function wordExpressions({ required, words, excluded }: WordSearch, columns: IndexColumns): WordExpressions {
  const expressionOf = ({ text, field }: SearchTerm) =>
    field === undefined ? phraseOf(text) : `{${columns[field]}} : ${phraseOf(text)}`;
  const groupOf = (group: TermGroup) => oneOf(group.map(expressionOf));
  const [requiredGroups, wordGroups] = [required.map(groupOf), words.map(groupOf)];
  return {
    all: [...requiredGroups, ...wordGroups].join(' AND ') || undefined,
    any: wordGroups.length > 1 ? [...requiredGroups, oneOf(wordGroups)].join(' AND ') : undefined,
    none: excluded.map(expressionOf).join(' OR ') || undefined,
  };
}

function oneOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;
}

/**
 * Scripts without spaces between words (Thai to Burmese, Khmer, Chinese and Japanese), and Korean, whose words take
 * endings. Each character is indexed as a word of its own, and a search for a word becomes a search for a phrase.
 */
const UNSPACED_SCRIPTS =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]|[\uD840-\uD8BF][\uDC00-\uDFFF]/g;

/** Prepares text for the index: characters of unspaced scripts become separate words. */
export function indexable(text: string): string {
  return text.replace(UNSPACED_SCRIPTS, ' $& ');
}

/** The words of a URL with percent-encoding decoded, as browsers show it. */
export function addressWords(address: string): string {
  try {
    return indexable(decodeURIComponent(address));
  } catch {
    return address;
  }
}

/** Quotes text as a phrase in the query language of the index. */
export function phraseOf(text: string): string {
  // Only letters, marks, digits and private-use characters remain, so that text cannot inject query syntax.
  return `"${indexable(text.replace(/[^\p{L}\p{M}\p{N}\p{Co}]+/gu, ' ')).trim()}"`;
}
