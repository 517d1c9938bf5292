import { sql } from 'kysely';
import type { Filter, PageCondition } from './page-condition.js';
import type { WordExpressions, WordSearch } from './search-words.js';

/** A size that images must have or, if negated, must not have. An image of unknown size has none. */
export interface ImageSize {
  readonly operator: 'larger' | 'exact';
  readonly width: number;
  readonly height: number;
  readonly negated: boolean;
}

export interface ImageSearch {
  readonly words: WordSearch;
  /** A condition on the pages of the images; undefined for all. */
  readonly condition: PageCondition | undefined;
  readonly sizes: readonly ImageSize[];
  readonly limit: number;
}

export interface ImageRow {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** The URL of its page. */
  readonly page: string;
  /** The title of its page. */
  readonly title: string;
}

/** The best images: first those with all of the words, then those with any. `find` gets a condition on the words. */
export async function searchImages(
  words: WordExpressions,
  limit: number,
  find: (expression: string | undefined) => Promise<readonly ImageRow[]>,
): Promise<ImageRow[]> {
  const rows = new Map((await find(words.all)).map((row) => [row.url, row]));
  if (words.any && rows.size < limit) {
    for (const row of await find(words.any)) rows.set(row.url, rows.get(row.url) ?? row);
  }
  return [...rows.values()].slice(0, limit);
}

/** The condition on rows of `search_images`, which has the alias `i`. */
export function sizeFilter({ operator, width, height, negated }: ImageSize): Filter {
  const size =
    operator === 'larger'
      ? sql<boolean>`coalesce(i.width > ${width} and i.height > ${height}, false)`
      : sql<boolean>`coalesce(i.width = ${width} and i.height = ${height}, false)`;
  return negated ? sql<boolean>`not ${size}` : size;
}
