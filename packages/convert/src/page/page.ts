import type { AttributeValues, Branding, DocumentPage, Menu, Metadata, PageLayout, Product } from './data.js';
import type { ConversionOptions } from './options.js';

/** A fetched page and the options to convert it. It is sent to a worker, so everything in it can be cloned. */
export interface ConvertRequest {
  /** After redirects: links are resolved against it. */
  readonly url: string;
  /** The header as the server sent it. */
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly options: ConversionOptions;
}

/** The requested formats of a page. What the page does not have is left out. */
export interface PageDocument {
  markdown?: string;
  html?: string;
  /** Null for a file that is not text. */
  rawHtml?: string | null;
  links?: string[];
  images?: string[];
  summary?: string;
  highlights?: string;
  answer?: string;
  json?: unknown;
  product?: Product;
  menu?: Menu;
  branding?: Branding;
  attributes?: AttributeValues[];
  /** The text of a PDF page by page, where its parser asks for it. */
  pages?: DocumentPage[];
  /** The layout of a PDF, where its parser asks for it. */
  blocks?: PageLayout[];
}

/** The result of a conversion. */
export interface ConversionResult {
  /** The requested formats that need nothing but the page, by their names in a `Document`. */
  readonly document: PageDocument;
  /** The metadata of the page itself: title, description, language, Open Graph, `numPages`. */
  readonly metadata: Metadata;
  /** All links of the page for crawls and maps, absolute and without duplicates, whatever the formats and tags are. */
  readonly links: readonly string[];
  /** The data that search indexes. */
  readonly searchable: Searchable;
  /** Whether the page shows nothing before its scripts have run in a browser. */
  readonly isClientRendered?: boolean;
  /** What a language model gets beside the Markdown, where the options ask for it. */
  readonly evidence?: Evidence;
  /** Sentences about requested things that the page cannot provide. */
  readonly warnings: readonly string[];
}

export interface Searchable {
  readonly title: string;
  readonly description: string;
  /** The main content as plain text. */
  readonly text: string;
  /** ISO 8601, when the page has a date. */
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

/** What the structured data of a page say. */
export interface Evidence {
  /** The items as JSON, of bounded length; empty where the page has none. */
  readonly data: string;
  /** For each schema the value that they give, where they have all of its properties. */
  readonly values: readonly { readonly value?: unknown }[];
}
