import type * as Wire from '@trawl/client';
import type { AnswerContext } from '../formats/answer-context.js';
import type { Formats } from '../formats/format-input.js';
import type { CertainNames, UncertainNames } from '../formats/requested.js';
import type { Flat, Found } from '../formats/scraped.js';
import { found as foundPage } from '../formats/shape.js';
import type { DefaultSources, Sources } from './search-input.js';

/** The formats of a search that does not say any: nothing is read. */
export type NoFormats = readonly [];

/** A page that was found, with the content that was asked for. */
export type WebResult<F extends Formats = NoFormats> = Found<Wire.WebResult, F>;

/** An article that was found, with the content that was asked for. */
export type NewsResult<F extends Formats = NoFormats> = Found<Wire.NewsResult, F>;

/** An image that was found. */
export interface ImageResult extends Wire.ImageResult {}

/** What was found: one list for each kind of results that was asked for, empty when there is nothing. */
export type SearchResults<S extends Sources = DefaultSources, F extends Formats = NoFormats> = Flat<
  Pick<Lists<F>, CertainNames<S, Kind>> &
    Partial<Pick<Lists<F>, UncertainNames<S, Kind>>> &
    Pick<Wire.SearchResponse, 'id' | 'creditsUsed' | 'warning'>
>;

interface Lists<F extends Formats> {
  /** Web pages. */
  web: WebResult<F>[];
  /** News articles. */
  news: NewsResult<F>[];
  /** Images. */
  images: ImageResult[];
}

type Kind = Wire.SearchSourceName;

/**
 * The answer to a search as its type says it is. Lists that nobody asked for, and fields that the contract does not
 * know, stay.
 */
export async function searchResults<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
  { data, ...facts }: Wire.SearchResponse,
  sources: S | undefined,
  formats: F | undefined,
  context: AnswerContext,
): Promise<SearchResults<S, F>> {
  const found: Record<string, unknown> = Object.assign(facts, data);
  for (const source of sources ?? ['web']) {
    const kind = (typeof source === 'string' ? source : source.type) as Kind;
    const list = data?.[kind] ?? [];
    found[kind] =
      formats && kind !== 'images'
        ? await Promise.all(list.map((result) => foundPage(result, formats, context)))
        : list;
  }
  // Which lists these are is only known where the sources are.
  return found as SearchResults<S, F>;
}
