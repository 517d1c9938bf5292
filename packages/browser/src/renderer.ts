import { availableParallelism } from 'node:os';
import { untilAborted } from '@trawl/base/aborted';
import type { Clock } from '@trawl/base/clock';
import { Slots, type WorkerCounts, type WorkOwner } from '@trawl/convert/workers';
import { FetchFailure } from '@trawl/web/fetch-types';
import type { CDPSession, Page, Request, Response } from 'playwright-core';
import { CUT, runActions } from './actions.js';
import { requestedScreenshot, screenshot } from './capture.js';
import type { PageOwner } from './clean-pages.js';
import type { DevToolsPage } from './devtools-page.js';
import { headerValue, sendToFirstParty, setCookies } from './first-party-headers.js';
import { setLanguages } from './languages.js';
import type { LazyBrowser, RunningBrowser } from './lazy-browser.js';
import { createOpenPages, limitWindows, type Place, type UsePage } from './open-pages.js';
import { type ContextRequest, createPageContexts, readerOf, rulesOf } from './page-contexts.js';
import { finalContent, readShownContent } from './page-reading.js';
import { pageScripts } from './page-scripts.js';
import { createPlainPages } from './plain-pages.js';
import { readPlainPage } from './plain-reading.js';
import type { ProcessWatch } from './process-watch.js';
import type { PageProfile } from './profile-state.js';
import type { ProxyAccess } from './proxy.js';
import { recordLoads } from './recorded-loads.js';
import { RenderFailure } from './render-failure.js';
import { fileOf, pageOf, type RenderedPage } from './rendered-page.js';
import { countRequests, type RequestCount, settled } from './settled.js';
import type { TeamBrowsers } from './team-browsers.js';
import { isOnlyRead, leaveOutUnseen } from './unseen-loads.js';

export interface OpenRequest extends ContextRequest {
  /** The team that uses the page. */
  readonly team: string;
  readonly usePage: UsePage;
}

export interface RenderRequest extends ContextRequest {
  readonly url: string;
  readonly owner: WorkOwner;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the page when it was read, unless it is in the browser of all teams: as many teams use one of their own as may. */
  readonly usePage?: UsePage | undefined;
}

/**
 * Whose requests may use the page of this one after it. A page that the caller uses needs the driver. In a browser that
 * somebody else has started, the driver takes every page for its own.
 */
function ownerOf(request: RenderRequest, { connection }: RunningBrowser): PageOwner | undefined {
  return request.usePage || !connection ? undefined : readerOf(request);
}

/** How a page is rendered that waits for its place no longer. */
interface RenderTask {
  readonly deadline: number;
  /** Gives the page to the caller before it is closed. */
  deliver(page: RenderedPage): void;
  /** Gives back the place of the page. */
  release(): void;
}

interface PlainTask extends Pick<RenderTask, 'deadline' | 'deliver'> {
  readonly owner: PageOwner;
  /** An empty page that nobody else uses. */
  readonly page: DevToolsPage;
}

interface Rendering {
  readonly page: Page;
  readonly session: CDPSession;
  readonly access: ProxyAccess;
  readonly deadline: number;
  /** Is called when the page has come, and its scripts have the browser to themselves. */
  readonly onOpened: () => void;
  readonly saveProfile: ReturnType<PageProfile['follow']> | undefined;
  readonly recorded: Awaited<ReturnType<typeof recordLoads>> | undefined;
}

export type { RenderedPage };

/** Shows pages in a browser, does actions on them, and reads them when their scripts have run. */
export interface Renderer {
  /** Throws a `RenderFailure`, a `FetchFailure`, or what `checkUrl` throws. */
  render(request: RenderRequest): Promise<RenderedPage>;
  /**
   * Gives an empty page to `usePage`, beside the places of pages that are read; resolves when it is closed, to why its
   * profile was not saved.
   */
  open(request: OpenRequest): Promise<string | undefined>;
  /**
   * Takes a browser for pages that the team uses itself; returns the function that gives it back, or undefined when as many
   * teams use one as may. Then the page that waits longest for a use is closed, so that a later call may get one.
   */
  takeBrowser(team: string): (() => void) | undefined;
  /** The pages that are read at this moment, how many may be at once, and how many wait for their turn. None is idle. */
  pages(): WorkerCounts;
  /** The memory that the browser takes now, in bytes; 0 while there is none, or where it cannot be measured. */
  memoryBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /** The browser of all teams. It is closed with the renderer. */
  readonly browser: LazyBrowser;
  /** Browsers for pages that teams use themselves. Without them, all pages are in the same one. */
  readonly teamBrowsers?: TeamBrowsers | undefined;
  readonly clock: Clock;
  /** Names this service at the end of the `User-Agent` of the browser. */
  readonly userAgent: string;
  /** Pages at once; others wait. */
  readonly maxPages?: number | undefined;
  /** Pages at once with those beyond `maxPages`, which only teams open that have none. */
  readonly mostPages?: number | undefined;
  /** Whether pictures, fonts and media are loaded although the request has no use for them. */
  readonly loadsPictures?: boolean | undefined;
}

