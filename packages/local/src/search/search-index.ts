import { canParseUrl } from '@trawl/base/can-parse-url';
import type { Clock } from '@trawl/base/clock';
import type { ImageResult, NewsResult, SearchSourceName, WebResult } from '@trawl/client';
import { inTurns } from '../base/event-loop.js';
import type {
  ImageRow,
  ImageSize,
  PageCondition,
  PageRow,
  SearchStore,
  StoredLink,
  TermGroup,
} from '../store/search-store.js';
import type { Stores } from '../store/stores.js';
import { categoryOf } from './category.js';
import type { IndexEntry, SearchIndex } from './index-entry.js';
import { indexedPage } from './indexed-page.js';
import { prefixOf, significantWords } from './inflections.js';
import { pageCondition } from './page-filter.js';
import { textAndLinks } from './page-text.js';
import { wordSearch } from './page-words.js';
import { opening, relevantPassage } from './passage.js';
import { type ImageCondition, parseQuery, type Query, type TextCondition } from './query.js';
import type { SearchEngine, SearchQuestion, SearchResults } from './search-engine.js';
import { siteOf } from './site.js';
import { parseTimeFilter, type TimeFilter } from './time-filter.js';

const NO_PAGES =
  'No page has been seen yet: this server searches only pages that it has scraped. Scrape or crawl some, or start it with `searchUrl` to search the web.';

const LEFT_OUT =
  'This server keeps no index of the pages that it reads. Start it without `leaveOut: index`, or with `searchUrl` to search the web.';

export interface SearchIndexOptions {
  /** Whether the operator leaves the index out of what is kept of pages. */
  readonly isLeftOut?: boolean | undefined;
}

/** One search, and what it warns of. */
interface IndexSearch {
  readonly question: SearchQuestion;
  readonly query: Query;
  readonly warnings: Set<string>;
}

/** Searches the pages that a team has seen. */
export class StoredSearchIndex implements SearchIndex, SearchEngine {
  readonly #store: SearchStore;
  readonly #clock: Clock;
  readonly #noPages: string;

  constructor({ search }: Pick<Stores, 'search'>, clock: Clock, { isLeftOut = false }: SearchIndexOptions = {}) {
    this.#store = search;
    this.#noPages = isLeftOut ? LEFT_OUT : NO_PAGES;
    this.#clock = clock;
  }

