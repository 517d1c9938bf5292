import type { UsePage } from '@trawl/browser/open-pages';
import type { Document, ScrapeOptions } from '@trawl/client';
import type { Remember } from '../changes/tracker.js';
import type { StorePage } from './page-conversion.js';

export interface ScrapeTask {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly team: string;
  /** The job of the page. Pages of different jobs take turns. */
  readonly job?: string | undefined;
  /** Stores nothing of the page: neither in the cache nor in the index. */
  readonly zeroDataRetention?: boolean | undefined;
  /** Whether answers of a model are compared with earlier ones, so that the same text of a page has the same answer. */
  readonly comparesAnswers?: boolean | undefined;
  /** Whether the caller stores the copy of the page with its result, unless the page is large. By default, it is stored before. */
  readonly isStoredByCaller?: boolean | undefined;
  /** The teams that the operator of the server seeded this page for. */
  readonly seededFor?: readonly string[] | undefined;
  /** The address of this server that the caller used. Links to it begin so; in a job they begin with its own address. */
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the URL before it is fetched, and with those that it redirects to; what it throws, the scrape throws. */
  readonly checkUrl?: ((url: string) => void) | undefined;
  /** Gets the page of the browser, with the id of the scrape, if the page was rendered and not only read. */
  readonly usePage?: ((scrapeId: string, ...page: Parameters<UsePage>) => ReturnType<UsePage>) | undefined;
}

export interface ScrapeResult {
  readonly document: Document;
  /** The same id as in the metadata of the document. */
  readonly scrapeId: string;
  /** The cost of the page. The caller charges it, for a single call or for a job. */
  readonly creditsUsed: number;
  readonly links: readonly string[];
  /** When the site wants to be asked again, in milliseconds since 1970, if this is not the page because it is too busy. */
  readonly retryAt?: number | undefined;
  /** Stores the copy of the page, where that is left to the caller. Call it in the transaction that stores the document. */
  readonly store?: StorePage | undefined;
  /**
   * Stores the version that the next scrape is compared with, when changes are tracked. Call it in the transaction that
   * stores the document.
   */
  readonly remember?: Remember | undefined;
}

/** Turns a URL into a document, by the scrape options. Scrape, search, crawl, batch and monitors all use it. */
export interface Scraper {
  /** Throws the documented `Refusal` of a failed scrape, or the reason of the signal. */
  scrape(task: ScrapeTask): Promise<ScrapeResult>;
}

/** Opens pages that stay open. */
export interface PageOpener {
  /**
   * Opens the page of a scrape again in the browser, does its actions, and gives it to `usePage`; resolves to the credits
   * for that. Throws as `scrape` does.
   */
  open(task: Pick<ScrapeTask, 'url' | 'options' | 'team' | 'signal'>, usePage: UsePage): Promise<number>;
}
