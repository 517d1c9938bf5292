import type * as Wire from '@trawl/client';
import type { Formats } from '../formats/format-input.js';
import type { CertainNames, UncertainNames } from '../formats/requested.js';
import type { Flat, Found } from '../formats/scraped.js';
import { toFound as foundPage } from '../formats/shape.js';
import type { ReceivedResponse } from '../transport/received-response.js';
import { type DefaultSources, kindsOf, type Sources } from './search-input.js';

/** The formats of a search that does not say any: nothing is read. */
export type NoFormats = readonly [];

/** A page that was found, with the content that was asked for. */
export type WebResult<F extends Formats = NoFormats> = Found<Wire.WebResult, F>;

/** An article that was found, with the content that was asked for. */
export type NewsResult<F extends Formats = NoFormats> = Found<Wire.NewsResult, F>;

/** An image that was found. */
export interface ImageResult extends Wire.ImageResult {}

/** The results of a search: one list for each kind that was requested, empty when nothing was found. */
export type SearchResults<S extends Sources = DefaultSources, F extends Formats = NoFormats> = Flat<
  Pick<SearchLists<F>, CertainNames<S, Kind>> &
    Partial<Pick<SearchLists<F>, UncertainNames<S, Kind>>> &
    Pick<Wire.SearchResponse, 'id' | 'creditsUsed' | 'warning'>
>;

/** The lists that a search can bring. */
export interface SearchLists<F extends Formats> {
  /** Web pages. */
  web: WebResult<F>[];
  /** News articles. */
  news: NewsResult<F>[];
  /** Images. */
  images: ImageResult[];
}

type Kind = Wire.SearchSourceName;

/**
 * Turns the response to a search into what its type promises. Keeps other lists, and fields that the contract does not
 * know.
 */
export async function searchResults<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
  { data, ...fields }: Wire.SearchResponse,
  sources: S | undefined,
  formats: F | undefined,
  response: ReceivedResponse,
): Promise<SearchResults<S, F>> {
  // `mapData` turns these into errors. As empty lists, they would hide the failure.
  if (!data || Array.isArray(data)) throw new TypeError('data is no object');
  // A spread, because to assign a field named __proto__ would replace the prototype.
  const results: Record<string, unknown> = { ...fields, ...data };
  // A kind may be requested twice, for instance for two regions. Its list must go through its schema once.
  for (const kind of kindsOf(sources ?? ['web'])) {
    const list = data[kind as Kind] ?? [];
    if (!Array.isArray(list)) throw new TypeError(`data.${kind} is no list`);
    results[kind] =
      formats && kind !== 'images'
        ? await Promise.all(list.map((result) => foundPage(result, formats, response)))
        : list;
  }
  // Only the caller knows the sources, and so the lists.
  return results as SearchResults<S, F>;
}
