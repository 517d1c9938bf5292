import type { Clock } from '@trawl/base/clock';
import { RenderFailure } from '@trawl/browser/render-failure';
import type { Renderer } from '@trawl/browser/renderer';
import { isRefusedByWall } from '@trawl/web/bot-walls';
import { type Fetch, FetchFailure } from '@trawl/web/fetch-types';
import type { Recorder } from '@trawl/web/recorder';
import { isBusy, retryAfterMs } from '@trawl/web/retry-after';
import { loadStyleSheets, type StyleSheet } from '@trawl/web/style-sheets';
import { contractDefaults } from '../contract/contract.js';
import { asksForBrowser, asksForScreenshot } from '../formats/format-table.js';
import { browserHeaders, pageHeaders } from '../options/page-headers.js';
import { mayRetryWithEnhancedProxy, proxyWish, wantsEnhancedProxy } from '../options/proxy-wish.js';
import type { OpenProfile, Profiles } from '../profiles/profiles.js';
import { cacheRules } from './cache-rules.js';
import { KnownShells } from './known-shells.js';
import type { Page, PageRequest, PageResponse } from './page.js';
import type { PageCache } from './page-cache.js';
import { PageCopies } from './page-copies.js';

const ANY_AGE = { minAge: 0, maxAge: Number.POSITIVE_INFINITY };

/** Throws a `FetchFailure`, a `RenderFailure`, or the refusal of a page that is empty or missing in the cache. */
export interface PageSource {
  /** Whether there is a browser now. */
  canRender(): boolean;
  /** Reads the page from the cache, from the web, or in the browser when the request asks for what only that can do. */
  read(request: PageRequest): Promise<Page>;
  /** Loads the style sheets that the page links, as far as that can be done in time. */
  styleSheets(request: PageRequest, page: Page): Promise<readonly StyleSheet[]>;
  /** Reads the page in the browser. */
  render(request: PageRequest): Promise<Page>;
  /** Does so because the page that was fetched has no content. The same page is rendered at once the next time. */
  renderShell(request: PageRequest, fetchedPage: Pick<Page, 'proxyUsed'>): Promise<Page>;
}

export interface PageSourceDependencies {
  readonly fetch: Fetch;
  readonly cache: PageCache;
  readonly clock: Clock;
  readonly profiles: Profiles;
  readonly recordPage: Recorder['forPage'];
  /** Whether a request to the host that wants an enhanced proxy leaves through one. By default, none does. */
  readonly offersEnhancedProxy?: ((hostname: string) => boolean) | undefined;
  /** It is undefined where pages cannot be rendered. */
  readonly renderer?: Renderer | undefined;
}

export function createPageSource(dependencies: PageSourceDependencies): PageSource {
  const { cache, clock, offersEnhancedProxy = () => false } = dependencies;
  const canRender = () => dependencies.renderer !== undefined;
  const proxyUsedFor = ({ url, options }: PageRequest) =>
    wantsEnhancedProxy(options) && offersEnhancedProxy(new URL(url).hostname) ? 'enhanced' : 'basic';
  const copies = new PageCopies({ cache, clock, canRender, proxyUsedFor });
  const shells = new KnownShells(clock);
  const parts: SourceParts = { ...dependencies, offersEnhancedProxy, canRender, copies, shells };
  return {
    canRender,
    render: (request) => renderPage(request, parts),
    async renderShell(fetchRequest, { proxyUsed }) {
      const request = proxyUsed === 'enhanced' ? throughEnhancedProxy(fetchRequest) : fetchRequest;
      const page = await renderPage(request, parts);
      shells.add(request);
      return page;
    },
    read: (request) => readPage(request, parts),
    styleSheets: (request, page) => readStyleSheets(request, page, parts),
  };
}

interface SourceParts extends PageSourceDependencies, Pick<PageSource, 'canRender'> {
  readonly offersEnhancedProxy: (hostname: string) => boolean;
  readonly copies: PageCopies;
  readonly shells: KnownShells;
}