/** The number of pages at once for each processor. More pages would only wait for each other. */
const PAGES_PER_PROCESSOR = 2;

/** What a page takes that is not extraordinary. */
const PAGE_MEGABYTES = 200;

/**
 * As many pages at once as the processors and the memory of this machine bear. Beyond those, memory has room for a page of each
 * further team: a page that only waits takes no processor.
 */
export function pagesAtOnce(megabytes: number, processors: number = availableParallelism()) {
  const mostPages = Math.max(1, Math.floor(megabytes / PAGE_MEGABYTES));
  return { maxPages: Math.max(1, Math.min(processors * PAGES_PER_PROCESSOR, mostPages - 1)), mostPages };
}

const DEFAULT_PAGES = 4;

export function createRenderer({
  browser: sharedBrowser,
  teamBrowsers,
  clock,
  userAgent,
  maxPages = DEFAULT_PAGES,
  mostPages,
  loadsPictures = false,
}: RendererOptions): Renderer {
  const slots = new Slots('pages of the browser', { service: maxPages, team: maxPages, most: mostPages });
  const openPages = createOpenPages();
  const contexts = createPageContexts({ userAgent });
  const plainPages = createPlainPages({ clock, userAgent, maxPages, loadsPictures });

  const browserOf = (team: string) => (teamBrowsers ? teamBrowsers.of(team) : sharedBrowser);

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
    const { url, options, headers, signal } = request;
    const context = page.context();
    const scripts = pageScripts(session);
    const cookies = headerValue(headers, 'cookie');
    if (cookies !== undefined) await setCookies(context, url, cookies);
    await sendToFirstParty(page, url, headers);
    await setLanguages(page, options.location?.languages ?? []);
    // A session and a recording show the page later.
    const isSeen = loadsPictures || request.usePage || recorded || !isOnlyRead(options);
    if (!isSeen) await leaveOutUnseen(session);
    const response = await open(page, url, visits);
    onOpened();
    if (response === DOWNLOAD) return fileOf(visits.last, options);
    const reading = { page, scripts, loads: requests, options, deadline, signal };
    const shown = await readShownContent(reading);
    const settle = () => settled(page, requests, scripts);
    const actions = options.actions?.length ? await runActions(page, options.actions, { deadline, settle }) : undefined;
    const format = requestedScreenshot(options);
    const picture = format && (await screenshot(page, format));
    const isChanged = actions || picture;
    const content = await finalContent(reading, isChanged ? undefined : shown, () => visits.failure());
    const rendered = pageOf(content, {
      status: response?.status() ?? 200,
      contentType: response?.headers()['content-type'],
    });
    const unsaved = await saveProfile?.();
    await recorded?.();
    return {
      ...rendered,
      screenshot: picture && { type: picture.type, body: picture.body },
      actions,
      warnings: [
        ...(actions?.warnings ?? []),
        ...(picture?.isCut ? [CUT] : []),
        ...rendered.warnings,
        ...(unsaved ? [unsaved] : []),
      ],
    };
  }

  /** Reads the page without the driver. */
  function readPlain(running: RunningBrowser, request: RenderRequest, task: PlainTask): Promise<RenderedPage> {
    const { url, options, signal } = request;
    const { owner, page, deadline, deliver } = task;
    return plainPages.use(running, page, { owner, rules: rulesOf(request) }, async () => {
      const read = () =>
        readPlainPage(page, { url, options, signal, deadline, onOpened: () => prepare(running, request) });
      const onCrash = (listener: () => void) => page.onCrash(listener);
      const rendered = await untilAborted(signal, () => failingOnCrash(onCrash, running.watch, read));
      deliver(rendered);
      return rendered;
    });
  }

  async function renderWithDriver(
    running: RunningBrowser,
    request: RenderRequest,
    { deadline, deliver, release }: RenderTask,
  ): Promise<RenderedPage> {
    const { signal, usePage, profile, recorder } = request;
    return contexts.use(running, request, async ({ context, access, page, session }) => {
      const saveProfile = profile?.follow(context);
      const recorded = recorder && (await recordLoads(context, recorder));
      const windows = limitWindows(context);
      const onOpened = () => prepare(running, request);
      const read = () => renderIn(request, { page, session, access, deadline, onOpened, saveProfile, recorded });
      const onCrash = (listener: () => void) => {
        page.once('crash', listener);
        return () => page.off('crash', listener);
      };
      const rendered = await untilAborted(signal, () => failingOnCrash(onCrash, running.watch, read));
      deliver(rendered);
      // A file that is downloaded leaves the page empty.
      if (usePage && page.url() !== BLANK) {
        const place = { waitingCount: slots.waitingCount, release };
        await openPages.use(page, { windows, place, watch: running.watch }, usePage);
      }
      windows.stop();
      return rendered;
    });
  }

  /** Opens a page for the next request, which is probably of the same kind. */
  function prepare(running: RunningBrowser, request: RenderRequest): void {
    if (slots.waitingCount > 0) return;
    const owner = ownerOf(request, running);
    if (owner) plainPages.prepare(running, owner);
    else contexts.prepare(running, request);
  }

  return {
    pages: () => ({ busy: slots.takenCount, idle: 0, max: maxPages, waiting: slots.waitingCount }),
    async memoryBytes() {
      return (await sharedBrowser.memoryBytes()) + ((await teamBrowsers?.memoryBytes()) ?? 0);
    },
    async render(asked) {
      const { owner, signal } = asked;
      asked.checkUrl(asked.url);
      const deadline = performance.now() + asked.timeoutMs;
      if (!slots.isFreeFor(owner.team)) openPages.displaceOldest();
      const release = await slots.acquire(owner, signal);
      let deliver: (page: RenderedPage) => void = () => {};
      const delivered = new Promise<RenderedPage>((resolve) => {
        deliver = resolve;
      });
      // The page goes on until its context is closed, and only then another one may take its place.
      const ownBrowser = asked.usePage && browserOf(owner.team);
      const request = ownBrowser ? asked : { ...asked, usePage: undefined };
      const work = (ownBrowser ?? sharedBrowser).use(async (running) => {
        const owner = ownerOf(request, running);
        const page = owner && (await plainPages.take(running, owner));
        const rendered = page
          ? await readPlain(running, request, { owner, page, deadline, deliver })
          : await renderWithDriver(running, request, { deadline, deliver, release });
        prepare(running, request);
        return rendered;
      });
      work.then(release, release);
      return untilAborted(signal, () => Promise.race([work, delivered]));
    },
    async open(request) {
      const browser = browserOf(request.team);
      if (!browser) throw new RenderFailure('ended', 'As many teams use a browser as may.');
      return browser.use((running) =>
        contexts.use(running, request, async ({ context, page }) => {
          const saveProfile = request.profile?.follow(context);
          const limits = { windows: limitWindows(context), place: NO_PLACE, watch: running.watch };
          await openPages.use(page, limits, request.usePage);
          return saveProfile?.();
        }),
      );
    },
    takeBrowser(team) {
      const browser = browserOf(team);
      if (browser) return browser.hold();
      openPages.displaceOldest();
      return undefined;
    },
    async close() {
      await Promise.all([sharedBrowser.close(), teamBrowsers?.close()]);
    },
  };
}

const NO_PLACE: Place = { waitingCount: 0, release() {} };

const BLANK = 'about:blank';

/** What opens a file that is no page. */
const DOWNLOAD = 'download';

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
  onCrash: (listener: () => void) => () => void,
  watch: Pick<ProcessWatch, 'crashReason'>,
  work: () => Promise<Result>,
): Promise<Result> {
  let endListening: () => unknown = () => {};
  const crashed = new Promise<never>((_, reject) => {
    endListening = onCrash(() => reject(new RenderFailure('ended', watch.crashReason())));
  });
  try {
    return await Promise.race([work(), crashed]);
  } finally {
    endListening();
  }
}
