import type { Searchable } from '../page/converted.js';

/** A page in the search index; a newer entry with the same URL replaces it. */
export interface IndexEntry extends Searchable {
  readonly url: string;
  /** The media type without parameters, such as `text/html` or `application/pdf`. */
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

export interface SearchIndex {
  add(entry: IndexEntry): void;
  readonly size: number;
}
