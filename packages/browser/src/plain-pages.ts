import type { Clock } from '@trawl/base/clock';
import { isOverIn } from '@trawl/base/is-over-in';
import type { BrowserContextOptions } from 'playwright-core';
import { createCleanPages, isReady, isSameOwner, type PageOwner } from './clean-pages.js';
import { closeInTime } from './close-in-time.js';
import type { DevToolsConnection, DevToolsTarget } from './devtools-connection.js';
import { DevToolsPage } from './devtools-page.js';
import { DevToolsError } from './devtools-sessions.js';
import { emulationOf } from './emulation.js';
import type { RunningBrowser } from './lazy-browser.js';
import { PLAIN } from './page-contexts.js';
import { clearTraces, followTraces, type PageTraces } from './page-traces.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';
import { CLOSED, giveKey } from './proxy-key.js';
import { RenderFailure } from './render-failure.js';
import { createSparePage, openedInTime } from './spare-page.js';
import { leaveOutUnseen } from './unseen-loads.js';

/**
 * Pages that are only read, and ask for nothing special. They are driven without the driver. A page is closed after use,
 * unless it can be emptied for the next request of the same team and origin.
 */
export interface PlainPages {
  /** Resolves to undefined where no page opens in time. The driver may open one then. */
  take(running: RunningBrowser, owner: PageOwner): Promise<DevToolsPage | undefined>;
  /**
   * Uses a page that was taken, and closes or keeps it. Throws a `RenderFailure` when the browser cannot do what it is asked
   * for.
   */
  use<Result>(
    running: RunningBrowser,
    page: DevToolsPage,
    request: PlainPageRequest,
    work: (page: DevToolsPage) => Promise<Result>,
  ): Promise<Result>;
  /** Opens a page beforehand for the next request, unless one of those that the owner has will do. */
  prepare(running: RunningBrowser, owner: PageOwner): void;
}

export interface PlainPageRequest {
  readonly owner: PageOwner;
  readonly rules: ProxyRules;
}

/** A page that is not emptied in this time is closed. */
const CLEAR_MS = 2_000;

export interface PlainPagesOptions {
  readonly clock: Clock;
  /** Names this service at the end of the `User-Agent` of the browser. */
  readonly userAgent: string;
  /** Empty pages that are kept at once. */
  readonly maxPages: number;
  /** Whether pictures, fonts and media are loaded although nobody sees them. */
  readonly loadsPictures: boolean;
}

export function createPlainPages({ clock, userAgent, maxPages, loadsPictures }: PlainPagesOptions): PlainPages {
  const spare = createSparePage({
    open,
    isUsable: (running, page) => isReady(page, () => cookieCount(running, page)),
    close: endInBackground,
  });
  const clean = createCleanPages({
    clock,
    maxPages,
    cookieCount,
    close: endInBackground,
  });

  /** The owner of each page in use. */
  const users: PageOwner[] = [];

  function removeUser(owner: PageOwner): void {
    users.splice(users.indexOf(owner), 1);
  }

  /** Whether the owner, who goes on, has a page besides the one that is in use: they take turns to be emptied. */
  function takesTurns(running: RunningBrowser, owner: PageOwner): boolean {
    const pages = users.filter((user) => isSameOwner(user, owner)).length + clean.count(running, owner);
    return users.length > 0 && pages > 1;
  }

  async function cookieCount(running: RunningBrowser, page: DevToolsPage): Promise<number> {
    return connectionOf(running).cookieCount(page.target.contextId);
  }

  async function open(running: RunningBrowser): Promise<DevToolsPage> {
    const { version, proxy } = running;
    const target = await connectionOf(running).open(proxy.url);
    const access = proxy.open(CLOSED);
    try {
      const emulation = await emulationOf(PLAIN, version, userAgent);
      return await openedInTime(openIn(target, access, emulation));
    } catch (error) {
      access.close();
      // It fails where the browser has ended.
      target.close().catch(() => {});
      throw error;
    }
  }

  async function openIn(
    target: DevToolsTarget,
    access: ProxyAccess,
    emulation: BrowserContextOptions,
  ): Promise<DevToolsPage> {
    const page = await DevToolsPage.open(target, access, emulation);
    await giveKey(page.session, access);
    if (!loadsPictures) await leaveOutUnseen(page.session);
    return page;
  }

  async function end(running: RunningBrowser, page: DevToolsPage): Promise<void> {
    page.access.close();
    await closeInTime(running, {
      close: () => page.target.close(),
      crashPages: () => {
        // A page that has crashed does not answer.
        page.session.send('Page.crash').catch(() => {});
      },
    });
  }

  /** It ends the browser where that does not close the page. */
  function endInBackground(running: RunningBrowser, page: DevToolsPage): void {
    end(running, page).catch(() => {});
  }

  /** Takes a page that is there, or opens one. */
  async function pageFor(running: RunningBrowser, owner: PageOwner): Promise<DevToolsPage> {
    return (await clean.take(running, owner)) ?? (await spare.take(running)) ?? (await open(running));
  }

  async function useInTurn<Result>(
    running: RunningBrowser,
    page: DevToolsPage,
    { owner, rules }: PlainPageRequest,
    work: (page: DevToolsPage) => Promise<Result>,
  ): Promise<Result> {
    let isLarge = false;
    let isClean = false;
    try {
      page.access.restart(rules);
      const traces = followTraces(page);
      // An emptied page keeps the memory of its process.
      const endWatch = running.watch.onLargePage(() => {
        isLarge = true;
      });
      try {
        const result = await work(page);
        if (!isLarge) isClean = await isCleared(page, connectionOf(running), traces);
        return result;
      } finally {
        endWatch();
        traces.stop();
      }
    } finally {
      if (isClean) clean.keep(running, owner, page);
      else await end(running, page);
    }
  }

  return {
    async take(running, owner) {
      users.push(owner);
      try {
        return await pageFor(running, owner);
      } catch (error) {
        removeUser(owner);
        if (!running.isConnected()) throw error;
        return undefined;
      }
    },
    async use(running, page, request, work) {
      try {
        return await useInTurn(running, page, request, work);
      } catch (error) {
        if (error instanceof DevToolsError) {
          const foreign = error.message;
          throw new RenderFailure('failed', `The browser cannot render the page: ${foreign}`, {
            cause: error,
            foreign,
          });
        }
        throw error;
      } finally {
        removeUser(request.owner);
      }
    },
    prepare(running, owner) {
      if (!takesTurns(running, owner)) spare.prepare(running);
    },
  };
}

/** A browser that somebody else has started has no plain pages. */
function connectionOf({ connection }: RunningBrowser): DevToolsConnection {
  if (!connection) throw new Error('The browser has no connection for plain pages.');
  return connection;
}

/** Whether all is removed that the page left. The browser may fail to do so, and the page is closed then. */
async function isCleared(page: DevToolsPage, connection: DevToolsConnection, traces: PageTraces): Promise<boolean> {
  if (traces.originToClear() === undefined) return false;
  const clearing = clearTraces(page, connection, traces).catch(() => false);
  return (await isOverIn(CLEAR_MS, clearing)) && (await clearing);
}
