import { type IndexColumns, type TeamIndexes, type WordSearch, wordExpressions } from './full-text.js';
import { filterOf, type PageCondition } from './page-condition.js';
import type { Value } from './sqlite/database.js';
import { rowsOf, type StoreContext } from './store-context.js';

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

const COLUMNS: IndexColumns = { url: 'file', title: 'title' };

/** The weights of a word in the alternative text of the image, its URL and the title of its page. */
const WEIGHTS = '8, 4, 2';

/** The best images on the pages of a team that match the condition. */
export async function searchImages(
  context: StoreContext,
  { team, imageWords: index }: TeamIndexes,
  { words: wordSearch, condition, sizes, limit }: ImageSearch,
): Promise<ImageRow[]> {
  const filters = [...(condition ? [filterOf(condition)] : []), ...sizes.map(sizeFilter)];
  const words = wordExpressions(wordSearch, COLUMNS);
  const find = (expression: string | undefined) => {
    const where = filters.map((filter) => filter.sql);
    const values: Value[] = filters.flatMap((filter) => filter.values);
    if (expression !== undefined) {
      where.push(`${index} match ?`);
      values.push(words.none === undefined ? expression : `(${expression}) NOT (${words.none})`);
    } else {
      where.push('i.team = ?');
      values.push(team);
    }
    if (expression === undefined && words.none !== undefined) {
      where.push(`i.id not in (select rowid from ${index} where ${index} match ?)`);
      values.push(words.none);
    }
    const from = expression === undefined ? '' : `${index} w join`;
    const query = `select i.url, i.alt, i.width, i.height, p.url as page, p.title
      from ${from} search_images i ${from && 'on i.id = w.rowid'} join search_pages p on p.id = i.page
      where ${where.join(' and ')}
      order by ${expression === undefined ? 'p.seen desc, i.id' : `bm25(${index}, ${WEIGHTS})`} limit ?`;
    return rowsOf<ImageRow>(context, query, [...values, limit]);
  };
  const rows = new Map((await find(words.all)).map((row) => [row.url, row]));
  if (words.any && rows.size < limit) {
    for (const row of await find(words.any)) rows.set(row.url, rows.get(row.url) ?? row);
  }
  return [...rows.values()].slice(0, limit);
}

function sizeFilter({ operator, width, height, negated }: ImageSize) {
  const than = operator === 'larger' ? '>' : '=';
  return {
    sql: `${negated ? 'not ' : ''}coalesce(i.width ${than} ? and i.height ${than} ?, 0)`,
    values: [width, height],
  };
}
