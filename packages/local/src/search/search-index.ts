import type { NewsResult, SearchSourceName, WebResult } from '@trawl/client';
import type { Clock } from '../clock.js';
import { inTurns } from '../event-loop.js';
import type { Database } from '../store/database.js';
import { categoryOf } from './category.js';
import { searchImages } from './image-search.js';
import type { IndexEntry, SearchIndex } from './index-entry.js';
import { prefixOf, significantWords } from './inflections.js';
import { type Filter, pageFilter, siteFilter } from './page-filter.js';
import { type PageRow, searchPages } from './page-search.js';
import { createPageTables, putPage, type TeamTables, textOf } from './page-table.js';
import { type IndexColumns, oneOf, wordExpressions } from './page-words.js';
import { opening, relevantPassage } from './passage.js';
import { parseQuery, type Query, type TextCondition } from './query.js';
import type { SearchEngine, SearchQuestion, SearchResults } from './search-engine.js';
import { siteOf } from './site.js';
import { parseTimeFilter, type TimeFilter } from './time-filter.js';
import { ftsPhrase } from './words.js';

const COLUMNS: IndexColumns = { inurl: 'url', intitle: 'title' };

const NO_PAGES =
  'No page has been seen yet: this server searches only pages that it has scraped. Scrape or crawl some, or start it with `searchUrl` to search the web.';

/** Searches the pages that a team has seen. */
export function createSearchIndex(database: Database, clock: Clock): SearchIndex & SearchEngine {
  return new StoredSearchIndex(database, clock);
}

/** One search, and what it warns of. */
interface IndexSearch {
  readonly question: SearchQuestion;
  readonly query: Query;
  readonly tables: TeamTables;
  readonly warnings: Set<string>;
}

class StoredSearchIndex implements SearchIndex, SearchEngine {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #tablesOf: (team: string) => TeamTables;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#tablesOf = createPageTables(database);
  }

  async search(question: SearchQuestion, signal?: AbortSignal): Promise<SearchResults> {
    const search: IndexSearch = {
      question,
      query: parseQuery(question.query),
      tables: this.#tablesOf(question.team),
      warnings: new Set(),
    };
    const images = this.#images(search);
    const web: WebResult[] = [];
    await inTurns(
      this.#pages('web', search),
      (row) => web.push(webResult(row, this.#describe(row, search), question)),
      signal,
    );
    const news: NewsResult[] = [];
    await inTurns(
      this.#pages('news', search),
      (row) => news.push(newsResult(row, this.#describe(row, search), question, news.length + 1)),
      signal,
    );
    if (web.length + news.length + images.length === 0 && !this.#hasPages(question.team)) search.warnings.add(NO_PAGES);
    return { web, news, images, warnings: [...search.warnings] };
  }

  add(team: string, entry: IndexEntry): void {
    putPage(this.#database, this.#tablesOf(team), entry);
  }

  get size(): number {
    return this.#database.get<{ pages: number }>('select count(*) as pages from search_pages')?.pages ?? 0;
  }

  #pages(source: 'web' | 'news', search: IndexSearch): PageRow[] {
    const { question, query, tables, warnings } = search;
    if (!question.sources.includes(source)) return [];
    const relatedExpressions = this.#relatedTo(search);
    if (relatedExpressions === undefined) return [];
    const words = wordExpressions(query, COLUMNS, relatedExpressions);
    const time = this.#timeFilter(source, search);
    const articlesOnly = source === 'news';
    const find = (filter: Filter | undefined, limit: number) =>
      searchPages(this.#database, tables, { words, filter, limit, newestFirst: time.newestFirst });
    const rows = find(filterOf(search, { time, articlesOnly }), question.limit);
    if (rows.length < question.limit && isBounded(time)) {
      const undatedFilter = filterOf(search, { time: { newestFirst: false }, articlesOnly, undatedOnly: true });
      if (find(undatedFilter, 1).length > 0) warnings.add(UNDATED);
    }
    return rows;
  }

  #images(search: IndexSearch): SearchResults['images'] {
    const { question, query, tables } = search;
    if (!question.sources.includes('images')) return [];
    const filter = filterOf(search, { time: this.#timeFilter('images', search), articlesOnly: false });
    return searchImages(this.#database, tables, query, { filter, limit: question.limit });
  }

  #timeFilter(source: SearchSourceName, { question, warnings }: IndexSearch): TimeFilter {
    const time = parseTimeFilter(question.tbs[source], this.#clock.now());
    if (time.warning !== undefined) warnings.add(time.warning);
    return time;
  }

  #hasPages(team: string): boolean {
    return this.#database.get('select 1 from search_pages where team = ? limit 1', team) !== undefined;
  }

  /** Returns undefined if a domain of `related:` is unknown, because no page can match then. */
  #relatedTo({ question, query, warnings }: IndexSearch): string[] | undefined {
    const expressions: string[] = [];
    for (const condition of query.conditions) {
      if (condition.operator !== 'related' || condition.negated) continue;
      const expression = relatedExpression(this.#database, question.team, condition.value);
      if (expression === undefined) {
        warnings.add(`No page of ${condition.value} has been seen, so nothing is known to be related to it.`);
        return undefined;
      }
      expressions.push(expression);
    }
    return expressions;
  }

  #describe(row: PageRow, { query, question }: IndexSearch): string {
    const { highlights } = question;
    if (!highlights && row.description) return row.description;
    const text = textOf(this.#database, row.id);
    const beginnings = significantWords(query.words).map(prefixOf);
    const passage = highlights ? relevantPassage(text, beginnings, query.phrases) : undefined;
    return passage ?? (row.description || opening(text));
  }
}

const UNDATED = 'Pages that match but say no date were left out by the time filter.';

const isBounded = ({ from, until }: TimeFilter) => from !== undefined || until !== undefined;

interface PageSelection {
  readonly time: TimeFilter;
  readonly articlesOnly: boolean;
  readonly undatedOnly?: boolean;
}

/** Returns undefined if every page matches. */
function filterOf(
  { question, query }: IndexSearch,
  { time, articlesOnly, undatedOnly = false }: PageSelection,
): Filter | undefined {
  const { categories, includeDomains, excludeDomains } = question;
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

/** The number of pages to read, and of words to search for. */
const PAGES = 50;
const WORDS = 12;

/** A search expression of the most frequent words on the pages of a domain; undefined when the team has seen none. */
function relatedExpression(database: Database, team: string, domain: string): string | undefined {
  const { sql, values } = siteFilter(siteOf(domain));
  const pages = database.all<{ title: string; description: string }>(
    `select title, description from search_pages p where p.team = ? and ${sql} order by length(path), id limit ?`,
    team,
    ...values,
    PAGES,
  );
  const counts = new Map<string, number>();
  for (const { title, description } of pages) {
    const words = new Set(`${title} ${description}`.toLowerCase().match(/\p{L}{3,}/gu));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const words = frequent.length > 0 ? significantWords(frequent).slice(0, WORDS) : [];
  return words.length > 0 ? oneOf(words.map(ftsPhrase)) : undefined;
}
