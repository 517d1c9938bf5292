import type { Filter, PageCondition } from './page-condition.js';
import type { WordExpressions, WordSearch } from './search-words.js';

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

/** What a statement selects of `search_pages` as `p`, so that it returns `PageRow`s. */
export const PAGE_COLUMNS =
  'p.id, p.url, p.filetype, p.title, p.description, p.published, p.image_url as "imageUrl", p.digest';

export interface PageSearch {
  readonly words: WordSearch;
  /** It is undefined if the words are the only condition. */
  readonly condition: PageCondition | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/** Ranking takes most of the time of a search. A word that more pages have says little about any of them. */
export const MAX_RANKED = 1_000;

export interface RankedPage extends PageRow {
  /** The best page has the lowest rank. */
  readonly rank: number;
  /** The number of pages that were ranked. */
  readonly seen: number;
}

/** The pages that match the words of a search, and the filter if there is one. */
export interface PageMatch {
  /** Which of the words: those for all, or those for any of them; undefined for a search without words. */
  readonly which: 'all' | 'any' | undefined;
  readonly filter: Filter | undefined;
  readonly rows: number;
}

/** Finds pages of one team by words, in the full-text index of a database. */
export interface PageFinder {
  readonly words: WordExpressions;
  /** Ranks some of the pages that match; `inHeading` are those with the words in title, URL or description. */
  ranked(match: PageMatch, inHeading: boolean): Promise<RankedPage[]>;
  /** The pages by date if the search requests it, otherwise by the time of the last visit; the latest come first. */
  latest(match: PageMatch, byDate: boolean): Promise<PageRow[]>;
}

/** The best pages of a team that match the filter; pages with the same text count once. */
export async function searchPages(
  finder: PageFinder,
  filter: Filter | undefined,
  { newestFirst, limit }: Pick<PageSearch, 'newestFirst' | 'limit'>,
): Promise<PageRow[]> {
  const pages = new Map<string, PageRow>();
  const collect = async (which: PageMatch['which']) => {
    for (const row of await rowsOf(finder, { which, filter, rows: rowLimit(limit) }, newestFirst)) {
      if (pages.size === limit) return;
      // The first URL of a text has the best rank.
      if (!pages.has(row.digest)) pages.set(row.digest, row);
    }
  };
  await collect(finder.words.all === undefined ? undefined : 'all');
  // Pages that lack a word come after all that have every one.
  if (finder.words.any && pages.size < limit) await collect('any');
  return [...pages.values()];
}

async function rowsOf(finder: PageFinder, match: PageMatch, newestFirst: boolean): Promise<readonly PageRow[]> {
  if (match.which === undefined || newestFirst) return finder.latest(match, newestFirst);
  const best = await finder.ranked(match, false);
  if ((best[0]?.seen ?? 0) < MAX_RANKED) return best;
  // With so many matches, the ranked pages may lack the most relevant ones, which have the words in the title.
  const titleMatches = await finder.ranked(match, true);
  return [...best, ...titleMatches].sort((a, b) => a.rank - b.rank);
}

/** Selects more rows than the limit, since pages with the same text are merged. */
const rowLimit = (limit: number) => limit * 2;
