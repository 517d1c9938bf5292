import type { SearchEntry } from '@trawl/convert';
import type { Stores } from '../store/stores.js';

/** A page in the search index of a team; a newer entry with the same URL replaces it. */
export interface IndexEntry extends SearchEntry {
  readonly url: string;
  /** The media type without parameters, such as `text/html` or `application/pdf`. */
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

export interface SearchIndex {
  add(stores: Pick<Stores, 'search'>, team: string, entry: IndexEntry): Promise<void>;
}
