import type { ScrapeOptions } from '@trawl/client';
import type { Hold } from '../browser/held-pages.js';
import type { OpenProfile, Profiles } from '../browser/profiles.js';
import type { RenderedPage, Renderer } from '../browser/renderer.js';
import { canParseUrl } from '../can-parse-url.js';
import type { Clock } from '../clock.js';
import { contractDefaults } from '../contract/contract.js';
import { asksForBrowser, asksForScreenshot } from '../formats/format-table.js';
import { pageHeaders } from '../options/page-headers.js';
import { type ConversionOptions, copyKeys } from '../options/scrape-options.js';
import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import type { Recorder } from '../web/recorder.js';
import { cacheRules } from './cache-rules.js';
import { createCachedPictures } from './cached-pictures.js';
import type { Conversion } from './conversions.js';
import type { CachedPage, PageCache } from './page-cache.js';
import { allEnginesFailed } from './scrape-failure.js';

const ANY_AGE = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

export interface PageRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  /** The team whose copies may be used. */
  readonly team: string;
  /** The teams that get a cached copy of a fetched page. */
  readonly cacheFor: readonly string[];
  /** Whether anything of this request may be stored for the team. */
  readonly isStored: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the page of the browser, if it is rendered. */
  readonly hold?: Hold | undefined;
  /** Throws for a URL that must not be visited. */
  admit(url: string): void;
  /** The same for the page itself, and not for what it loads. */
  readonly admitPage?: ((url: string) => void) | undefined;
}

/** A page, from the cache or from the web. */
export interface Page extends CachedPage {
  readonly isCached: boolean;
  /** What the browser made of it, if it was rendered for this request. */
  readonly rendered?: RenderedPage | undefined;
  /** Stores the page with its compressed body in the cache; undefined for pages that must not be stored. */
  readonly store: ((packed: Uint8Array) => void) | undefined;
  /** What a cached page was converted to with these options. */
  conversion(options: ConversionOptions): Conversion | undefined;
  /** Stores a conversion beside the cached page, if it may be stored. */
  storeConversion(options: ConversionOptions, conversion: Conversion): void;
}

/** Throws a `FetchFailure`, a `RenderFailure`, or the refusal of a page that is empty or missing in the cache. */
export interface PageSource {
  /** Whether there is a browser now. */
  canRender(): boolean;
  /** Reads the page from the cache, from the web, or in the browser when the request asks for what only that can do. */
  read(request: PageRequest): Promise<Page>;
  /** Reads the page in the browser. */
  render(request: PageRequest): Promise<Page>;
}

export interface PageSourceDependencies {
  readonly fetch: Fetch;
  readonly cache: PageCache;
  readonly clock: Clock;
  readonly profiles: Profiles;
  readonly recordPage: Recorder['forPage'];
  /** Returns undefined when pages cannot be rendered. */
  readonly renderer?: (() => Renderer | undefined) | undefined;
}

/** A page as it came, before it is known who may keep it. */
interface Response extends Pick<Page, 'url' | 'status' | 'contentType'> {
  readonly body: Uint8Array;
}

