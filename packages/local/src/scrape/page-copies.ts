import { parseUrl } from '@trawl/base/can-parse-url';
import type { Clock } from '@trawl/base/clock';
import type { RenderedPage } from '@trawl/browser/renderer';
import { asksForScreenshot } from '../formats/format-table.js';
import { copyKeys } from '../options/scrape-options.js';
import { indexableKey } from '../store/indexable-key.js';
import { type CachedPictures, createCachedPictures } from './cached-pictures.js';
import type { Copy } from './conversions.js';
import type { Page, PageRequest, PageResponse } from './page.js';
import type { CacheStores, FoundPage, PageCache } from './page-cache.js';
import { allEnginesFailed } from './scrape-failure.js';

/** The ages of a copy, in milliseconds. */
interface Ages {
  readonly minAge: number;
  readonly maxAge: number;
}

interface PageCopiesOptions {
  readonly cache: PageCache;
  readonly clock: Clock;
  canRender(): boolean;
  /** The kind of proxy that a request leaves through. */
  proxyUsedFor(request: PageRequest): Page['proxyUsed'];
}

/** The copies of pages that a request may use, and those that it leaves for the next ones. */
export class PageCopies {
  readonly #cache: PageCache;
  readonly #clock: Clock;
  readonly #canRender: () => boolean;
  readonly #proxyUsedFor: (request: PageRequest) => Page['proxyUsed'];
  readonly #pictures: CachedPictures = createCachedPictures();

  constructor({ cache, clock, canRender, proxyUsedFor }: PageCopiesOptions) {
    this.#cache = cache;
    this.#clock = clock;
    this.#canRender = canRender;
    this.#proxyUsedFor = proxyUsedFor;
  }

  /** The copy of the requested page, if there is one of these ages; throws for one that must not be visited. */
  find(request: PageRequest, ages: Ages): Promise<Page | undefined> {
    return this.findEither(request, request, ages);
  }

  /** The copy for one request, or for the other one if the first has none; both are of one team. */
  async findEither(first: PageRequest, second: PageRequest, ages: Ages): Promise<Page | undefined> {
    const { team } = first;
    const key = this.#keyOf(first);
    const copy = await this.#cache.get({ team, key }, ages, first === second ? key : this.#keyOf(second));
    if (!copy) return undefined;
    const request = copy.key === key ? first : second;
    await request.checkPage(request.url, request.signal);
    if (copy.url !== request.url) await request.checkPage(copy.url, request.signal);
    request.checkPageUrl?.(copy.url);
    return this.#cachedPage(copy, request);
  }

  /** A page that was just read, which is stored once it is converted; throws the refusal of an empty page. */
  newPage({ body, ...response }: PageResponse, request: PageRequest, renderedPage?: RenderedPage): Page {
    const isOk = response.status >= 200 && response.status < 300;
    if (isOk && body.length === 0) throw allEnginesFailed('The page is empty.');
    const fetchedAt = this.#clock.now();
    // Errors, refusals and pages that still load are not stored: a page that fails today may work tomorrow.
    const owners = isOk && !response.isRefusal && !renderedPage?.isLoading ? request.cacheFor : [];
    const key = this.#keyOf(request);
    const copies = owners.map((team): Copy => ({ team, key, fetchedAt }));
    const store = async (stores: CacheStores, bytes: Uint8Array) => {
      for (const copy of copies) {
        await this.#cache.set(stores, copy, { ...response, fetchedAt, body: bytes });
        if (renderedPage?.screenshot) this.#pictures.add(copy, request.options, renderedPage);
      }
    };
    return {
      ...response,
      renderedPage,
      fetchedAt,
      proxyUsed: this.#proxyUsedFor(request),
      readBody: async () => body,
      isCached: false,
      store: copies.length > 0 ? store : undefined,
      conversion: () => undefined,
      storeConversion: this.#storeConversion(copies),
    };
  }

  #cachedPage({ key, ...page }: FoundPage, request: PageRequest): Page {
    const { team, options, cacheFor } = request;
    const { fetchedAt } = page;
    const copy = { team, key, fetchedAt };
    const picture = asksForScreenshot(options) ? this.#pictures.get(copy, options) : undefined;
    return {
      ...page,
      isCached: true,
      isRefusal: false,
      proxyUsed: this.#proxyUsedFor(request),
      renderedPage: picture && { ...page, ...picture, html: undefined, actions: undefined },
      store: undefined,
      conversion: (conversionOptions) => this.#cache.conversions.get(copy, conversionOptions),
      storeConversion: this.#storeConversion(cacheFor.map((owner) => ({ team: owner, key, fetchedAt }))),
    };
  }

  #storeConversion(copies: readonly Copy[]): Page['storeConversion'] {
    return (options, conversion) => {
      for (const copy of copies) this.#cache.conversions.add(copy, options, conversion);
    };
  }

  /** A page has a copy for each of the values that its options have in the key. Requests with other headers are not cached. */
  #keyOf({ url, options }: PageRequest): string {
    const page = parseUrl(url)?.href ?? url;
    return indexableKey([page.replace(/#.*/s, ''), ...copyKeys(options, this.#canRender())].join('\n'));
  }
}
