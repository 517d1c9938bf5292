import type { ImageResult, NewsResult, SearchCategoryName, SearchSourceName, WebResult } from '@trawl/client';

/** What to search for, whoever searches. */
export interface SearchQuestion {
  /** Who asks: nothing that only another team has seen is found. */
  readonly team: string;
  readonly query: string;
  /** Results at most, of each source. */
  readonly limit: number;
  readonly sources: readonly SearchSourceName[];
  /** The time filter of each source that has one. */
  readonly tbs: Readonly<Partial<Record<SearchSourceName, string>>>;
  /** Pages of any of them; no filter when there are none. */
  readonly categories: readonly SearchCategoryName[];
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  /** Whether descriptions are made of what is relevant to the query. */
  readonly highlights: boolean;
  readonly country: string | undefined;
  readonly location: string | undefined;
  readonly safe: boolean | undefined;
}

export interface SearchResults {
  readonly web: readonly WebResult[];
  readonly images: readonly ImageResult[];
  readonly news: readonly NewsResult[];
  /** What the question asked for and could not be had, in sentences. */
  readonly warnings: readonly string[];
}

export interface SearchEngine {
  /** Throws the documented `Refusal` when there is no answer to be had. */
  search(question: SearchQuestion, signal: AbortSignal): Promise<SearchResults>;
}
