import {
  type IndexColumns,
  type TeamIndexes,
  type WordExpressions,
  type WordSearch,
  wordExpressions,
} from './full-text.js';
import { type Filter, filterOf, type PageCondition } from './page-condition.js';
import type { Value } from './sqlite/database.js';
import { rowsOf, type StoreContext } from './store-context.js';

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
  readonly words: WordSearch;
  /** It is undefined if the words are the only condition. */
  readonly condition: PageCondition | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

const COLUMNS: IndexColumns = { url: 'url', title: 'title' };

/** The weights of a word in the title, the URL, the description and the text. */
const WEIGHTS = '10, 4, 4, 1';

/** Ranking takes most of the time of a search. A word that more pages have says little about any of them. */
const MAX_RANKED = 1_000;

interface Ranked {
  readonly id: number;
  readonly rank: number;
  /** The number of pages that were ranked. */
  readonly seen: number;
}

/** A search in the terms of SQL. */
interface SqlSearch extends Pick<PageSearch, 'newestFirst' | 'limit'> {
  readonly indexes: TeamIndexes;
  readonly words: WordExpressions;
  readonly filter: Filter | undefined;
}

/** The best pages of a team that match the condition; pages with the same text count once. */
export async function searchPages(
  context: StoreContext,
  indexes: TeamIndexes,
  { words, condition, newestFirst, limit }: PageSearch,
): Promise<PageRow[]> {
  const expressions = wordExpressions(words, COLUMNS);
  const search = { indexes, words: expressions, filter: condition && filterOf(condition), newestFirst, limit };
  const pages = new Map<string, PageRow>();
  const collect = async (expression: string | undefined) => {
    for (const id of await idsOf(context, expression, search)) {
      if (pages.size === limit) return;
      const row = await rowOf(context, id);
      // The first URL of a text has the best rank.
      if (row && !pages.has(row.digest)) pages.set(row.digest, row);
    }
  };
  await collect(expressions.all);
  // Pages that lack a word come after all that have every one.
  if (expressions.any && pages.size < limit) await collect(expressions.any);
  return [...pages.values()];
}

async function idsOf(
  context: StoreContext,
  expression: string | undefined,
  search: SqlSearch,
): Promise<readonly number[]> {
  if (expression === undefined || search.newestFirst) return latest(context, expression, search);
  const best = await ranked(context, expression, search);
  if ((best[0]?.seen ?? 0) < MAX_RANKED) return best.map(({ id }) => id);
  // With so many matches, the ranked pages may lack the most relevant ones, which have the words in the title.
  const titleMatches = await ranked(context, `{title url description} : (${expression})`, search);
  return [...new Set([...best, ...titleMatches].sort((a, b) => a.rank - b.rank).map(({ id }) => id))];
}

function ranked(context: StoreContext, expression: string, search: SqlSearch): Promise<Ranked[]> {
  const { words, filter, limit } = search;
  const { words: index } = search.indexes;
  const positive = words.none === undefined ? expression : `(${expression}) NOT (${words.none})`;
  const query = `
    with seen as materialized (
      select ${index}.rowid as id, bm25(${index}, ${WEIGHTS}) as rank
      from ${index} ${filter ? `join search_pages p on p.id = ${index}.rowid` : ''}
      where ${index} match ? ${filter ? `and ${filter.sql}` : ''} limit ${MAX_RANKED})
    select id, rank, count(*) over () as seen from seen order by rank limit ?`;
  return rowsOf(context, query, [positive, ...(filter?.values ?? []), rowLimit(limit)]);
}

/** Sorts by date if the search requests it, otherwise by the time of the last visit; the latest come first. */
async function latest(context: StoreContext, expression: string | undefined, search: SqlSearch): Promise<number[]> {
  const { words, filter, newestFirst, limit } = search;
  const { team, words: index } = search.indexes;
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
  const query = `select p.id from search_pages p where ${where.join(' and ')}
    order by ${newestFirst ? 'p.published is null, p.published desc, ' : ''}p.seen desc limit ?`;
  const rows = await rowsOf<{ id: number }>(context, query, [...values, rowLimit(limit)]);
  return rows.map(({ id }) => id);
}

/** Selects more rows than the limit, since pages with the same text are merged. */
const rowLimit = (limit: number) => limit * 2;

function rowOf({ db }: StoreContext, id: number): Promise<PageRow | undefined> {
  return db
    .selectFrom('search_pages')
    .where('id', '=', id)
    .select(['id', 'url', 'filetype', 'title', 'description', 'published', 'image_url as imageUrl', 'digest'])
    .executeTakeFirst();
}
