import { availableParallelism } from 'node:os';
import type { ScrapeOptions } from '@trawl/client';
import type { CDPSession, Page, Request, Response } from 'playwright-core';
import type { Clock } from '../clock.js';
import { requestedFormat } from '../formats/format-table.js';
import { FetchFailure } from '../web/fetch-types.js';
import { type ActionOutput, CUT, runActions } from './actions.js';
import { type RenderedFile, screenshot } from './capture.js';
import { closeConsentBanners } from './consent.js';
import { headerValue, sendToFirstParty, setCookies } from './first-party-headers.js';
import { setLanguages } from './languages.js';
import type { LazyBrowser } from './lazy-browser.js';
import { createOpenPages, limitWindows, type Place, type UsePage } from './open-pages.js';
import { type ContextRequest, createPageContexts } from './page-contexts.js';
import { pageScripts } from './page-scripts.js';
import { createPageSlots } from './page-slots.js';
import type { OpenContext, PlainPage } from './plain-page.js';
import type { ProcessWatch } from './process-watch.js';
import type { OpenProfile } from './profiles.js';
import type { ProxyAccess } from './proxy.js';
import { recordLoads } from './recorded-loads.js';
import { RenderFailure } from './render-failure.js';
import { countRequests, MAX_SETTLING_MS, type RequestCount, settled } from './settled.js';
import { contentShown, pageContent } from './shell.js';
import { isUnseen, leaveOutUnseen, loadUnseen } from './unseen-loads.js';

export interface OpenRequest extends ContextRequest {
  readonly usePage: UsePage;
}

export interface RenderRequest extends ContextRequest {
  readonly url: string;
  /** Pages of different groups take turns. */
  readonly group: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the page when it was read. */
  readonly usePage?: UsePage | undefined;
}

interface Rendering {
  readonly page: Page;
  readonly session: CDPSession;
  readonly access: ProxyAccess;
  readonly deadline: number;
  /** Is called when the page has come, and its scripts have the browser to themselves. */
  readonly onOpened: () => void;
  readonly saveProfile: ReturnType<OpenProfile['follow']> | undefined;
  readonly recorded: Awaited<ReturnType<typeof recordLoads>> | undefined;
}

export interface RenderedPage {
  /** After redirects, and after what scripts and actions have opened. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** It is undefined for other types than HTML, which the browser shows in a viewer page. */
  readonly html: string | undefined;
  readonly screenshot: RenderedFile | undefined;
  readonly actions: ActionOutput | undefined;
  /** Whether its scripts had not shown its content. */
  readonly isLoading?: boolean | undefined;
  readonly warnings: readonly string[];
}

/** Shows pages in a browser, does actions on them, and reads them when their scripts have run. */
export interface Renderer {
  /** Throws a `RenderFailure`, a `FetchFailure`, or what `checkUrl` throws. */
  render(request: RenderRequest): Promise<RenderedPage>;
  /**
   * Gives an empty page to `usePage`, beside the places of pages that are read; resolves when it is closed, to why its
   * profile was not saved.
   */
  open(request: OpenRequest): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /** It is closed with the renderer. */
  readonly browser: LazyBrowser;
  readonly clock: Clock;
  /** Names this service at the end of the `User-Agent` of the browser. */
  readonly userAgent: string;
  /** Pages at once; others wait. */
  readonly maxPages?: number | undefined;
  /** Whether pictures, fonts and media are loaded although the request has no use for them. */
  readonly loadsPictures?: boolean | undefined;
}

/** The share of the time of a request in which its page has to show its content: the rest is for what comes after. */
const MAX_SETTLING_SHARE = 1 / 2;

/** The number of pages at once for each processor. More pages would only wait for each other. */
const PAGES_PER_PROCESSOR = 2;

/** What a page takes that is not extraordinary. */
const PAGE_MEGABYTES = 200;

/** As many pages at once as the processors and the memory of this machine bear. */
export function pagesAtOnce(megabytes: number, processors: number = availableParallelism()): number {
  return Math.max(1, Math.min(processors * PAGES_PER_PROCESSOR, Math.floor(megabytes / PAGE_MEGABYTES)));
}

const DEFAULT_PAGES = 4;

