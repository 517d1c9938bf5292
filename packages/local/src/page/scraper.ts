import type { Document, ScrapeOptions } from '@trawl/client';
import type { Searchable } from './converted.js';

export interface ScrapeTask {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly team: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Scraped {
  readonly document: Document;
  /** The id under which `GET /v2/scrape/{scrapeId}` finds it. */
  readonly scrapeId: string;
  readonly creditsUsed: number;
  readonly links: readonly string[];
  readonly searchable: Searchable;
}

/** From a URL to a document, by the scrape options; used by scrape, search, crawl, batch and monitors alike. */
export interface Scraper {
  /** Throws the documented `Refusal` when there is no document to be had. */
  scrape(task: ScrapeTask): Promise<Scraped>;
}
