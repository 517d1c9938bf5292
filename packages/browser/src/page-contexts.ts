import type { ScrapeOptions } from '@trawl/client';
import type { WorkOwner } from '@trawl/convert/workers';
import type { ProxyWish } from '@trawl/web/outgoing-proxies';
import type { PageRecorder } from '@trawl/web/recorder';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { servesAds } from './ad-hosts.js';
import type { PageOwner } from './clean-pages.js';
import { closeInTime } from './close-in-time.js';
import { emulationOf } from './emulation.js';
import { headerValue } from './first-party-headers.js';
import type { RunningBrowser } from './lazy-browser.js';
import type { PageProfile } from './profile-state.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';
import { CLOSED, giveKey } from './proxy-key.js';
import { RenderFailure } from './render-failure.js';
import { createSparePage, openedInTime } from './spare-page.js';
import { isOnlyRead } from './unseen-loads.js';

/** The browser context that a page is opened in. */
export interface ContextRequest {
  readonly options: ScrapeOptions;
  /** The headers of the caller, with those that follow from other options. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the browser knows of earlier pages, and where it keeps what it knows after this one. */
  readonly profile?: PageProfile | undefined;
  /** What it wants of the proxy that it leaves through. */
  readonly proxyWish?: ProxyWish | undefined;
  /** Records what the page loads, or replays it. */
  readonly recorder?: PageRecorder | undefined;
  /** Whom it is for, and where it begins. A page without them is closed after use. */
  readonly owner?: WorkOwner | undefined;
  readonly url?: string | undefined;
  /** Throws for a URL that must not be visited. */
  checkUrl(url: string): void;
}

/** Opens a browser context for each page that the driver drives, and closes it after use. */
export interface PageContexts {
  /** Throws a `RenderFailure` for what the driver says. */
  use<Result>(running: RunningBrowser, request: ContextRequest, work: Work<Result>): Promise<Result>;
  /** Opens a context beforehand for the next request, if it asks for nothing special, as this one. */
  prepare(running: RunningBrowser, request: ContextRequest): void;
}

interface FirstPage {
  readonly page: Page;
  readonly session: CDPSession;
}

/** A browser context with its access to the proxy, and its first page. */
export interface OpenContext extends FirstPage {
  readonly context: BrowserContext;
  readonly access: ProxyAccess;
}

type Work<Result> = (opened: OpenContext) => Promise<Result>;

type EmulatedRequest = Pick<ContextRequest, 'options' | 'headers' | 'profile'>;

export interface PageContextsOptions {
  /** Names this service at the end of the `User-Agent` of the browser. */
  readonly userAgent: string;
}

export function createPageContexts({ userAgent }: PageContextsOptions): PageContexts {
  const spare = createSparePage({
    open: (running) => open(running, PLAIN),
    isUsable: async (_, { page }) => !page.isClosed(),
    close(running, opened) {
      opened.access.close();
      // It ends the browser where that does not close the page.
      close(running, opened.context).catch(() => {});
    },
  });

  /** The driver would stop each request of the context to add the key for the proxy. So the first page gets it from here. */
  async function open(running: RunningBrowser, request: EmulatedRequest): Promise<OpenContext> {
    const { context, access } = await openContext(running, request);
    try {
      // A page that crashes meanwhile would never come.
      const { page, session } = await openedInTime(openFirstPage(context, access));
      return { context, access, page, session };
    } catch (error) {
      access.close();
      // It fails where the browser has ended.
      context.close().catch(() => {});
      throw error;
    }
  }

  async function openFirstPage(context: BrowserContext, access: ProxyAccess): Promise<FirstPage> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await giveKey(session, access);
    return { page, session };
  }

  async function openContext(
    running: RunningBrowser,
    request: EmulatedRequest,
  ): Promise<{ context: BrowserContext; access: ProxyAccess }> {
    const { proxy, version } = running;
    const access = proxy.open(CLOSED);
    try {
      const emulation = await emulationOf(request, version, userAgent);
      const known = request.profile?.state && { storageState: request.profile.state };
      const browser = await running.driver();
      return { context: await browser.newContext({ ...emulation, ...known, proxy: { server: proxy.url } }), access };
    } catch (error) {
      access.close();
      throw error;
    }
  }

  async function useContext<Result>(
    running: RunningBrowser,
    request: ContextRequest,
    work: Work<Result>,
  ): Promise<Result> {
    const opened = (isPlain(request) && (await spare.take(running))) || (await open(running, request));
    try {
      opened.access.restart(rulesOf(request));
      return await work(opened);
    } finally {
      opened.access.close();
      await close(running, opened.context);
    }
  }

  async function use<Result>(running: RunningBrowser, request: ContextRequest, work: Work<Result>): Promise<Result> {
    try {
      return await useContext(running, request, work);
    } catch (error) {
      const said = /^\w+\.\w+: (.*)/.exec(error instanceof Error ? error.message : '');
      // The driver begins its errors with the name of the method that failed.
      if (!said) throw error;
      const [, foreign] = said;
      throw new RenderFailure('failed', `The browser cannot render the page: ${foreign}`, { cause: error, foreign });
    }
  }

  function close(running: RunningBrowser, context: BrowserContext): Promise<void> {
    return closeInTime(running, { close: () => context.close(), crashPages: () => crashPages(context) });
  }

  return {
    use,
    prepare(running, request) {
      if (isPlain(request)) spare.prepare(running);
    },
  };
}

/** What a spare page is made for. */
export const PLAIN = { options: {}, headers: {} };

/** Whether a context that was made for nothing special will do. */
function isPlain({ options, headers, profile }: ContextRequest): boolean {
  const { mobile, location, skipTlsVerification = true } = options;
  const changesAgent = ['user-agent', 'accept-language'].some((name) => headerValue(headers, name) !== undefined);
  return !mobile && !location && skipTlsVerification && !profile && !changesAgent;
}

/**
 * Whose requests may use the page of this one after it; undefined for a request that the page is closed after, because it
 * does more with the page than to read it.
 */
export function readerOf(request: ContextRequest): PageOwner | undefined {
  const { options, headers, recorder, owner, url } = request;
  if (owner === undefined || url === undefined || recorder || !isPlain(request) || !isOnlyRead(options))
    return undefined;
  if (Object.keys(headers).length > 0) return undefined;
  return { team: owner.team, origin: new URL(url).origin };
}

/** What the page of this request may load. */
export function rulesOf(request: ContextRequest): ProxyRules {
  const hostname = request.url === undefined ? undefined : new URL(request.url).hostname;
  const { blockAds = true } = request.options;
  const { recorder } = request;
  return {
    checkUrl(url) {
      if (recorder && !recorder.mayLoad) throw recorder.failure(url);
      request.checkUrl(url);
    },
    proxyWish: request.proxyWish,
    blocks: (host) => blockAds && hostname !== undefined && servesAds(host, hostname),
  };
}

/** Ends the processes of the pages of a context, also of those that no longer react. */
function crashPages(context: BrowserContext): void {
  for (const page of context.pages()) {
    const crash = async () => (await context.newCDPSession(page)).send('Page.crash');
    // A page that has crashed does not answer.
    crash().catch(() => {});
  }
}
