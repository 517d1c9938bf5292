import type { UsePage } from '@trawl/browser/open-pages';
import type { RenderedPage } from '@trawl/browser/renderer';
import type { ScrapeOptions } from '@trawl/client';
import type { WorkOwner } from '@trawl/convert/workers';
import type { ConversionOptions } from '../options/scrape-options.js';
import type { Conversion } from './conversions.js';
import type { CachedPage, CacheStores } from './page-cache.js';

/** How a page is read, and who may keep it. */
export interface PageRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  /** The team whose copies may be used. */
  readonly team: string;
  /** Whom the page is read and converted for. */
  readonly owner: WorkOwner;
  /** The teams that get a cached copy of a fetched page. */
  readonly cacheFor: readonly string[];
  /** Whether anything of this request may be stored for the team. */
  readonly isStored: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the page of the browser, if it is rendered. */
  readonly usePage?: UsePage | undefined;
  /** Throws for a URL that must not be loaded. */
  checkUrl(url: string): void;
  /** The same for the page itself, of which more may have to be asked. */
  checkPage(url: string, signal: AbortSignal): Promise<void>;
  /** Throws for a URL that is not meant to be the page. */
  readonly checkPageUrl?: ((url: string) => void) | undefined;
}

/** A page, from the cache or from the web. */
export interface Page extends CachedPage {
  readonly isCached: boolean;
  /** The page as the browser rendered it for this request. */
  readonly renderedPage?: RenderedPage | undefined;
  /** When the site wants to be asked again, in milliseconds since 1970, if it was too busy to answer with the page. */
  readonly retryAt?: number | undefined;
  /** The kind of proxy that the page was read through; `basic` stands for none as well. */
  readonly proxyUsed: 'basic' | 'enhanced';
  /** What became of reading it again through an enhanced proxy, as a sentence, where that has not helped. */
  readonly proxyWarning?: string | undefined;
  /** Whether a site or its bot wall has refused this server in place of showing the page. */
  readonly isRefusal: boolean;
  /** Stores the page with its compressed body in the cache; undefined for pages that must not be stored. */
  readonly store: ((stores: CacheStores, bytes: Uint8Array) => Promise<void>) | undefined;
  /** What a cached page was converted to with these options. */
  conversion(options: ConversionOptions): Conversion | undefined;
  /** Stores a conversion beside the cached page, if it may be stored. */
  storeConversion(options: ConversionOptions, conversion: Conversion): void;
}

/** A page as it came, before it is known who may keep it. */
export interface PageResponse extends Pick<Page, 'url' | 'status' | 'contentType' | 'retryAt' | 'isRefusal'> {
  readonly body: Uint8Array;
}
