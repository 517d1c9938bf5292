import { canParseUrl } from '@trawl/base/can-parse-url';
import type { Clock } from '@trawl/base/clock';
import type { Fetch } from '@trawl/web/fetch-types';
import { pageKey } from './page-address.js';
import type { Category, SearchEngine, SearchQuestion, SearchResults } from './search-engine.js';
import { askSearxng, type SearxngResult, type SearxngResults } from './searxng-call.js';
import { type SearxngQuery, searxngQuery } from './searxng-query.js';
import { dateOf, imageResults, newsResult, UNKNOWN, webResult } from './searxng-results.js';
import { isWithin, placeOf, siteOf } from './site.js';
import { parseTimeFilter, type TimeFilter } from './time-filter.js';

export interface SearxngOptions {
  /** The base URL of the SearXNG server. */
  readonly address: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** The maximum number of pages: SearXNG has about ten results on a page and does not mark the last page. */
const MAX_PAGES = 10;

/** Searches the web with a SearXNG server. */
export function createSearxng({ address, fetch, clock }: SearxngOptions): SearchEngine {
  /** The matching results of a query up to the limit, each URL once. */
  async function results(
    query: SearxngQuery,
    { team, limit }: SearchQuestion,
    fits: (result: SearxngResult) => boolean,
    signal: AbortSignal,
  ): Promise<SearxngResults> {
    const resultsByKey = new Map<string, SearxngResult>();
    const silent = new Set<string>();
    for (let page = 1; page <= MAX_PAGES && resultsByKey.size < limit; page++) {
      const answer = await askSearxng({ address, fetch, team, signal, clock }, { ...query, pageno: page });
      for (const engine of answer.silent) silent.add(engine);
      const previousSize = resultsByKey.size;
      for (const result of answer.results.filter(fits)) {
        const key = keyOf(result);
        if (!resultsByKey.has(key)) resultsByKey.set(key, result);
      }
      // SearXNG repeated the last page, or no result of this page matches.
      if (resultsByKey.size === previousSize) break;
    }
    return { results: [...resultsByKey.values()].slice(0, limit), silent: [...silent] };
  }

  async function search(question: SearchQuestion, signal: AbortSignal): Promise<SearchResults> {
    const warnings = new Set<string>();
    const find = async (source: 'web' | 'news' | 'images', category: Category | undefined) => {
      const time = parseTimeFilter(question.tbs[source], clock.now());
      if (time.warning !== undefined) warnings.add(time.warning);
      const query = searxngQuery(question, source, category);
      const fits = (result: SearxngResult) =>
        matchesSite(result, question, category) && matchesTime(result, time, query.time_range !== undefined);
      const { results: some, silent } = await results(query, question, fits, signal);
      if (silent.length > 0) warnings.add(`Some engines of the SearXNG server did not answer: ${silent.join(', ')}.`);
      const sortedResults = time.newestFirst ? some.toSorted((a, b) => dateOf(b) - dateOf(a)) : some;
      return sortedResults.map((result) => ({ result, ...(category && { category }) }));
    };
    const ofCategories = async (source: 'web' | 'news') => {
      if (!question.sources.includes(source)) return [];
      if (question.categories.length === 0) return find(source, undefined);
      const lists = await Promise.all(question.categories.map((category) => find(source, category)));
      return interleave(lists).slice(0, question.limit);
    };
    const [web, news, images] = await Promise.all([
      ofCategories('web'),
      ofCategories('news'),
      question.sources.includes('images') ? find('images', undefined) : [],
    ]);
    if (question.location !== undefined) {
      warnings.add('The SearXNG server takes no location: only the country was used.');
    }
    return {
      web: web.map(({ result, category }) => ({ ...webResult(result), ...categoryField(category) })),
      news: news.map(({ result, category }, index) => ({
        ...newsResult(result, index + 1),
        ...categoryField(category),
      })),
      images: imageResults(
        images.map(({ result }) => result),
        question.query,
        address,
      ),
      warnings: [...warnings],
    };
  }

  return { search };
}

const keyOf = ({ url, img_src }: SearxngResult) => img_src ?? (canParseUrl(url) ? pageKey(url) : url);

const categoryField = (category: Category | undefined) => (category ? { category } : {});

/** Checks domains and categories again, because not every engine of SearXNG supports the operators of the query. */
function matchesSite({ url }: SearxngResult, question: SearchQuestion, category: Category | undefined): boolean {
  if (!canParseUrl(url)) return category === undefined && question.includeDomains.length === 0;
  const place = placeOf(url);
  const isOnDomain = (domain: string) => isWithin(place, siteOf(domain));
  if (question.includeDomains.length > 0 && !question.includeDomains.some(isOnDomain)) return false;
  if (question.excludeDomains.some(isOnDomain)) return false;
  if (category === 'github') return isOnDomain('github.com');
  return category !== 'pdf' || /\.pdf$|\/pdf\//i.test(place.path.split('?', 1)[0] ?? '');
}

/** Results without a date count as matching if SearXNG itself filtered by time. */
function matchesTime(result: SearxngResult, { from, until }: TimeFilter, filteredBySearxng: boolean): boolean {
  if (from === undefined && until === undefined) return true;
  const date = dateOf(result);
  if (date === UNKNOWN) return filteredBySearxng;
  return date >= (from ?? date) && date < (until ?? Infinity);
}

/** Interleaves lists: the first item of each, then the second of each, and so on; each URL once. */
function interleave<Item extends { readonly result: SearxngResult }>(lists: readonly (readonly Item[])[]): Item[] {
  const items = new Map<string, Item>();
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const item = list[place];
      if (item && !items.has(keyOf(item.result))) items.set(keyOf(item.result), item);
    }
  }
  return [...items.values()];
}
