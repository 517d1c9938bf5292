import type { Page } from 'playwright-core';

/** How long the driver takes to know a window that the browser has opened. */
const KNOWN_MS = 5_000;

/** Resolves when the driver knows all windows that the page has opened so far: the browser opens them before that. */
export async function windowsKnown(page: Page): Promise<void> {
  const context = page.context();
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) return;
  try {
    const contextId = await contextIdOf(page);
    const { targetInfos } = await session.send('Target.getTargets');
    const own = targetInfos.filter(({ type, browserContextId }) => type === 'page' && browserContextId === contextId);
    // A window that is closed at once is never known.
    if (context.pages().length < own.length) await context.waitForEvent('page', { timeout: KNOWN_MS }).catch(() => {});
  } finally {
    await session.detach();
  }
}

async function contextIdOf(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  try {
    const { targetInfo } = await session.send('Target.getTargetInfo');
    return targetInfo.browserContextId;
  } finally {
    await session.detach();
  }
}
