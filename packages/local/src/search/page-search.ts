import type { Database, Value } from '../store/database.js';
import type { Filter } from './page-filter.js';
import type { TeamTables } from './page-table.js';
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
  /** A hash of the text. */
  readonly digest: string;
}

export interface PageSearch {
  readonly words: WordExpressions;
  /** It is undefined if the words are the only condition. */
  readonly filter: Filter | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

interface Ranked {
  readonly id: number;
  readonly rank: number;
  /** The number of pages that were ranked. */
  readonly seen: number;
}

/** The weights of a word in the title, the URL, the description and the text. */
const WEIGHTS = '10, 4, 4, 1';

/** Ranking takes most of the time of a search. A word that more pages have says little about any of them. */
const MAX_RANKED = 1_000;

/** The best pages of a team that match the filter; pages with the same text count once. */
export function searchPages(database: Database, tables: TeamTables, search: PageSearch): PageRow[] {
  const pages = new Map<string, PageRow>();
  const collect = (expression: string | undefined) => {
    for (const id of idsOf(database, tables, expression, search)) {
      if (pages.size === search.limit) return;
      const row = rowOf(database, id);
      // The first URL of a text has the best rank.
      if (row && !pages.has(row.digest)) pages.set(row.digest, row);
    }
  };
  collect(search.words.all);
  // Pages that lack a word come after all that have every one.
  if (search.words.any && pages.size < search.limit) collect(search.words.any);
  return [...pages.values()];
}

function idsOf(
  database: Database,
  tables: TeamTables,
  expression: string | undefined,
  search: PageSearch,
): readonly number[] {
  if (expression === undefined || search.newestFirst) return latest(database, tables, expression, search);
  const best = ranked(database, tables, expression, search);
  if ((best[0]?.seen ?? 0) < MAX_RANKED) return best.map(({ id }) => id);
  // With so many matches, the ranked pages may lack the most relevant ones, which have the words in the title.
  const titleMatches = ranked(database, tables, `{title url description} : (${expression})`, search);
  return [...new Set([...best, ...titleMatches].sort((a, b) => a.rank - b.rank).map(({ id }) => id))];
}

function ranked(database: Database, { words: index }: TeamTables, expression: string, search: PageSearch): Ranked[] {
  const { words, filter, limit } = search;
  const positive = words.none === undefined ? expression : `(${expression}) NOT (${words.none})`;
  const sql = `
    with seen as materialized (
      select ${index}.rowid as id, bm25(${index}, ${WEIGHTS}) as rank
      from ${index} ${filter ? `join search_pages p on p.id = ${index}.rowid` : ''}
      where ${index} match ? ${filter ? `and ${filter.sql}` : ''} limit ${MAX_RANKED})
    select id, rank, count(*) over () as seen from seen order by rank limit ?`;
  return database.all<Ranked>(sql, positive, ...(filter?.values ?? []), rowLimit(limit));
}

/** Sorts by date if the search requests it, otherwise by the time of the last visit; the latest come first. */
function latest(
  database: Database,
  { team, words: index }: TeamTables,
  expression: string | undefined,
  search: PageSearch,
): number[] {
  const { words, filter, newestFirst, limit } = search;
  const where = filter ? [filter.sql] : [];
  const values: Value[] = [...(filter?.values ?? [])];
  // Only without words: with this condition SQLite would scan all pages of the team instead of those with the words.
  if (expression === undefined) {
    where.push('p.team = ?');
    values.push(team);
  }
  for (const [is, one] of [
    ['in', expression],
    ['not in', words.none],
  ] as const) {
    if (one === undefined) continue;
    where.push(`p.id ${is} (select rowid from ${index} where ${index} match ?)`);
    values.push(one);
  }
  const sql = `select p.id from search_pages p where ${where.join(' and ')}
    order by ${newestFirst ? 'p.published is null, p.published desc, ' : ''}p.seen desc limit ?`;
  return database.all<{ id: number }>(sql, ...values, rowLimit(limit)).map(({ id }) => id);
}

/** Selects more rows than the limit, since pages with the same text are merged. */
const rowLimit = (limit: number) => limit * 2;

function rowOf(database: Database, id: number): PageRow | undefined {
  return database.get<PageRow>(
    `select id, url, filetype, title, description, published, image_url as imageUrl, digest
     from search_pages where id = ?`,
    id,
  );
}
