import type { ConnectOverCDPTransport } from 'playwright-core';
import type { DevToolsPipe } from './devtools-pipe.js';
import { createDevToolsSessions, type DevToolsSession, type TargetInfo } from './devtools-sessions.js';

/** A page in a context of its own that the driver does not know. */
export interface DevToolsTarget {
  readonly contextId: string;
  readonly targetId: string;
  readonly session: DevToolsSession;
  /** The session with a frame or worker of the page, by the id that the session of the page has named. */
  sessionWith(sessionId: string): DevToolsSession;
  /** Whether the context had a worker, a window, or a frame with a process of its own. */
  hasOthers(): boolean;
  /** Ends the context with all that runs in it. */
  close(): Promise<void>;
}

/** Opens pages without the driver, which exchanges many more messages with the browser for each of them. */
export interface DevToolsConnection {
  /** The session with the whole browser. */
  readonly browser: DevToolsSession;
  /** Opens an empty page in a context of its own, which loads everything through the proxy. */
  open(proxyUrl: string): Promise<DevToolsTarget>;
  /** The number of cookies in a context. */
  cookieCount(contextId: string): Promise<number>;
  clearCookies(contextId: string): Promise<void>;
  clearPermissions(contextId: string): Promise<void>;
  /** Lets the driver use the browser too. It does not learn of the pages that are opened here. */
  driverTransport(): Promise<ConnectOverCDPTransport>;
}

/** A page that was opened here. */
interface OwnPage {
  readonly targetId: string;
  readonly sessionId: string;
  /** The sessions with its frames and workers. */
  readonly others: Set<string>;
  hasOthers: boolean;
}

/** @param onClose is called when the browser has ended. */
export async function connectDevTools(pipe: DevToolsPipe, onClose: () => void): Promise<DevToolsConnection> {
  const sessions = createDevToolsSessions(pipe, onClose);
  const { browser } = sessions;
  const contexts = new Set<string>();
  /** By the id of their context. */
  const pages = new Map<string, OwnPage>();
  /** All that the browser shows or runs now. */
  const targets = new Map<string, TargetInfo>();

  browser.on('Target.detachedFromTarget', ({ sessionId }) => sessions.end(sessionId));
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    targets.set(targetInfo.targetId, targetInfo);
    const page = openerOf(targetInfo);
    if (page) page.hasOthers = true;
    // A window that is closed before the driver is detached from it would stop its page.
    if (!sessions.hasDriver()) closeWindow(targetInfo);
  });
  browser.on('Target.targetDestroyed', ({ targetId }) => targets.delete(targetId));
  browser.on('Target.targetCrashed', ({ targetId }) => {
    for (const page of pages.values()) if (page.targetId === targetId) endSessions(page);
    const { type, browserContextId } = targets.get(targetId) ?? { type: 'page' };
    if (type === 'page') return;
    // A page ends with the process of its frame or worker, because these belong to what it takes.
    for (const each of targets.values()) {
      if (each.type === 'page' && each.browserContextId === browserContextId) crash(each.targetId).catch(() => {});
    }
  });
  await browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'tab', exclude: true }, {}] });

  /** The page that has opened the window, or started the worker or the frame. */
  function openerOf({ targetId, browserContextId = '' }: TargetInfo): OwnPage | undefined {
    const page = pages.get(browserContextId);
    return page?.targetId === targetId ? undefined : page;
  }

  /** Nobody uses the windows of a page that is only read. */
  function closeWindow(target: TargetInfo): void {
    if (target.type !== 'page' || !openerOf(target)) return;
    // A window that has closed itself is gone already.
    browser.send('Target.closeTarget', { targetId: target.targetId }).catch(() => {});
  }

  function endSessions({ sessionId, others }: OwnPage): void {
    for (const id of [sessionId, ...others]) sessions.end(id);
  }

  async function attach(targetId: string): Promise<string> {
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    return sessionId;
  }

  /** A page that crashes does not answer. */
  async function crash(targetId: string): Promise<void> {
    await sessions.session(await attach(targetId)).send('Page.crash');
  }

  async function openIn(contextId: string): Promise<DevToolsTarget> {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: contextId });
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId: contextId });
    const sessionId = await attach(targetId);
    const page: OwnPage = { targetId, sessionId, others: new Set(), hasOthers: false };
    pages.set(contextId, page);
    const session = sessions.session(sessionId);
    // The browser would keep the commands for a process that no longer runs.
    session.on('Inspector.targetCrashed', () => endSessions(page));
    session.on('Inspector.detached', () => endSessions(page));
    session.on('Target.detachedFromTarget', (detached) => {
      page.others.delete(detached.sessionId);
      sessions.end(detached.sessionId);
    });
    return {
      contextId,
      targetId,
      session,
      sessionWith(id) {
        page.others.add(id);
        return sessions.session(id);
      },
      hasOthers: () => page.hasOthers,
      close: () => dispose(contextId),
    };
  }

  async function dispose(browserContextId: string): Promise<void> {
    pages.delete(browserContextId);
    await browser.send('Target.disposeBrowserContext', { browserContextId });
    contexts.delete(browserContextId);
  }

  return {
    browser,
    async open(proxyUrl) {
      const { browserContextId } = await browser.send('Target.createBrowserContext', {
        disposeOnDetach: true,
        proxyServer: proxyUrl,
        proxyBypassList: '<-loopback>',
      });
      contexts.add(browserContextId);
      try {
        return await openIn(browserContextId);
      } catch (error) {
        // It fails where the browser has ended.
        dispose(browserContextId).catch(() => {});
        throw error;
      }
    },
    async cookieCount(browserContextId) {
      const { cookies } = await browser.send('Storage.getCookies', { browserContextId });
      return cookies.length;
    },
    async clearCookies(browserContextId) {
      await browser.send('Storage.clearCookies', { browserContextId });
    },
    async clearPermissions(browserContextId) {
      await browser.send('Browser.resetPermissions', { browserContextId });
    },
    driverTransport: () =>
      sessions.driverTransport({
        has: ({ browserContextId = '' }) => contexts.has(browserContextId),
        onDetached: closeWindow,
      }),
  };
}
