import type { NewsResult, SearchSourceName, WebResult } from '@trawl/client';
import type { Clock } from '../clock.js';
import { inTurns } from '../event-loop.js';
import type { Database } from '../store/database.js';
import { categoryOf } from './category.js';
import { searchImages } from './image-search.js';
import type { SearchIndex } from './index-entry.js';
import { prefixOf, significantWords } from './inflections.js';
import { type Filter, pageFilter } from './page-filter.js';
import { type PageRow, searchPages } from './page-search.js';
import { createPageTables, putPage, textOf } from './page-table.js';
import { type IndexColumns, wordExpressions } from './page-words.js';
import { opening, relevantPassage } from './passage.js';
import { parseQuery, type Query, type TextCondition } from './query.js';
import { relatedExpression } from './related.js';
import type { SearchEngine, SearchQuestion, SearchResults } from './search-engine.js';
import { parseTimeFilter, type TimeFilter } from './time-filter.js';

const COLUMNS: IndexColumns = { inurl: 'url', intitle: 'title' };

const NO_PAGES =
  'No page has been seen yet: this server searches only pages that it has scraped. Scrape or crawl some, or start it with `searchUrl` to search the web.';

/** Searches the pages that a team has seen. */
export function createSearchIndex(database: Database, clock: Clock): SearchIndex & SearchEngine {
  const tablesOf = createPageTables(database);

  async function search(question: SearchQuestion, signal?: AbortSignal): Promise<SearchResults> {
    const query = parseQuery(question.query);
    const tables = tablesOf(question.team);
    const warnings = new Set<string>();
    const timeOf = (source: SearchSourceName) => {
      const time = parseTimeFilter(question.tbs[source], clock.now());
      if (time.warning !== undefined) warnings.add(time.warning);
      return time;
    };
    const pages = (source: 'web' | 'news'): PageRow[] => {
      if (!question.sources.includes(source)) return [];
      const related = relatedTo(question.team, query, warnings);
      if (related === undefined) return [];
      const words = wordExpressions(query, COLUMNS, related);
      const time = timeOf(source);
      const find = (filter: Filter | undefined, limit: number) =>
        searchPages(database, tables, { words, filter, limit, newestFirst: time.newestFirst });
      const rows = find(filterOf(question, query, time, source === 'news'), question.limit);
      if (rows.length < question.limit && isBounded(time)) {
        const undated = filterOf(question, query, { newestFirst: false }, source === 'news', true);
        if (find(undated, 1).length > 0) warnings.add(UNDATED);
      }
      return rows;
    };
    const images = question.sources.includes('images')
      ? searchImages(database, tables, query, {
          filter: filterOf(question, query, timeOf('images'), false),
          limit: question.limit,
        })
      : [];
    const web: WebResult[] = [];
    await inTurns(pages('web'), (row) => web.push(webResult(row, describe(row, query, question), question)), signal);
    const news: NewsResult[] = [];
    await inTurns(
      pages('news'),
      (row) => news.push(newsResult(row, describe(row, query, question), question, news.length + 1)),
      signal,
    );
    if (web.length + news.length + images.length === 0 && !hasPages(question.team)) warnings.add(NO_PAGES);
    return { web, news, images, warnings: [...warnings] };
  }

  function hasPages(team: string): boolean {
    return database.get('select 1 from search_pages where team = ? limit 1', team) !== undefined;
  }

  /** Returns undefined if a domain of `related:` is unknown, because no page can match then. */
  function relatedTo(team: string, query: Query, warnings: Set<string>): string[] | undefined {
    const expressions: string[] = [];
    for (const condition of query.conditions) {
      if (condition.operator !== 'related' || condition.negated) continue;
      const expression = relatedExpression(database, team, condition.value);
      if (expression === undefined) {
        warnings.add(`No page of ${condition.value} has been seen, so nothing is known to be related to it.`);
        return undefined;
      }
      expressions.push(expression);
    }
    return expressions;
  }

  function describe(row: PageRow, { words, phrases }: Query, { highlights }: SearchQuestion): string {
    if (!highlights && row.description) return row.description;
    const text = textOf(database, row.id);
    const beginnings = significantWords(words).map(prefixOf);
    const passage = highlights ? relevantPassage(text, beginnings, phrases) : undefined;
    return passage ?? (row.description || opening(text));
  }

  return {
    add: (team, entry) => putPage(database, tablesOf(team), entry),
    get size() {
      return database.get<{ pages: number }>('select count(*) as pages from search_pages')?.pages ?? 0;
    },
    search,
  };
}

const UNDATED = 'Pages that match but say no date were left out by the time filter.';

const isBounded = ({ from, until }: TimeFilter) => from !== undefined || until !== undefined;

/** Returns undefined if every page matches. */
function filterOf(
  { categories, includeDomains, excludeDomains }: SearchQuestion,
  query: Query,
  time: TimeFilter,
  articlesOnly: boolean,
  undatedOnly = false,
): Filter | undefined {
  const conditions = query.conditions.flatMap((condition): TextCondition[] => {
    if ('width' in condition) return [];
    // A site is not related to itself.
    return [condition.operator === 'related' ? { ...condition, operator: 'site', negated: true } : condition];
  });
  return pageFilter({ conditions, categories, includeDomains, excludeDomains, time, articlesOnly, undatedOnly });
}

function webResult(row: PageRow, description: string, { categories }: SearchQuestion): WebResult {
  const category = categoryOf(row.url, row.filetype, categories);
  return { url: row.url, title: row.title, description, ...(category && { category }) };
}

function newsResult(row: PageRow, snippet: string, { categories }: SearchQuestion, position: number): NewsResult {
  const category = categoryOf(row.url, row.filetype, categories);
  return {
    url: row.url,
    title: row.title,
    snippet,
    ...(row.published !== null && { date: new Date(row.published).toISOString() }),
    ...(row.imageUrl !== null && { imageUrl: row.imageUrl }),
    position,
    ...(category && { category }),
  };
}
