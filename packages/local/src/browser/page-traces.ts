import type { Frame, Request, Response, WebSocket } from 'playwright-core';
import type { OtherTargets } from './other-targets.js';
import { CLOSED, type PlainPage } from './plain-page.js';

/** Follows what a page does that outlives it. */
export interface PageTraces {
  /** The only origin that the page had documents of; undefined where not all that the page left can be removed. */
  originToClear(): string | undefined;
  stop(): void;
}

export function followTraces({ page, contextId }: PlainPage, others: OtherTargets): PageTraces {
  const origins = new Set<string>();
  let isRemovable = true;
  const onFrame = (frame: Frame) => {
    const url = frame.url();
    if (/^(?:https?|blob):/.test(url)) origins.add(new URL(url).origin);
    else if (!/^(?:about:(?:blank|srcdoc)|data:|$)/.test(url)) isRemovable = false;
  };
  const onRequest = (request: Request | WebSocket) => {
    // The browser remembers the password of a URL, and no command removes it.
    if (/^(?:http|ws)s?:\/\/[^/?#]*@/i.test(request.url())) isRemovable = false;
  };
  const onResponse = (response: Response) => {
    // The browser remembers which hints a site asks for, and no command removes it.
    if ('accept-ch' in response.headers()) isRemovable = false;
  };
  const onCrash = () => {
    isRemovable = false;
  };
  page.on('framenavigated', onFrame);
  page.on('request', onRequest);
  page.on('websocket', onRequest);
  page.on('response', onResponse);
  page.on('crash', onCrash);
  return {
    originToClear() {
      const [origin] = origins;
      return isRemovable && origins.size === 1 && !others.hasSeen(contextId) ? origin : undefined;
    },
    stop() {
      page.off('framenavigated', onFrame);
      page.off('request', onRequest);
      page.off('websocket', onRequest);
      page.off('response', onResponse);
      page.off('crash', onCrash);
    },
  };
}

/** Removes what a page left in its context; throws where that fails. The page is empty then. */
export async function clearTraces(plain: PlainPage, origin: string): Promise<void> {
  const { context, page, session, access } = plain;
  // The cookies of a response that comes after the page would be stored for the next one.
  access.restart(CLOSED);
  await page.goto(BLANK);
  // The page has ended. So none of its handlers can write again what is removed here.
  await Promise.all([
    // The storage of the window is part of it.
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
    context.clearCookies(),
    context.clearPermissions(),
    session.send('Page.resetNavigationHistory'),
  ]);
  const { result } = await session.send('Runtime.evaluate', { expression: IS_NEW, returnByValue: true });
  if (result.value !== true) throw new Error('The page has a history.');
}

const BLANK = 'about:blank';

/** Forgets the name of the window, and returns whether nothing else leads back. */
const IS_NEW = "(() => { window.name = ''; return history.length === 1 && opener === null; })()";
