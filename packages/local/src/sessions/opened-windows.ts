import type { BrowserContext, Page } from 'playwright-core';

/** How long a window may take to load its address until it is reported with what the browser knows of it. */
const LOADING_MS = 1000;

/** Tells which windows the pages of a context open from now on. */
export interface WindowWatch {
  /** Returns the addresses of those windows. Windows that code has opened itself are not among them. */
  opened(): Promise<string[]>;
}

/**
 * Watches for windows that pages open, such as by a link.
 *
 * It asks the browser, because `context.pages()` lists a window only after its address has answered.
 */
export async function watchWindows(context: BrowserContext, page: Page): Promise<WindowWatch> {
  const contextId = await contextIdOf(context, page);
  const earlierIds = new Set((await openTargets(context, contextId)).map(({ targetId }) => targetId));
  const openedTargets = async () => {
    const targets = await openTargets(context, contextId);
    return targets.filter(({ targetId, openerId }) => openerId !== undefined && !earlierIds.has(targetId));
  };
  return {
    async opened() {
      if ((await openedTargets()).length === 0) return [];
      await untilPages(context, (await openTargets(context, contextId)).length);
      return (await openedTargets()).map(({ url }) => url);
    },
  };
}

async function contextIdOf(context: BrowserContext, page: Page): Promise<string | undefined> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.browserContextId;
}

async function openTargets(context: BrowserContext, contextId: string | undefined) {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) return [];
  const { targetInfos } = await session.send('Target.getTargets');
  await session.detach();
  return targetInfos.filter(({ type, browserContextId }) => type === 'page' && browserContextId === contextId);
}

/** Waits until the context lists so many pages, or until a page takes too long to load. */
async function untilPages(context: BrowserContext, count: number): Promise<void> {
  const predicate = () => context.pages().length >= count;
  if (predicate()) return;
  // Only the time limit rejects: the window is then reported although it is still loading.
  await context.waitForEvent('page', { predicate, timeout: LOADING_MS }).catch(() => {});
}
