import type { ImageResult } from '@trawl/client';
import type { Database, Value } from '../store/database.js';
import type { Filter } from './page-filter.js';
import type { TeamTables } from './page-table.js';
import { type IndexColumns, wordExpressions } from './page-words.js';
import type { ImageCondition, Query } from './query.js';

const COLUMNS: IndexColumns = { inurl: 'file', intitle: 'title' };

/** The weights of a word in the alternative text of the image, its URL and the title of its page. */
const WEIGHTS = '8, 4, 2';

interface ImageRow {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly page: string;
  readonly title: string;
}

/** The best images for the query on the pages of a team that match the filter. */
export function searchImages(
  database: Database,
  { team, imageWords: index }: TeamTables,
  query: Query,
  { filter, limit }: { readonly filter: Filter | undefined; readonly limit: number },
): ImageResult[] {
  const sizes = query.conditions.flatMap((condition) => ('width' in condition ? [sizeFilter(condition)] : []));
  const filters = [...(filter ? [filter] : []), ...sizes];
  const words = wordExpressions(query, COLUMNS);
  const find = (expression: string | undefined) => {
    const where = filters.map(({ sql }) => sql);
    const values: Value[] = filters.flatMap((one) => one.values);
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
    const sql = `select i.url, i.alt, i.width, i.height, p.url as page, p.title
      from ${from} search_images i ${from && 'on i.id = w.rowid'} join search_pages p on p.id = i.page
      where ${where.join(' and ')}
      order by ${expression === undefined ? 'p.seen desc, i.id' : `bm25(${index}, ${WEIGHTS})`} limit ?`;
    return database.all<ImageRow>(sql, ...values, limit);
  };
  const rows = new Map(find(words.all).map((row) => [row.url, row]));
  if (words.any && rows.size < limit) for (const row of find(words.any)) rows.set(row.url, rows.get(row.url) ?? row);
  return [...rows.values()].slice(0, limit).map(({ url, alt, width, height, page, title }, index) => ({
    title: alt || title,
    imageUrl: url,
    ...(width !== null && { imageWidth: width }),
    ...(height !== null && { imageHeight: height }),
    url: page,
    position: index + 1,
  }));
}

/** An image of unknown size matches no requested size. */
function sizeFilter({ operator, width, height, negated }: ImageCondition): Filter {
  const than = operator === 'larger' ? '>' : '=';
  return {
    sql: `${negated ? 'not ' : ''}coalesce(i.width ${than} ? and i.height ${than} ?, 0)`,
    values: [width, height],
  };
}
