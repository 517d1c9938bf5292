import type { Database, Value } from '../store/database.js';
import type { Filter } from './page-filter.js';
import type { WordExpressions } from './page-words.js';

export interface PageRow {
  readonly id: number;
  readonly url: string;
  readonly filetype: string;
  readonly title: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly published: number | null;
  readonly imageUrl: string | null;
  /** The same for pages with the same text. */
  readonly digest: string;
}

export interface PageSearch {
  readonly words: WordExpressions;
  /** Undefined when nothing but the words counts. */
  readonly filter: Filter | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/** What a word is worth in the title, the address, the description and the text. */
const WEIGHTS = '10, 4, 4, 1';

/** The best pages for the words among those that the filter lets through, each text once. */
export function searchPages(database: Database, search: PageSearch): PageRow[] {
  const found = new Map<string, PageRow>();
  const collect = (expression: string | undefined) => {
    for (const id of idsOf(database, expression, search)) {
      const row = rowOf(database, id);
      // Under the best of its addresses.
      if (row && !found.has(row.digest) && found.size < search.limit) found.set(row.digest, row);
    }
  };
  collect(search.words.all);
  // Pages that lack a word come after all that have every one.
  if (search.words.any && found.size < search.limit) collect(search.words.any);
  return [...found.values()];
}

function idsOf(database: Database, expression: string | undefined, search: PageSearch): number[] {
  const { words, filter, newestFirst, limit } = search;
  const where = filter ? [filter.sql] : [];
  const values: Value[] = [...(filter?.values ?? [])];
  if (expression !== undefined) {
    where.push('search_words match ?');
    values.push(words.none === undefined ? expression : `(${expression}) NOT (${words.none})`);
  } else if (words.none !== undefined) {
    where.push('p.id not in (select rowid from search_words where search_words match ?)');
    values.push(words.none);
  }
  const order = [
    ...(newestFirst ? ['p.published is null', 'p.published desc'] : []),
    expression === undefined ? 'p.seen desc' : `bm25(search_words, ${WEIGHTS})`,
  ];
  const pages = 'search_pages p';
  // Looking up every page that has a common word costs more than ranking them.
  const from =
    expression === undefined
      ? pages
      : filter || newestFirst
        ? `search_words join ${pages} on p.id = search_words.rowid`
        : 'search_words';
  const id = expression === undefined ? 'p.id' : 'search_words.rowid';
  const sql = `select ${id} as id from ${from} where ${where.join(' and ') || 'true'} order by ${order.join(', ')} limit ?`;
  // Some of them turn out to be the same page.
  return database.all<{ id: number }>(sql, ...values, limit * 2).map((row) => row.id);
}

function rowOf(database: Database, id: number): PageRow | undefined {
  return database.get<PageRow>(
    `select id, url, filetype, title, description, published, image_url as imageUrl, digest
     from search_pages where id = ?`,
    id,
  );
}