async function readPage(request: PageRequest, parts: SourceParts): Promise<Page> {
  const { options } = request;
  const { canRender } = parts;
  const rules = cacheRules(options);
  const cachedPage = rules.ageLimits && (await findCopy(request, rules.ageLimits, parts));
  // A copy of which no screenshot was taken is rendered, unless nothing but the cache may be read.
  const needsScreenshot =
    rules.miss === undefined && canRender() && asksForScreenshot(options) && !cachedPage?.renderedPage?.screenshot;
  if (cachedPage && !needsScreenshot) return cachedPage;
  if (rules.miss) throw rules.miss;
  return readUnlessRefused(request, parts, async (attempt) => {
    if (cachedPage) return (await renderUnlessOffline(attempt, parts)) ?? cachedPage;
    const needsBrowser = canRender() && asksForBrowser(options);
    const renderedPage = needsBrowser
      ? await renderUnlessOffline(attempt, parts)
      : await renderKnownShell(attempt, parts);
    return renderedPage ?? fetchOrFindStale(attempt, parts);
  });
}

/** The copy that the request may use. Where this server chooses the kind of proxy, one of each kind will do. */
async function findCopy(
  request: PageRequest,
  ages: { readonly minAge: number; readonly maxAge: number },
  { copies }: SourceParts,
): Promise<Page | undefined> {
  const other = mayRetryWithEnhancedProxy(request.options) ? throughEnhancedProxy(request) : request;
  return copies.findEither(request, other, ages);
}

/** The same request, for an enhanced proxy alone. */
function throughEnhancedProxy(request: PageRequest): PageRequest {
  return { ...request, options: { ...request.options, proxy: 'enhanced' } };
}

/**
 * Reads the page, and once more through an enhanced proxy if the site refuses and the options leave that to this server.
 * What was read first stays if that does not help. Actions and profiles are not repeated: they may have changed something.
 */
async function readUnlessRefused(
  request: PageRequest,
  { offersEnhancedProxy }: SourceParts,
  read: (request: PageRequest) => Promise<Page>,
): Promise<Page> {
  const { url, options, signal } = request;
  const mayRetry =
    mayRetryWithEnhancedProxy(options) &&
    !options.actions?.length &&
    !options.profile &&
    offersEnhancedProxy(new URL(url).hostname);
  if (!mayRetry) return read(request);
  const outcome = await read(request).catch((error: unknown) => {
    if (isRefusedConnection(error)) return error;
    throw error;
  });
  if (!(outcome instanceof FetchFailure) && !outcome.isRefusal) return outcome;
  try {
    const page = await read(throughEnhancedProxy(request));
    if (!page.isRefusal || outcome instanceof FetchFailure) return page;
    return { ...outcome, proxyWarning: 'The site refused an enhanced proxy as well.' };
  } catch (error) {
    signal.throwIfAborted();
    if (outcome instanceof FetchFailure) throw outcome;
    if (!(error instanceof RenderFailure || error instanceof FetchFailure)) throw error;
    return { ...outcome, proxyWarning: `The page could not be read through an enhanced proxy: ${error.message}` };
  }
}

/** Whether a site has ended the connection, or the basic proxy has not made one. */
function isRefusedConnection(error: unknown): error is FetchFailure {
  return error instanceof FetchFailure && (error.reason === 'reset' || error.reason === 'proxy');
}

/** Returns undefined for a page that is not known as a shell, and for one that the browser cannot show now. */
async function renderKnownShell(request: PageRequest, parts: SourceParts): Promise<Page | undefined> {
  const { canRender, shells } = parts;
  if (!canRender() || request.options.fastMode || !shells.has(request)) return undefined;
  try {
    return await renderPage(request, parts);
  } catch (error) {
    shells.delete(request);
    request.signal.throwIfAborted();
    if (!(error instanceof RenderFailure || error instanceof FetchFailure)) throw error;
    return undefined;
  }
}

/** Fetches the page. An offline server may return an old copy instead, unless the caller limits its age. */
async function fetchOrFindStale(request: PageRequest, parts: SourceParts): Promise<Page> {
  const { copies } = parts;
  try {
    return copies.newPage(await fetchPage(request, parts), request);
  } catch (error) {
    // Browsers show more than what is proper HTTP.
    if (error instanceof FetchFailure && error.reason === 'protocol' && parts.canRender()) {
      return renderPage(request, parts);
    }
    const mayBeStale =
      isOffline(error) && request.options.maxAge === undefined && cacheRules(request.options).ageLimits;
    const staleCopy = mayBeStale ? await copies.find(request, ANY_AGE) : undefined;
    if (staleCopy) return staleCopy;
    throw error;
  }
}

