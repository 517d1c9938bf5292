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

interface Ranked {
  readonly id: number;
  readonly rank: number;
  /** How many pages were looked at. */
  readonly seen: number;
}

/** What a word is worth in the title, the address, the description and the text. */
const WEIGHTS = '10, 4, 4, 1';

/** Ranking takes most of the time. Words that more pages have than this tell little of any of them. */
const MOST_RANKED = 1_000;

/** The best pages of a team for the words among those that the filter lets through, each text once. */
export function searchPages(database: Database, tables: TeamTables, search: PageSearch): PageRow[] {
  const found = new Map<string, PageRow>();
  const collect = (expression: string | undefined) => {
    for (const id of idsOf(database, tables, expression, search)) {
      if (found.size === search.limit) return;
      const row = rowOf(database, id);
      // Under the best of its addresses.
      if (row && !found.has(row.digest)) found.set(row.digest, row);
    }
  };
  collect(search.words.all);
  // Pages that lack a word come after all that have every one.
  if (search.words.any && found.size < search.limit) collect(search.words.any);
  return [...found.values()];
}

function idsOf(
  database: Database,
  tables: TeamTables,
  expression: string | undefined,
  search: PageSearch,
): readonly number[] {
  if (expression === undefined || search.newestFirst) return latest(database, tables, expression, search);
  const best = ranked(database, tables, expression, search);
  if ((best[0]?.seen ?? 0) < MOST_RANKED) return best.map(({ id }) => id);
  // Of so many pages, those that are about it have it in their title, and may not be among the first.
  const titled = ranked(database, tables, `{title url description} : (${expression})`, search);
  return [...new Set([...best, ...titled].sort((a, b) => a.rank - b.rank).map(({ id }) => id))];
}

function ranked(database: Database, { words: index }: TeamTables, expression: string, search: PageSearch): Ranked[] {
  const { words, filter, limit } = search;
  const positive = words.none === undefined ? expression : `(${expression}) NOT (${words.none})`;
  const sql = `
    with seen as materialized (
      select ${index}.rowid as id, bm25(${index}, ${WEIGHTS}) as rank
      from ${index} ${filter ? `join search_pages p on p.id = ${index}.rowid` : ''}
      where ${index} match ? ${filter ? `and ${filter.sql}` : ''} limit ${MOST_RANKED})
    select id, rank, count(*) over () as seen from seen order by rank limit ?`;
  return database.all<Ranked>(sql, positive, ...(filter?.values ?? []), enough(limit));
}

/** By date where that is asked for, else in the order in which the pages were seen; the latest first. */
function latest(
  database: Database,
  { team, words: index }: TeamTables,
  expression: string | undefined,
  search: PageSearch,
): number[] {
  const { words, filter, newestFirst, limit } = search;
  const where = filter ? [filter.sql] : [];
  const values: Value[] = [...(filter?.values ?? [])];
  // With words, SQLite would go through all pages of the team instead of those that have them.
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
  return database.all<{ id: number }>(sql, ...values, enough(limit)).map(({ id }) => id);
}

/** Some of them turn out to be the same page. */
const enough = (limit: number) => limit * 2;

function rowOf(database: Database, id: number): PageRow | undefined {
  return database.get<PageRow>(
    `select id, url, filetype, title, description, published, image_url as imageUrl, digest
     from search_pages where id = ?`,
    id,
  );
}
