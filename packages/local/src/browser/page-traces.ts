import type { DevToolsConnection } from './devtools-connection.js';
import type { DevToolsPage } from './devtools-page.js';
import { CLOSED } from './proxy-key.js';

/** Follows what a page does that outlives it. */
export interface PageTraces {
  /** The only origin that the page had documents of; undefined where not all that the page left can be removed. */
  originToClear(): string | undefined;
  stop(): void;
}

export function followTraces(page: DevToolsPage): PageTraces {
  const { session, target } = page;
  const origins = new Set<string>();
  let isRemovable = true;
  const onFrame = ({ frame: { url } }: { frame: { url: string } }) => {
    if (/^(?:https?|blob):/.test(url)) origins.add(new URL(url).origin);
    else if (!/^(?:about:(?:blank|srcdoc)|data:|$)/.test(url)) isRemovable = false;
  };
  const onUrl = (url: string) => {
    // The browser remembers the password of a URL, and no command removes it.
    if (/^(?:http|ws)s?:\/\/[^/?#]*@/i.test(url)) isRemovable = false;
  };
  const onSocket = ({ url }: { url: string }) => onUrl(url);
  const onResponse = ({ response }: { response: { headers: object } }) => {
    // The browser remembers which hints a site asks for, and no command removes it.
    if (Object.keys(response.headers).some((name) => name.toLowerCase() === 'accept-ch')) isRemovable = false;
  };
  const onRequest = ({
    request,
    redirectResponse,
  }: {
    request: { url: string };
    redirectResponse?: RedirectResponse;
  }) => {
    onUrl(request.url);
    if (redirectResponse) onResponse({ response: redirectResponse });
  };
  session.on('Page.frameNavigated', onFrame);
  session.on('Network.requestWillBeSent', onRequest);
  session.on('Network.webSocketCreated', onSocket);
  session.on('Network.responseReceived', onResponse);
  return {
    originToClear() {
      const [origin] = origins;
      return isRemovable && origins.size === 1 && !page.isCrashed && !target.hasOthers() ? origin : undefined;
    },
    stop() {
      session.off('Page.frameNavigated', onFrame);
      session.off('Network.requestWillBeSent', onRequest);
      session.off('Network.webSocketCreated', onSocket);
      session.off('Network.responseReceived', onResponse);
    },
  };
}

interface RedirectResponse {
  readonly headers: object;
}

/**
 * Removes what a page left in its context, except the name of the window; throws where that fails. The page is empty then.
 */
export async function clearTraces(page: DevToolsPage, connection: DevToolsConnection, origin: string): Promise<void> {
  const { session, access, target } = page;
  // The cookies of a response that comes after the page would be stored for the next one.
  access.restart(CLOSED);
  // The browser sends a request once more whose connection has ended, and some outlive their page.
  await page.loads.ended();
  const { kind } = await page.navigate(BLANK);
  if (kind !== 'document') throw new Error('The page cannot be emptied.');
  // The page has ended. So none of its handlers can write again what is removed here.
  await Promise.all([
    // The storage of the window is part of it.
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
    connection.clearCookies(target.contextId),
    connection.clearPermissions(target.contextId),
    session.send('Page.resetNavigationHistory'),
  ]);
}

const BLANK = 'about:blank';
