import { CompiledQuery, sql } from 'kysely';
import { type ImageRow, type ImageSearch, searchImages, sizeFilter } from '../image-search.js';
import { allOf, type Filter, filterOf } from '../page-condition.js';
import { type FoundPages, PAGE_COLUMNS, type PageFinder, type PageMatch, type PageRow } from '../page-search.js';
import type { WordSearch } from '../search-words.js';
import type { StoreContext } from '../store-context.js';
import { matchExpressions, type TeamIndexes } from './full-text.js';

/** The weights of a word in the title, the URL, the description and the text of a page. */
const PAGE_WEIGHTS = '10, 4, 4, 1';

/** The weights of a word in the alternative text of the image, its URL and the title of its page. */
const IMAGE_WEIGHTS = sql.raw('8, 4, 2');

export function pageFinder({ db }: StoreContext, { team, words: name }: TeamIndexes, search: WordSearch): PageFinder {
  const index = sql.raw(name);
  const words = matchExpressions(search, { url: 'url', title: 'title' });

  function withoutExcluded(expression: string): string {
    return words.none === undefined ? expression : `(${expression}) NOT (${words.none})`;
  }

  return {
    words,
    async ranked({ which = 'all', filter, rows }: PageMatch): Promise<FoundPages> {
      const condition = filter?.compile(db);
      // Written as text, because building the statement takes longer than running it.
      const statement = `
        with best as materialized (
          select ${name}.rowid as id, bm25(${name}, ${PAGE_WEIGHTS}) as rank
          from ${name} ${condition ? `join search_pages p on p.id = ${name}.rowid` : ''}
          where ${name} match ? ${condition ? `and ${condition.sql}` : ''} order by rank, ${name}.rowid limit ?)
        select ${PAGE_COLUMNS} from best join search_pages p on p.id = best.id order by rank, p.id`;
      const values = [withoutExcluded(`${words[which]}`), ...(condition?.parameters ?? []), rows];
      return { pages: (await db.executeQuery<PageRow>(CompiledQuery.raw(statement, values))).rows, isComplete: true };
    },
    async latest({ which, filter, rows }: PageMatch, byDate: boolean): Promise<PageRow[]> {
      const expression = which && words[which];
      const matches = (one: string) => sql`(select rowid from ${index} where ${index} match ${one})`;
      const filters: Filter[] = filter ? [filter] : [];
      // Only without words: with this condition SQLite would scan all pages of the team instead of those with the words.
      if (expression === undefined) filters.push(sql`p.team = ${team}`);
      else filters.push(sql`p.id in ${matches(expression)}`);
      if (words.none !== undefined) filters.push(sql`p.id not in ${matches(words.none)}`);
      const query = sql<PageRow>`select ${sql.raw(PAGE_COLUMNS)} from search_pages p where ${allOf(filters)}
        order by ${byDate ? sql`p.published is null, p.published desc,` : sql``} p.seen desc limit ${rows}`;
      return (await query.execute(db)).rows;
    },
  };
}

/** The best images on the pages of a team that match the condition. */
export async function findImages(
  { db }: StoreContext,
  { team, imageWords }: TeamIndexes,
  { words: search, condition, sizes, limit }: ImageSearch,
): Promise<ImageRow[]> {
  const index = sql.raw(imageWords);
  const words = matchExpressions(search, { url: 'file', title: 'title' });
  const filters = [...(condition ? [filterOf(condition, domainsFilter)] : []), ...sizes.map(sizeFilter)];
  return searchImages(words, limit, async (expression) => {
    const columns = sql`i.url, i.alt, i.width, i.height, p.url as page, p.title`;
    if (expression === undefined) {
      const excluded = words.none;
      const isWanted: Filter[] =
        excluded === undefined ? [] : [sql`i.id not in (select rowid from ${index} where ${index} match ${excluded})`];
      const query = sql<ImageRow>`select ${columns} from search_images i join search_pages p on p.id = i.page
        where ${allOf([...filters, sql`i.team = ${team}`, ...isWanted])}
        order by p.seen desc, i.id limit ${limit}`;
      return (await query.execute(db)).rows;
    }
    const expressionWanted = words.none === undefined ? expression : `(${expression}) NOT (${words.none})`;
    const query = sql<ImageRow>`select ${columns}
      from ${index} w join search_images i on i.id = w.rowid join search_pages p on p.id = i.page
      where ${allOf([...filters, sql`${index} match ${expressionWanted}`])}
      order by bm25(${index}, ${IMAGE_WEIGHTS}) limit ${limit}`;
    return (await query.execute(db)).rows;
  });
}

/**
 * The query looks up each suffix of a host in the list. Comparing the host with every domain would be slow for long lists,
 * and SQLite limits the depth of an expression.
 */
export function domainsFilter(domains: readonly string[]): Filter {
  return sql`exists (
    with recursive part (name) as (
      select p.host union all select substr(name, instr(name, '.') + 1) from part where instr(name, '.'))
    select 1 from part where name in (select value from json_each(${JSON.stringify(domains)})))`;
}