export function createRenderer({
  browser: lazy,
  clock,
  userAgent,
  maxPages = DEFAULT_PAGES,
  loadsPictures = false,
}: RendererOptions): Renderer {
  const slots = createPageSlots(maxPages);
  const openPages = createOpenPages();
  const contexts = createPageContexts(lazy, { clock, userAgent, maxPages });

  async function renderIn(request: RenderRequest, rendering: Rendering): Promise<RenderedPage> {
    const { page, access } = rendering;
    page.setDefaultTimeout(request.timeoutMs);
    const requests = countRequests(page);
    const visits = followVisits(page, request.url, access);
    try {
      return await read(request, rendering, requests, visits);
    } finally {
      requests.stop();
      visits.stop();
    }
  }

  async function read(
    request: RenderRequest,
    { page, session, deadline, onOpened, saveProfile, recorded }: Rendering,
    requests: RequestCount,
    visits: Visits,
  ): Promise<RenderedPage> {
    const { url, options, headers } = request;
    const context = page.context();
    const scripts = pageScripts(session);
    const settle = () => settled(page, requests, undefined, scripts);
    const cookies = headerValue(headers, 'cookie');
    if (cookies !== undefined) await setCookies(context, url, cookies);
    await sendToFirstParty(page, url, headers);
    await setLanguages(page, options.location?.languages ?? []);
    // A session and a recording show the page later.
    const isSeen = loadsPictures || request.usePage || recorded || !isUnseen(options);
    await (isSeen ? loadUnseen(session) : leaveOutUnseen(session));
    const response = await open(page, url, visits);
    onOpened();
    if (response === DOWNLOAD) return fileOf(visits.last, options);
    const end = performance.now() + Math.min(MAX_SETTLING_MS, (deadline - performance.now()) * MAX_SETTLING_SHARE);
    const settleInTime = () => settled(page, requests, end, scripts);
    await settleInTime();
    const shownContent = await contentShown(scripts, settleInTime, end);
    if (options.waitFor) await page.waitForTimeout(options.waitFor);
    const hasClosedBanner = options.blockAds !== false && (await closeConsentBanners(page, settle, scripts));
    const actions = options.actions?.length ? await runActions(page, options.actions, { deadline, settle }) : undefined;
    const format = requestedFormat(options, 'screenshot');
    const picture = format && (await screenshot(page, format));
    const isChanged = options.waitFor || hasClosedBanner || actions || picture;
    const content = (isChanged ? undefined : shownContent) ?? (await pageContent(page, scripts));
    if ([content.url, page.url()].some((shown) => shown.startsWith(ERROR_PAGE)))
      throw visits.failure() ?? new RenderFailure('failed', 'The page led to one that cannot be opened.');
    refuseOtherSchemes([content.url, ...page.frames().map((frame) => frame.url())]);
    const contentType = response?.headers()['content-type'];
    const html = isHtml(contentType) ? content.html() : undefined;
    const isEmpty = html !== undefined && content.isShell;
    const unsaved = await saveProfile?.();
    await recorded?.();
    return {
      url: content.url,
      status: response?.status() ?? 200,
      contentType,
      html,
      screenshot: picture && { type: picture.type, body: picture.body },
      actions,
      isLoading: isEmpty,
      warnings: [
        ...(actions?.warnings ?? []),
        ...(picture?.isCut ? [CUT] : []),
        ...(isEmpty ? [STILL_LOADING] : []),
        ...(unsaved ? [unsaved] : []),
      ],
    };
  }

  return {
    async render(request) {
      const { group, signal, usePage, profile, recorder } = request;
      request.checkUrl(request.url);
      const deadline = performance.now() + request.timeoutMs;
      if (slots.areTaken) openPages.displaceOldest();
      const release = await slots.acquire(group, signal);
      let deliver: (page: RenderedPage) => void = () => {};
      const delivered = new Promise<RenderedPage>((resolve) => {
        deliver = resolve;
      });
      // The page goes on until its context is closed, and only then another one may take its place.
      const work = lazy.use(async (running) => {
        const rendered = await contexts.use(running, request, async (opened, spoil) => {
          const { context, access } = opened;
          const saveProfile = profile?.follow(context);
          const recorded = recorder && (await recordLoads(context, recorder));
          const { page, session } = await untilAborted(signal, () => firstPage(opened));
          const windows = limitWindows(context);
          const prepare = () => {
            if (!slots.areAwaited) contexts.prepare(running);
          };
          const rendering = { page, session, access, deadline, onOpened: prepare, saveProfile, recorded };
          const read = () => renderIn(request, rendering);
          const rendered = await untilAborted(signal, () => failingOnCrash(page, running.watch, read));
          deliver(rendered);
          // A file that is downloaded leaves the page empty.
          if (!usePage || page.url() === BLANK) {
            windows.stop();
            return rendered;
          }
          const place = { isAwaited: slots.areAwaited, leave: release };
          if (await openPages.use(page, { windows, place, watch: running.watch }, usePage)) spoil();
          windows.stop();
          return rendered;
        });
        if (!slots.areAwaited) contexts.prepare(running);
        return rendered;
      });
      work.then(release, release);
      return untilAborted(signal, () => Promise.race([work, delivered]));
    },
    open: (request) =>
      lazy.use((running) =>
        contexts.use(running, request, async (opened) => {
          const { context } = opened;
          const saveProfile = request.profile?.follow(context);
          const { page } = await firstPage(opened);
          const limits = { windows: limitWindows(context), place: NO_PLACE, watch: running.watch };
          await openPages.use(page, limits, request.usePage);
          return saveProfile?.();
        }),
      ),
    close: () => lazy.close(),
  };
}

