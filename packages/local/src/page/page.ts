import type { Document, Metadata, ScrapeOptions } from '@trawl/client';

/** A page as it came, and what to make of it. Goes to a worker, so everything here can be cloned. */
export interface ConvertRequest {
  /** After redirects: links are resolved against it. */
  readonly url: string;
  /** The header as the server sent it. */
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  /** Its formats, tags, parsers; what concerns fetching and caching is not looked at. */
  readonly options: ScrapeOptions;
}

/** What a page turned out to hold. */
export interface Converted {
  /** The formats asked for that can be had from the page alone, by the names they have in a `Document`. */
  readonly document: Partial<Omit<Document, 'metadata'>>;
  /** Of the page itself: title, description, language, Open Graph, `numPages`. */
  readonly metadata: Metadata;
  /** All links of the page, absolute, without duplicates, whatever the formats and tags say: for crawls and maps. */
  readonly links: readonly string[];
  /** What a search finds the page by. */
  readonly searchable: Searchable;
  /** What was asked for and could not be had, in sentences. */
  readonly warnings: readonly string[];
}

export interface Searchable {
  readonly title: string;
  readonly description: string;
  /** The main content as plain text. */
  readonly text: string;
  /** ISO 8601, where the page says so. */
  readonly publishedAt?: string | undefined;
  readonly isArticle: boolean;
  readonly imageUrl?: string | undefined;
  readonly images: readonly PageImage[];
}

export interface PageImage {
  readonly url: string;
  readonly alt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
