import type { Browser } from 'playwright-core';

/** Knows of the contexts of a browser whether anything but their one page ran in them. */
export interface OtherTargets {
  follow(page: TargetOfPage): void;
  /** Whether the context had a worker, a window, or a frame with a process of its own since it is followed. */
  hasSeen(contextId: string): boolean;
  forget(contextId: string): void;
}

export interface TargetOfPage {
  readonly contextId: string;
  readonly targetId: string;
}

export async function followOtherTargets(browser: Browser): Promise<OtherTargets> {
  const session = await browser.newBrowserCDPSession();
  const contexts = new Map<string, { readonly targetId: string; hasOther: boolean }>();
  session.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId = '' } }) => {
    const context = contexts.get(browserContextId);
    if (context && context.targetId !== targetId) context.hasOther = true;
  });
  await session.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'tab', exclude: true }, {}] });
  return {
    follow: ({ contextId, targetId }) => contexts.set(contextId, { targetId, hasOther: false }),
    hasSeen: (contextId) => contexts.get(contextId)?.hasOther ?? true,
    forget: (contextId) => contexts.delete(contextId),
  };
}
