import type { SearchEntry } from '@trawl/convert';

/** A page in the search index of a team; a newer entry with the same URL replaces it. */
export interface IndexEntry extends SearchEntry {
  readonly url: string;
  /** The media type without parameters, such as `text/html` or `application/pdf`. */
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

export interface SearchIndex {
  add(team: string, entry: IndexEntry): void;
  /** The pages of all teams. */
  readonly size: number;
}
