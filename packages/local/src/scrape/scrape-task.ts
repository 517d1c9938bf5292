import type { Document, ScrapeOptions } from '@trawl/client';
import type { Searchable } from '../page/page.js';

export interface ScrapeTask {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly team: string;
  /** The job that the page belongs to: pages of one job take turns with those of others. */
  readonly job?: string | undefined;
  /** Nothing of the page is kept: neither in the cache nor in the index. */
  readonly zeroDataRetention?: boolean | undefined;
  /** The page was put in by whoever runs the server, for these teams. */
  readonly seededFor?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Scraped {
  readonly document: Document;
  /** Stands in the document's metadata, too. */
  readonly scrapeId: string;
  /** What the page costs; charged by whoever had it scraped, as a call or as a part of a job. */
  readonly creditsUsed: number;
  readonly links: readonly string[];
  readonly searchable: Searchable;
  /**
   * Stores what the next scrape of the page is compared with, where changes are looked for. To be called in the transaction
   * that stores the document.
   */
  readonly remember?: (() => void) | undefined;
}

/** From a URL to a document, by the scrape options; used by scrape, search, crawl, batch and monitors alike. */
export interface Scraper {
  /** Throws the documented `Refusal` when there is no document to be had, or the reason of the signal. */
  scrape(task: ScrapeTask): Promise<Scraped>;
}
