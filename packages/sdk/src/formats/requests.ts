import type { BatchScrapeRequest, CrawlRequest, ParseOptions, ScrapeOptions, ScrapeRequest } from '@trawl/client';
import type { Formats, ParseFormatInput, ParseFormats, WithFormats } from './format-input.js';

/** How pages are read. */
export type ScrapeOptionsInput<F extends Formats = Formats> = WithFormats<ScrapeOptions, F>;

/** What a scrape sends besides the URL. */
export type ScrapeInput<F extends Formats = Formats> = WithFormats<Omit<ScrapeRequest, 'url'>, F>;

/** What a batch sends besides the URLs. */
export type BatchScrapeInput<F extends Formats = Formats> = WithFormats<Omit<BatchScrapeRequest, 'urls'>, F>;

/** What a crawl sends besides the URL. */
export type CrawlInput<F extends Formats = Formats> = Omit<CrawlRequest, 'url' | 'scrapeOptions'> & {
  /** How each page is read. */
  readonly scrapeOptions?: ScrapeOptionsInput<F> | undefined;
};

/** How a file is parsed. */
export type ParseInput<F extends ParseFormats = ParseFormats> = WithFormats<ParseOptions, F, ParseFormatInput>;
