import type { ImageResult, NewsResult, SearchCategoryName, SearchSourceName, WebResult } from '@trawl/client';

/** The categories, without the other names of `developer`. */
export type Category = Extract<SearchCategoryName, 'github' | 'research' | 'pdf' | 'developer'>;

/** The parameters of a search, independent of the engine. */
export interface SearchQuestion {
  /** The team that searches: pages that only other teams have seen are not found. */
  readonly team: string;
  readonly query: string;
  /** The maximum number of results of each source. */
  readonly limit: number;
  readonly sources: readonly SearchSourceName[];
  /** The time filters by source. */
  readonly tbs: Readonly<Partial<Record<SearchSourceName, string>>>;
  /** Pages of any of these categories; an empty list does not filter. */
  readonly categories: readonly Category[];
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  /** Whether descriptions show the passages that are relevant to the query. */
  readonly highlights: boolean;
  readonly country: string | undefined;
  /** The language of the results; undefined for that of the country. */
  readonly language?: string | undefined;
  readonly location: string | undefined;
  readonly safe: boolean | undefined;
}

export interface SearchResults {
  readonly web: readonly WebResult[];
  readonly images: readonly ImageResult[];
  readonly news: readonly NewsResult[];
  /** One sentence for each parameter that could not be applied. */
  readonly warnings: readonly string[];
}

export interface SearchEngine {
  /** Throws the documented `Refusal` when the search fails. */
  search(question: SearchQuestion, signal: AbortSignal): Promise<SearchResults>;
}
