import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { parse } from 'tldts';

/** The sites that the pages of a context may be on. */
export interface AllowedSites {
  allows(url: string): boolean;
  /** The sites in words. */
  readonly names: readonly string[];
}

/** The sites of these URLs: all hosts of their registrable domains, at the same ports. Addresses stand for themselves. */
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

/** Undefined for what is on no host. */
function siteOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const domain = parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
  return port === '' ? domain : `${domain}:${port}`;
}

/**
 * Keeps the windows of a context on these sites: what leads elsewhere is not loaded, redirects included. Frames may show
 * other sites, as advertisements do.
 *
 * @returns what takes the URLs that were refused since the last call, and what ends it.
 */
export async function keepOnSites(
  context: BrowserContext,
  { allows }: AllowedSites,
): Promise<{ takeRefused(): string[]; end(): void }> {
  const guards = new Set<CDPSession>();
  let refused: string[] = [];
  let isEnded = false;

  async function guard(page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    if (isEnded) return session.detach();
    guards.add(session);
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
  }

  /** A window may have begun to load before it is heard of. */
  function onWindow(page: Page): void {
    const closeElsewhere = () => {
      if (allows(page.url())) return;
      refused.push(page.url());
      page.close().catch(() => {});
    };
    page.on('framenavigated', (frame) => {
      if (!isEnded && frame === page.mainFrame()) closeElsewhere();
    });
    closeElsewhere();
    // It fails where the window has closed.
    guard(page).catch(() => {});
  }

  await Promise.all(context.pages().map(guard));
  context.on('page', onWindow);
  return {
    takeRefused() {
      const taken = refused;
      refused = [];
      return taken;
    },
    end() {
      isEnded = true;
      context.off('page', onWindow);
      for (const session of guards) session.detach().catch(() => {});
    },
  };
}