export function createPageSource(dependencies: PageSourceDependencies): PageSource {
  const { fetch, cache, clock, profiles, recordPage, renderer = () => undefined } = dependencies;
  const canRender = () => renderer() !== undefined;
  const pictures = createCachedPictures();
  const keyOf = ({ url, options }: PageRequest) => cacheKey(url, options, canRender());

  function storeConversionOf(key: string, fetchedAt: number, owners: readonly string[]): Page['storeConversion'] {
    return (options, conversion) => {
      for (const owner of owners) cache.conversions.add({ team: owner, key, fetchedAt }, options, conversion);
    };
  }

  function cachedPage(page: CachedPage, request: PageRequest): Page {
    const { team, cacheFor, admit, admitPage } = request;
    admit(page.url);
    admitPage?.(page.url);
    const key = keyOf(request);
    const copy = { team, key, fetchedAt: page.fetchedAt };
    const picture = asksForScreenshot(request.options) ? pictures.get(copy, request.options) : undefined;
    return {
      ...page,
      isCached: true,
      rendered: picture && { ...page, ...picture, html: undefined, actions: undefined },
      store: undefined,
      conversion: (options) => cache.conversions.get(copy, options),
      storeConversion: storeConversionOf(key, page.fetchedAt, cacheFor),
    };
  }

  function newPage({ body, ...response }: Response, request: PageRequest, rendered?: RenderedPage): Page {
    const isOk = response.status >= 200 && response.status < 300;
    if (isOk && body.length === 0) throw allEnginesFailed('The page is empty.');
    const fetchedAt = clock.now();
    const key = keyOf(request);
    // Errors and pages that still load are not stored: a page that fails today may work tomorrow.
    const owners = isOk && !rendered?.isLoading ? request.cacheFor : [];
    const store = (packed: Uint8Array) => {
      for (const owner of owners) {
        cache.set(owner, key, { ...response, fetchedAt }, packed);
        if (rendered?.screenshot) pictures.add({ team: owner, key, fetchedAt }, request.options, rendered);
      }
    };
    return {
      ...response,
      rendered,
      fetchedAt,
      readBody: async () => body,
      isCached: false,
      store: owners.length > 0 ? store : undefined,
      conversion: () => undefined,
      storeConversion: storeConversionOf(key, fetchedAt, owners),
    };
  }

  async function fetchPage({ url, options, team, timeoutMs, signal, ...request }: PageRequest): Promise<Response> {
    const admit = (visited: string) => {
      request.admit(visited);
      request.admitPage?.(visited);
    };
    const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
    const headers = pageHeaders(options);
    const fetched = await fetch({ url, team, headers, timeoutMs, signal, skipTlsVerification, admit });
    const contentType = fetched.headers.get('content-type') ?? undefined;
    return { url: fetched.url, status: fetched.status, contentType, body: fetched.body };
  }

  async function openProfile({ options, team, isStored, signal }: PageRequest): Promise<OpenProfile | undefined> {
    if (!options.profile) return undefined;
    const { name, saveChanges = true } = options.profile;
    return profiles.open({ team, name, saveChanges: saveChanges && isStored, user: 'scrape', signal });
  }

  async function render(request: PageRequest): Promise<Page> {
    const { url, options, team, timeoutMs, signal, hold, admit } = request;
    admit(url);
    const headers = pageHeaders(options);
    const recorder = recordPage(team, headers);
    const recording = recorder?.replays ? await recorder.find({ method: 'GET', url }) : undefined;
    if (recorder && !recorder.mayLoad && !recording) throw recorder.failure(url);
    const start = recording?.url ?? url;
    const profile = await openProfile(request);
    const work = {
      url: start,
      options,
      // They are for the origin of the URL, and not for where it redirected to.
      headers: new URL(start).origin === new URL(url).origin ? headers : {},
      ...{ profile, recorder, group: team, timeoutMs, signal, hold, admit },
    };
    const rendered = await renderer()
      ?.render(work)
      .finally(() => profile?.close());
    if (rendered?.html === undefined) return newPage(await fetchPage(request), request, rendered);
    const body = new Uint8Array(Buffer.from(rendered.html));
    // The browser has decoded the page.
    const contentType = 'text/html; charset=utf-8';
    return newPage({ url: rendered.url, status: rendered.status, contentType, body }, request, rendered);
  }

  /** Undefined for a page that only its fetch was recorded of: an offline server shows what it has. */
  async function renderUnlessOffline(request: PageRequest): Promise<Page | undefined> {
    try {
      return await render(request);
    } catch (error) {
      if (!isOffline(error) || request.options.actions?.length) throw error;
      return undefined;
    }
  }

  return {
    canRender,
    render,
    async read(request) {
      const { url, options, team, admit } = request;
      const rules = cacheRules(options);
      const copy = rules.read && cache.get(team, keyOf(request), rules.read);
      if (copy) admit(url);
      const cached = copy && cachedPage(copy, request);
      // A copy of which no screenshot was taken is rendered, unless nothing but the cache may be read.
      const mustRender =
        rules.miss === undefined && canRender() && asksForScreenshot(options) && !cached?.rendered?.screenshot;
      const screenshot = mustRender ? await renderUnlessOffline(request) : undefined;
      if (screenshot) return screenshot;
      if (cached) return cached;
      if (rules.miss) throw rules.miss;
      const rendered =
        !mustRender && canRender() && asksForBrowser(options) ? await renderUnlessOffline(request) : undefined;
      if (rendered) return rendered;
      try {
        return newPage(await fetchPage(request), request);
      } catch (error) {
        const mayBeStale = isOffline(error) && options.maxAge === undefined && rules.read;
        const staleCopy = mayBeStale ? cache.get(team, keyOf(request), ANY_AGE) : undefined;
        if (staleCopy) return cachedPage(staleCopy, request);
        throw error;
      }
    },
  };
}

/** A page has a copy for each of the values that its options have in the key. Requests with other headers are not cached. */
function cacheKey(url: string, options: ScrapeOptions, canRender: boolean): string {
  const page = canParseUrl(url) ? new URL(url).href : url;
  return [page.replace(/#.*/s, ''), ...copyKeys(options, canRender)].join('\n');
}

/** An offline server may return an old copy, unless the caller limits its age. */
function isOffline(error: unknown): boolean {
  return error instanceof FetchFailure && error.reason === 'offline';
}
