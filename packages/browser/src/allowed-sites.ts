import { canParseUrl } from '@trawl/base/can-parse-url';
import type { BrowserContext, CDPSession, Frame, Page, Request, Route } from 'playwright-core';
import { parse } from 'tldts';

/** The sites that the pages of a context may be on. */
export interface AllowedSites {
  allows(url: string): boolean;
  /** The sites in words. */
  readonly names: readonly string[];
}

/**
 * The sites of these URLs: all hosts of their registrable domains, at the same ports. An IP address has no domain, so
 * it is a site of its own.
 */
export function allowedSites(urls: readonly string[]): AllowedSites {
  const sites = new Set(urls.map(siteOf).filter((site) => site !== undefined));
  return {
    allows(url) {
      const site = siteOf(url);
      return site === undefined ? BLANK.has(url) : sites.has(site);
    },
    names: [...sites],
  };
}

/** Windows that have not loaded anything. */
const BLANK: ReadonlySet<string> = new Set(['', 'about:blank']);

/** The site of an http or https URL; undefined for any other text. */
function siteOf(url: string): string | undefined {
  if (!canParseUrl(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const domain = parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
  return port === '' ? domain : `${domain}:${port}`;
}

/** What a page wanted to open. */
export interface WantedPage {
  readonly url: string;
  readonly method: string;
}

/** What the pages of a context wanted to open since it was last taken. */
export interface SiteGuard {
  /** URLs on other sites. */
  takeRefused(): string[];
  /** What was to be opened in a window of its own. */
  takeWindows(): WantedPage[];
  /** Lets the pages open everything again. */
  end(): Promise<void>;
}

/**
 * Keeps the pages of a context on these sites: what leads elsewhere is not loaded, redirects included, and no window is
 * opened, because its first redirect cannot be caught. Frames may show other sites, as advertisements do.
 */
export async function keepOnSites(context: BrowserContext, { allows }: AllowedSites): Promise<SiteGuard> {
  const guards = new Map<Page, CDPSession>();
  let refused: string[] = [];
  let windows: WantedPage[] = [];
  let isEnded = false;

  async function guard(page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    if (isEnded) return session.detach();
    const { frameTree } = await session.send('Page.getFrameTree');
    session.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
      const isRefused = frameId === frameTree.frame.id && !allows(request.url);
      if (isRefused) refused.push(request.url);
      const answered = isRefused
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId });
      // A page that closes meanwhile needs no answer.
      answered.catch(() => {});
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*', resourceType: 'Document' }] });
    guards.set(page, session);
  }

  /** Whether the request opens a window, or is one of a window. */
  function isOfWindow(request: Request): boolean {
    if (!request.isNavigationRequest()) return false;
    const frame = frameOf(request);
    return frame === undefined || (frame === frame.page().mainFrame() && !guards.has(frame.page()));
  }

  const keepWindowsEmpty = async (route: Route) => {
    const request = route.request();
    if (!isOfWindow(request)) return route.fallback();
    windows.push({ url: request.url(), method: request.method() });
    return route.abort('aborted');
  };
  const onRoute = (route: Route) => {
    // It fails where the window has closed.
    keepWindowsEmpty(route).catch(() => {});
  };
  const onPage = (page: Page) => {
    page.close().catch(() => {});
  };

  await Promise.all(context.pages().map(guard));
  context.on('page', onPage);
  await context.route(/^https?:/, onRoute);
  return {
    takeRefused() {
      const taken = refused;
      refused = [];
      return taken;
    },
    takeWindows() {
      const taken = windows;
      windows = [];
      return taken;
    },
    async end() {
      isEnded = true;
      context.off('page', onPage);
      for (const session of guards.values()) session.detach().catch(() => {});
      // The context may be gone.
      await context.unroute(/^https?:/, onRoute).catch(() => {});
    },
  };
}

/** It is undefined for a window that is about to be opened. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}
