import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { RunningBrowser } from './lazy-browser.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';

/** A browser context with its access to the proxy. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly access: ProxyAccess;
}

/** An empty page for a request that asks for nothing special, alone in its context. */
export interface PlainPage extends OpenContext {
  readonly page: Page;
  readonly session: CDPSession;
  readonly targetId: string;
  readonly contextId: string;
}

/** Opens a context without a key for the proxy, which `openPlainPage` gives to it. */
export type OpenWithoutKey = (running: RunningBrowser, rules: ProxyRules) => Promise<OpenContext>;

/**
 * Opens an empty page that loads nothing yet. The driver would stop each request to add the key for the proxy. The browser
 * needs it only once, so this page asks for it with a request of its own.
 */
export async function openPlainPage(running: RunningBrowser, open: OpenWithoutKey): Promise<PlainPage> {
  const { context, access } = await open(running, CLOSED);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await giveKey(session, access);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const { targetId, browserContextId: contextId = '' } = targetInfo;
    return { context, access, page, session, targetId, contextId };
  } catch (error) {
    access.close();
    // It fails where the browser has ended.
    context.close().catch(() => {});
    throw error;
  }
}

async function giveKey(session: CDPSession, { username, password }: ProxyAccess): Promise<void> {
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const answer =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const);
    // A page that closes meanwhile needs no answer.
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(() => {});
  });
  const goOn = ({ requestId }: { requestId: string }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {});
  };
  session.on('Fetch.requestPaused', goOn);
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: FIRST_URL }] });
  const expression = `fetch(${JSON.stringify(FIRST_URL)}).catch(() => {})`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  session.off('Fetch.requestPaused', goOn);
  await session.send('Fetch.disable');
}

/** The URL of an empty page. Nothing is loaded from it. */
const FIRST_URL = 'http://spare.invalid/';

/** The rules for a page that is not in use. */
export const CLOSED: ProxyRules = {
  checkUrl() {
    throw new Error('Nothing is loaded before a page is used.');
  },
  blocks: () => true,
};
