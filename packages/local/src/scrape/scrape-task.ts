import type { Document, ScrapeOptions } from '@trawl/client';

export interface ScrapeTask {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly team: string;
  /** The job of the page. Pages of different jobs take turns. */
  readonly job?: string | undefined;
  /** Stores nothing of the page: neither in the cache nor in the index. */
  readonly zeroDataRetention?: boolean | undefined;
  /** The teams that the operator of the server seeded this page for. */
  readonly seededFor?: readonly string[] | undefined;
  /** The address of this server that the caller used. Links to it begin so; in a job they begin with its own address. */
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScrapeResult {
  readonly document: Document;
  /** The same id as in the metadata of the document. */
  readonly scrapeId: string;
  /** The cost of the page. The caller charges it, for a single call or for a job. */
  readonly creditsUsed: number;
  readonly links: readonly string[];
  /**
   * Stores the version that the next scrape is compared with, when changes are tracked. Call it in the transaction that
   * stores the document.
   */
  readonly remember?: (() => void) | undefined;
}

/** Turns a URL into a document, by the scrape options. Scrape, search, crawl, batch and monitors all use it. */
export interface Scraper {
  /** Throws the documented `Refusal` of a failed scrape, or the reason of the signal. */
  scrape(task: ScrapeTask): Promise<ScrapeResult>;
}