/** The page of a context, which a plain one has already. */
async function firstPage({
  context,
  page,
  session,
}: OpenContext & Partial<PlainPage>): Promise<Pick<PlainPage, 'page' | 'session'>> {
  if (page && session) return { page, session };
  const first = await context.newPage();
  return { page: first, session: await context.newCDPSession(first) };
}

const NO_PLACE: Place = { isAwaited: false, leave() {} };

const BLANK = 'about:blank';

/** What opens a file that is no page. */
const DOWNLOAD = 'download';

/** A file that the browser does not show. It is fetched. */
function fileOf(url: string, { actions = [] }: ScrapeOptions): RenderedPage {
  if (actions.length > 0) throw new RenderFailure('action', 'There is no page to do `actions` on: the URL is a file.');
  const nothing = { html: undefined, screenshot: undefined, actions: undefined };
  return { url, status: 200, contentType: undefined, ...nothing, warnings: [] };
}

/** The page that Chromium shows in place of one that it cannot open. */
const ERROR_PAGE = 'chrome-error:';

const STILL_LOADING =
  'The scripts of this page had not shown its content when it was read. Wait longer with `waitFor`, or for an element with a `wait` action.';

interface Visits {
  /** Where the page is, or would be. */
  readonly last: string;
  /** Why the last visit failed, if the proxy knows. */
  failure(): unknown;
  stop(): void;
}

function followVisits(page: Page, url: string, access: ProxyAccess): Visits {
  let last = url;
  const onRequest = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = request.url();
  };
  page.on('request', onRequest);
  return {
    stop: () => page.off('request', onRequest),
    get last() {
      return last;
    },
    failure: () => access.failureFor(last),
  };
}

/** Opens the URL, and says why it cannot be opened in the words of a fetch. */
async function open(page: Page, url: string, visits: Visits): Promise<Response | null | typeof DOWNLOAD> {
  try {
    return await page.goto(url, { waitUntil: 'domcontentloaded' });
  } catch (error) {
    const failure = visits.failure();
    if (failure) throw failure;
    if (page.isClosed()) throw error;
    if (/Download is starting/.test(String(error))) return DOWNLOAD;
    // The scripts of the page have opened another one before the driver knew the first.
    if (/interrupted by another navigation/.test(String(error))) {
      await page.waitForLoadState('domcontentloaded');
      return null;
    }
    const [, code = ''] = /net::(ERR_\w+)/.exec(String(error)) ?? [];
    if (code === 'ERR_TOO_MANY_REDIRECTS') {
      throw new FetchFailure('redirects', `The page redirects too often (${visits.last}).`);
    }
    const [why = ''] = (error as Error).message.replace(/^page\.goto: /, '').split('\n');
    throw new RenderFailure('failed', `The browser cannot open the page: ${why}`, { cause: error });
  }
}

/** Fails the work when the page crashes: its process may be out of memory. */
async function failingOnCrash<Result>(
  page: Page,
  watch: Pick<ProcessWatch, 'crashReason'>,
  work: () => Promise<Result>,
): Promise<Result> {
  let onCrash = () => {};
  const crashed = new Promise<never>((_, reject) => {
    onCrash = () => reject(new RenderFailure('ended', watch.crashReason()));
    page.once('crash', onCrash);
  });
  try {
    return await Promise.race([work(), crashed]);
  } finally {
    page.off('crash', onCrash);
  }
}

async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A browser reads files of the machine, and pages of its own, by other schemes. */
function refuseOtherSchemes(urls: readonly string[]): void {
  const other = urls.find((url) => !/^(?:https?:|data:|blob:|about:(?:blank|srcdoc)|chrome-error:|$)/.test(url));
  if (other !== undefined)
    throw new FetchFailure('forbidden', `Only http: and https: are read, not ${new URL(other).protocol}`);
}

function isHtml(contentType: string | undefined): boolean {
  return contentType === undefined || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}
