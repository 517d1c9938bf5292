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

/** The pages that a search found, the best first. */
export interface FoundPages {
  readonly pages: readonly PageRow[];
  /** Whether all pages that match were ranked; otherwise better ones may be missing. */
  readonly isComplete: boolean;
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
  /** The pages with the words, the best first. */
  ranked(match: PageMatch): Promise<FoundPages>;
  /** The pages by date if the search requests it, otherwise by the time of the last visit; the latest come first. */
  latest(match: PageMatch, byDate: boolean): Promise<PageRow[]>;
}

/** The best pages of a team that match the filter; pages with the same text count once. */
export async function searchPages(
  finder: PageFinder,
  filter: Filter | undefined,
  { newestFirst, limit }: Pick<PageSearch, 'newestFirst' | 'limit'>,
): Promise<FoundPages> {
  const pages = new Map<string, PageRow>();
  let isComplete = true;
  const collect = async (which: PageMatch['which']) => {
    // Selects more rows than the limit, and more again where too many of them have the same text.
    for (let rows = limit * 2; ; rows *= 4) {
      const found = await findPages(finder, { which, filter, rows }, newestFirst);
      isComplete &&= found.isComplete;
      for (const row of found.pages) {
        if (pages.size === limit) return;
        // The first URL of a text has the best rank.
        if (!pages.has(row.digest)) pages.set(row.digest, row);
      }
      if (found.pages.length < rows) return;
    }
  };
  await collect(finder.words.all === undefined ? undefined : 'all');
  // Pages that lack a word come after all that have every one.
  if (finder.words.any && pages.size < limit) await collect('any');
  return { pages: [...pages.values()], isComplete };
}

async function findPages(finder: PageFinder, match: PageMatch, newestFirst: boolean): Promise<FoundPages> {
  if (match.which !== undefined && !newestFirst) return finder.ranked(match);
  return { pages: await finder.latest(match, newestFirst), isComplete: true };
}
