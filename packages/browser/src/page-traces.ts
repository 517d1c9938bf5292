import type { DevToolsConnection } from './devtools-connection.js';
import type { DevToolsPage } from './devtools-page.js';
import type { DevToolsSession } from './devtools-sessions.js';
import { CLOSED } from './proxy-key.js';

/** Follows what a page does that outlives it. */
export interface PageTraces {
  /** The only origin that the page had documents of; undefined where not all that the page left can be removed. */
  originToClear(): string | undefined;
  /** A request that begins from now on outlives the page. */
  refuseRequests(): void;
  stop(): void;
}

export function followTraces(page: DevToolsPage): PageTraces {
  const { session, target } = page;
  const origins = new Set<string>();
  let isRemovable = true;
  let mayRequest = true;
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
    if (!mayRequest) isRemovable = false;
  };
  const onFailure = ({ canceled = false }: { canceled?: boolean }) => {
    // Some requests go on when their document has ended, and their responses may set cookies. Nobody says when they end.
    if (canceled) isRemovable = false;
  };
  session.on('Page.frameNavigated', onFrame);
  session.on('Network.requestWillBeSent', onRequest);
  session.on('Network.webSocketCreated', onSocket);
  session.on('Network.responseReceived', onResponse);
  session.on('Network.loadingFailed', onFailure);
  return {
    refuseRequests() {
      mayRequest = false;
    },
    originToClear() {
      const [origin] = origins;
      return isRemovable && origins.size === 1 && !page.isCrashed && !target.hasOthers() ? origin : undefined;
    },
    stop() {
      session.off('Page.frameNavigated', onFrame);
      session.off('Network.requestWillBeSent', onRequest);
      session.off('Network.webSocketCreated', onSocket);
      session.off('Network.responseReceived', onResponse);
      session.off('Network.loadingFailed', onFailure);
    },
  };
}

interface RedirectResponse {
  readonly headers: object;
}

/**
 * Removes what a page left in its context, except the name of the window. Resolves to whether all of it is removed, and the
 * page is empty then; throws where the browser fails to do so.
 */
export async function clearTraces(
  page: DevToolsPage,
  connection: DevToolsConnection,
  traces: PageTraces,
): Promise<boolean> {
  const { session, access, target } = page;
  // The cookies of a response that comes after the page would be stored for the next one.
  access.restart(CLOSED);
  // The browser sends a request once more whose connection has ended, and some outlive their page.
  await page.loads.ended();
  traces.refuseRequests();
  const origin = traces.originToClear();
  await openBlankPage(page, origin);
  if (origin === undefined || traces.originToClear() !== origin) return false;
  // The page has ended. So none of its handlers can write again what is removed here.
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
    connection.clearCookies(target.contextId),
    connection.clearPermissions(target.contextId),
    session.send('Page.resetNavigationHistory'),
    setScripts(session, true),
  ]);
  // A worker may have started last.
  return traces.originToClear() !== undefined;
}

/**
 * Opens an empty document in place of that of the page. Its handlers do not run, because what they request would outlive the
 * page. The storage of the window is cleared before, while the page has a document of the origin: up to Chromium 153, it
 * outlives `Storage.clearDataForOrigin`.
 */
async function openBlankPage(page: DevToolsPage, origin: string | undefined): Promise<void> {
  const { session } = page;
  await setScripts(session, false);
  if (origin !== undefined) {
    await session.send('DOMStorage.clear', { storageId: { securityOrigin: origin, isLocalStorage: false } });
  }
  const { kind } = await page.navigate(BLANK);
  if (kind !== 'document') throw new Error('The page cannot be emptied.');
}

function setScripts(session: DevToolsSession, mayRun: boolean): Promise<unknown> {
  return session.send('Emulation.setScriptExecutionDisabled', { value: !mayRun });
}

const BLANK = 'about:blank';