async function fetchPage(request: PageRequest, { fetch, clock }: SourceParts): Promise<PageResponse> {
  const { url, options, team, timeoutMs, signal } = request;
  const checkUrl = async (visitedUrl: string) => {
    await request.checkPage(visitedUrl, signal);
    request.checkPageUrl?.(visitedUrl);
  };
  const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
  const headers = pageHeaders(options);
  const proxy = proxyWish(options);
  const response = await fetch({
    url,
    team,
    headers,
    timeoutMs,
    signal,
    skipTlsVerification,
    proxy,
    checkUrl,
    followsRefresh: true,
  });
  const { url: finalUrl, status, body } = response;
  const contentType = response.headers.get('content-type') ?? undefined;
  const pauseMs = isBusy(status) ? retryAfterMs(response.headers, clock.now()) : undefined;
  const retryAt = pauseMs === undefined ? undefined : clock.now() + pauseMs;
  return { url: finalUrl, status, contentType, body, retryAt, isRefusal: isRefusedByWall(response) };
}

/** Headers of the caller are for the site of the page alone. */
async function readStyleSheets(
  { options, team, timeoutMs, signal, checkUrl, ...request }: PageRequest,
  page: Page,
  { fetch }: SourceParts,
): Promise<readonly StyleSheet[]> {
  const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification } = options;
  const { origin } = new URL(request.url);
  const proxy = { ...proxyWish(options), kind: page.proxyUsed };
  const html = new TextDecoder().decode(await page.readBody());
  return loadStyleSheets(html, page.url, {
    load(url, maxBytes) {
      const headers = new URL(url).origin === origin ? pageHeaders(options) : {};
      return fetch({ url, team, headers, maxBytes, timeoutMs, signal, skipTlsVerification, proxy, checkUrl });
    },
  });
}

async function renderPage(request: PageRequest, parts: SourceParts): Promise<Page> {
  const { url, options, team, timeoutMs, signal, usePage, checkUrl } = request;
  await request.checkPage(url, signal);
  const recorder = parts.recordPage(team, pageHeaders(options));
  const recording = recorder?.replays ? await recorder.find({ method: 'GET', url }) : undefined;
  if (recorder && !recorder.mayLoad && !recording) throw recorder.failure(url);
  const start = recording?.url ?? url;
  const profile = await openProfile(request, parts);
  const renderedPage = await parts.renderer
    ?.render({
      url: start,
      options,
      // They are for the origin of the URL, and not for where it redirected to.
      headers: new URL(start).origin === new URL(url).origin ? browserHeaders(options) : {},
      profile,
      proxyWish: proxyWish(options),
      recorder,
      owner: request.owner,
      timeoutMs,
      signal,
      usePage,
      checkUrl,
    })
    .finally(() => profile?.close());
  if (renderedPage?.html === undefined) {
    return parts.copies.newPage(await fetchPage(request, parts), request, renderedPage);
  }
  if (renderedPage.url !== url) await request.checkPage(renderedPage.url, signal);
  const body = new Uint8Array(Buffer.from(renderedPage.html));
  // The browser has decoded the page.
  const contentType = 'text/html; charset=utf-8';
  const { url: shownUrl, status } = renderedPage;
  const isRefusal = isRefusedByWall({ status, body });
  return parts.copies.newPage({ url: shownUrl, status, contentType, body, isRefusal }, request, renderedPage);
}

async function openProfile(
  { options, team, isStored, signal }: PageRequest,
  { profiles }: SourceParts,
): Promise<OpenProfile | undefined> {
  if (!options.profile) return undefined;
  const { name, saveChanges = true } = options.profile;
  return profiles.open({ team, name, saveChanges: saveChanges && isStored, user: 'scrape', signal });
}

/** Returns undefined for a page of which only the fetch was recorded: an offline server shows what it has. */
async function renderUnlessOffline(request: PageRequest, parts: SourceParts): Promise<Page | undefined> {
  try {
    return await renderPage(request, parts);
  } catch (error) {
    if (!isOffline(error) || request.options.actions?.length) throw error;
    return undefined;
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof FetchFailure && error.reason === 'offline';
}