  async search(question: SearchQuestion, signal?: AbortSignal): Promise<SearchResults> {
    const search: IndexSearch = { question, query: parseQuery(question.query), warnings: new Set() };
    const { team } = question;
    const images = await this.#images(search);
    const web: WebResult[] = [];
    await inTurns(
      await this.#pages('web', search),
      async (row) => web.push(webResult(row, await this.#describe(row, search), question)),
      signal,
    );
    const news: NewsResult[] = [];
    await inTurns(
      await this.#pages('news', search),
      async (row) => news.push(newsResult(row, await this.#describe(row, search), question, news.length + 1)),
      signal,
    );
    if (web.length + news.length + images.length === 0 && !(await this.#store.hasPages(team))) {
      search.warnings.add(this.#noPages);
    }
    return { web, news, images, warnings: [...search.warnings] };
  }

  async add({ search }: Pick<Stores, 'search'>, team: string, entry: IndexEntry): Promise<void> {
    if (canParseUrl(entry.url)) await search.put(indexedPage(team, entry));
  }

  async #pages(source: 'web' | 'news', search: IndexSearch): Promise<readonly PageRow[]> {
    const { question, query, warnings } = search;
    if (!question.sources.includes(source)) return [];
    const related = await this.#relatedTo(search);
    if (related === undefined) return [];
    const words = wordSearch(query, related);
    const time = this.#timeFilter(source, search);
    const articlesOnly = source === 'news';
    const find = (condition: PageCondition | undefined, limit: number) =>
      this.#store.pages(question.team, { words, condition, limit, newestFirst: time.newestFirst });
    const { pages, isComplete } = await find(conditionOf(search, { time, articlesOnly }), question.limit);
    if (!isComplete) warnings.add(NOT_ALL_RANKED);
    if (pages.length < question.limit && isBounded(time)) {
      const undated = conditionOf(search, { time: { newestFirst: false }, articlesOnly, undatedOnly: true });
      if ((await find(undated, 1)).pages.length > 0) warnings.add(UNDATED);
    }
    return pages;
  }

  async #images(search: IndexSearch): Promise<ImageResult[]> {
    const { question, query } = search;
    if (!question.sources.includes('images')) return [];
    const condition = conditionOf(search, { time: this.#timeFilter('images', search), articlesOnly: false });
    const sizes = query.conditions.filter((each) => 'width' in each).map(imageSize);
    const { team, limit } = question;
    const rows = await this.#store.images(team, { words: wordSearch(query), condition, sizes, limit });
    return rows.map(imageResult);
  }

  #timeFilter(source: SearchSourceName, { question, warnings }: IndexSearch): TimeFilter {
    const time = parseTimeFilter(question.tbs[source], this.#clock.now());
    if (time.warning !== undefined) warnings.add(time.warning);
    return time;
  }

  /** Resolves to undefined if a domain of `related:` is unknown, because no page can match then. */
  async #relatedTo({ question, query, warnings }: IndexSearch): Promise<TermGroup[] | undefined> {
    const groups: TermGroup[] = [];
    for (const condition of query.conditions) {
      if (condition.operator !== 'related' || condition.negated) continue;
      const pages = await this.#store.pagesOfSite(question.team, siteOf(condition.value), RELATED_PAGES);
      const words = frequentWords(pages);
      if (words.length === 0) {
        warnings.add(`No page of ${condition.value} has been seen, so nothing is known to be related to it.`);
        return undefined;
      }
      groups.push(words.map((text) => ({ text })));
    }
    return groups;
  }

  async #describe(row: PageRow, { query, question }: IndexSearch): Promise<string> {
    const { highlights } = question;
    if (!highlights && row.description) return row.description;
    const { text, links } = textAndLinks(await this.#store.text(row.id));
    const beginnings = significantWords(query.words).map(prefixOf);
    const passage = highlights ? relevantPassage(text, beginnings, query.phrases) : undefined;
    return passage ?? (row.description || opening(text) || opening(links));
  }
}

const NOT_ALL_RANKED =
  'More pages have these words than could be ranked in the time of a search, so better ones may be missing: add a word, or narrow the search by `site:` or `includeDomains`.';

const UNDATED = 'Pages that match but say no date were left out by the time filter.';

const isBounded = ({ from, until }: TimeFilter) => from !== undefined || until !== undefined;

interface PageSelection {
  readonly time: TimeFilter;
  readonly articlesOnly: boolean;
  readonly undatedOnly?: boolean;
}

/** Returns undefined if every page matches. */
function conditionOf(
  { question, query }: IndexSearch,
  { time, articlesOnly, undatedOnly = false }: PageSelection,
): PageCondition | undefined {
  const { categories, includeDomains, excludeDomains } = question;
  const conditions = query.conditions.flatMap((condition): TextCondition[] => {
    if ('width' in condition) return [];
    // A site is not related to itself.
    return [condition.operator === 'related' ? { ...condition, operator: 'site', negated: true } : condition];
  });
  return pageCondition({ conditions, categories, includeDomains, excludeDomains, time, articlesOnly, undatedOnly });
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

function imageSize({ operator, width, height, negated }: ImageCondition): ImageSize {
  return { operator: operator === 'larger' ? 'larger' : 'exact', width, height, negated };
}

function imageResult({ url, alt, width, height, page, title }: ImageRow, index: number): ImageResult {
  return {
    title: alt || title,
    imageUrl: url,
    ...(width !== null && { imageWidth: width }),
    ...(height !== null && { imageHeight: height }),
    url: page,
    position: index + 1,
  };
}

/** The number of pages of a related site that are read, and of their words that are searched for. */
const RELATED_PAGES = 50;
const RELATED_WORDS = 12;

/** The most frequent words of the pages; none if there are no pages. */
function frequentWords(pages: readonly Pick<StoredLink, 'title' | 'description'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { title, description } of pages) {
    const words = new Set(`${title} ${description}`.toLowerCase().match(/\p{L}{3,}/gu));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  return frequent.length > 0 ? significantWords(frequent).slice(0, RELATED_WORDS) : [];
}
