import type { Page } from 'playwright-core';
import { type Command, commandOf, errorOf, withoutProxyKey } from './cdp-messages.js';
import { type Params, pageRefusal, passedParams, permissionRefusal, REFUSED_METHODS, urlRefusal } from './cdp-rules.js';
import { leaveDialogs } from './dialogs.js';

/** A connection that speaks the DevTools protocol (CDP), a message of JSON at a time, with one browser context alone. */
export interface CdpConnection {
  /** The target of the page that it was opened for. */
  readonly targetId: string;
  /** Takes a message of the client. What is refused is answered with an error that says why. */
  send(message: string): void;
  close(): void;
}

export interface CdpListener {
  /** Gets each message for the client. */
  onMessage(message: string): void;
  /** Is called once, when the browser or its context has ended, or the client did what no client does. */
  onClose(): void;
}

/** Pages that the context of a client may have open when it asks for another one. */
const MAX_PAGES = 10;

/** Bytes of commands that the browser has not taken yet. More of them would fill the memory of the service. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

/** What a command takes besides its text. */
const COMMAND_BYTES = 1024;

/** A session with the browser itself, whose methods are those that Chromium has and not those that the driver knows. */
interface BrowserSession {
  send(method: string, params?: object): Promise<Params>;
  on(event: string, listener: (params: Params) => void): unknown;
  detach(): Promise<void>;
}

interface TargetInfo extends Params {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}

/**
 * Lets a program that is not trusted drive the pages of the browser context of `page`, and nothing else of the browser.
 * To the client, the context is the only one of the browser. Rejects when the browser has ended.
 *
 * What concerns the browser is answered here. What concerns a page goes through a session of its own in the connection that
 * the service has: sessions of frames and workers are below it, and the browser gives none of another page to them.
 */
export async function openCdp(page: Page, listener: CdpListener): Promise<CdpConnection> {
  const context = page.context();
  const browser = context.browser();
  if (!browser) throw new Error('The browser of the page has ended.');
  const first = (await onPage(page)).targetInfo as TargetInfo;
  const contextId = first.browserContextId;
  const upstream = (await browser.newBrowserCDPSession()) as unknown as BrowserSession;
  /** The sessions of the client, and the session of a page that each goes through. */
  const routes = new Map<string, string>();
  /** Which session with the browser each session of a page was opened by; undefined is the one without an id. */
  const parents = new Map<string, string | undefined>();
  /** The sessions with the browser that have an id. */
  const browserSessions = new Set<string>();
  /** Sessions that came to be because the client attaches to all pages. */
  const attached = new Map<string, Promise<string>>();
  const dialogs = leaveDialogs(context);
  let opened = 0;
  let isAttaching = false;
  let isDiscovering = false;
  let pendingBytes = 0;
  let isClosed = false;

  function emit(message: object): void {
    if (!isClosed) listener.onMessage(JSON.stringify(message));
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    dialogs.end();
    context.off('close', close);
    browser?.off('disconnected', close);
    // It fails where the browser has ended.
    upstream.detach().catch(() => {});
    listener.onClose();
  }

  const isOwn = ({ type, browserContextId }: TargetInfo) => type === 'page' && browserContextId === contextId;

  /** The target, if it is of this context. */
  async function ownTarget(targetId: unknown): Promise<TargetInfo> {
    const { targetInfo } = await upstream.send('Target.getTargetInfo', { targetId });
    const info = targetInfo as TargetInfo;
    if (info.browserContextId !== contextId || !['page', 'iframe', 'worker'].includes(info.type)) {
      throw new Error('No target with given id found');
    }
    return info;
  }

  async function pages(): Promise<TargetInfo[]> {
    const { targetInfos } = await upstream.send('Target.getTargets');
    return (targetInfos as TargetInfo[]).filter(isOwn);
  }

  async function attach(targetInfo: TargetInfo, parent: string | undefined): Promise<string> {
    const { targetId } = targetInfo;
    const { sessionId } = await upstream.send('Target.attachToTarget', { targetId, flatten: false });
    const id = String(sessionId);
    routes.set(id, id);
    parents.set(id, parent);
    const params = { sessionId: id, targetInfo: { ...targetInfo, attached: true }, waitingForDebugger: false };
    emit({ method: 'Target.attachedToTarget', params, sessionId: parent });
    return id;
  }

  /** Attaches to a page once, however its client hears of it. */
  function attachOnce(targetInfo: TargetInfo): Promise<string> {
    const known = attached.get(targetInfo.targetId);
    if (known) return known;
    const attaching = attach(targetInfo, undefined);
    attached.set(targetInfo.targetId, attaching);
    // A page that closes meanwhile is no fault.
    attaching.catch(() => attached.delete(targetInfo.targetId));
    return attaching;
  }

  upstream.on('Target.targetCreated', ({ targetInfo }) => {
    const info = targetInfo as TargetInfo;
    if (!isOwn(info)) return;
    if (isDiscovering) emit({ method: 'Target.targetCreated', params: { targetInfo: info } });
    if (isAttaching) attachOnce(info).catch(() => {});
  });
  upstream.on('Target.targetInfoChanged', ({ targetInfo }) => {
    const info = targetInfo as TargetInfo;
    if (isOwn(info) && isDiscovering) emit({ method: 'Target.targetInfoChanged', params: { targetInfo: info } });
  });
  upstream.on('Target.detachedFromTarget', ({ sessionId, targetId }) => {
    const id = String(sessionId);
    for (const [below, through] of routes) if (through === id) routes.delete(below);
    emit({ method: 'Target.detachedFromTarget', params: { sessionId, targetId }, sessionId: parents.get(id) });
    parents.delete(id);
  });
  upstream.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const through = String(sessionId);
    if (!routes.has(through)) return;
    const { sessionId: below = through, ...rest } = withoutProxyKey(String(message));
    if (rest.method === 'Page.javascriptDialogClosed') dialogs.answered();
    if (rest.method === 'Target.attachedToTarget') routes.set(String(rest.params.sessionId), through);
    if (rest.method === 'Target.detachedFromTarget') routes.delete(String(rest.params.sessionId));
    emit({ ...rest, sessionId: below });
  });
  context.on('close', close);
  browser.on('disconnected', close);

  /** Answers a command to the browser. */
  async function askBrowser({ method, params, sessionId }: Command): Promise<object> {
    const { browserContextId: _, ...own } = params;
    const inContext = { ...own, ...(contextId !== undefined && { browserContextId: contextId }) };
    switch (method) {
      case 'Browser.getVersion':
        return upstream.send(method);
      case 'Browser.setDownloadBehavior':
        // Every driver asks for it when it connects. Downloads stay refused, as they are for all contexts.
        return {};
      case 'Browser.grantPermissions':
        refuse(method, permissionRefusal(params));
        return upstream.send(method, inContext);
      case 'Browser.resetPermissions':
      case 'Storage.getCookies':
      case 'Storage.setCookies':
      case 'Storage.clearCookies':
        return upstream.send(method, inContext);
      case 'Target.setAutoAttach':
        isAttaching = params.autoAttach === true;
        if (isAttaching) {
          await discover();
          const own = await pages();
          await attachOnce(own.find(({ targetId }) => targetId === first.targetId) ?? first);
          for (const info of own) await attachOnce(info);
        }
        return {};
      case 'Target.setDiscoverTargets':
        isDiscovering = params.discover === true;
        if (isDiscovering) {
          for (const targetInfo of await pages()) emit({ method: 'Target.targetCreated', params: { targetInfo } });
          await discover();
        }
        return {};
      case 'Target.getBrowserContexts':
        return { browserContextIds: [] };
      case 'Target.getTargets':
        return { targetInfos: await pages() };
      case 'Target.getTargetInfo':
        if (params.targetId !== undefined) return { targetInfo: await ownTarget(params.targetId) };
        return { targetInfo: { targetId: 'browser', type: 'browser', title: '', url: '', attached: true } };
      case 'Target.attachToBrowserTarget': {
        const id = `browser-${++opened}`;
        browserSessions.add(id);
        return { sessionId: id };
      }
      case 'Target.attachToTarget':
        return { sessionId: await attach(await ownTarget(params.targetId), sessionId) };
      case 'Target.detachFromTarget':
        return detach(String(params.sessionId));
      case 'Target.createTarget':
        return createTarget(inContext);
      case 'Target.activateTarget':
      case 'Target.closeTarget':
        await ownTarget(params.targetId);
        return upstream.send(method, params);
      default:
        refuse(method, REFUSED_METHODS[method] ?? 'it concerns more than the pages of this connection');
        return {};
    }
  }

  async function discover(): Promise<void> {
    await upstream.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  }

  async function createTarget({ url, width, height, background, browserContextId }: Params): Promise<object> {
    refuse('Target.createTarget', urlRefusal(url));
    if ((await pages()).length >= MAX_PAGES) refuse('Target.createTarget', `${MAX_PAGES} pages are open already`);
    const { targetId } = await upstream.send('Target.createTarget', {
      url,
      width,
      height,
      background,
      browserContextId,
    });
    // The client knows the page before it has the answer.
    if (isAttaching) await attachOnce(await ownTarget(targetId));
    return { targetId };
  }

  async function detach(sessionId: string): Promise<object> {
    if (browserSessions.delete(sessionId)) return {};
    if (routes.get(sessionId) !== sessionId) throw new Error('No session with given id');
    return upstream.send('Target.detachFromTarget', { sessionId });
  }

  /** Passes a command on to a page, or to a frame or worker below it. */
  async function askPage({ id, method, params, sessionId }: Command, through: string): Promise<object | undefined> {
    const pass = async (passed: Params) => {
      const below = sessionId === through ? undefined : sessionId;
      const message = JSON.stringify({ id, method, params: passed, sessionId: below });
      await upstream.send('Target.sendMessageToTarget', { sessionId: through, message });
      return undefined;
    };
    switch (method) {
      case 'Browser.getVersion':
        return upstream.send(method);
      case 'Browser.getWindowForTarget':
        return pass({});
      case 'Target.setAutoAttach':
        return pass({ ...params, flatten: true });
      case 'Target.getTargetInfo':
        return params.targetId === undefined ? pass({}) : { targetInfo: await ownTarget(params.targetId) };
      case 'Target.detachFromTarget':
        if (routes.get(String(params.sessionId)) !== through) throw new Error('No session with given id');
        return pass({ sessionId: params.sessionId });
      default:
        refuse(method, pageRefusal(method, params));
        if (params.browserContextId !== undefined && params.browserContextId !== contextId) {
          refuse(method, 'it concerns another browser context');
        }
        return pass(passedParams(method, params));
    }
  }

  async function ask(command: Command): Promise<void> {
    const { id, sessionId } = command;
    try {
      const isForBrowser = sessionId === undefined || browserSessions.has(sessionId);
      const through = isForBrowser ? undefined : routes.get(sessionId);
      if (!isForBrowser && through === undefined) throw new Error('Session with given id not found.');
      const result = through === undefined ? await askBrowser(command) : await askPage(command, through);
      // What was passed on is answered by the page.
      if (result !== undefined) emit({ id, sessionId, result });
    } catch (error) {
      emit({ id, sessionId, error: errorOf(error) });
    }
  }

  return {
    targetId: first.targetId,
    send(text) {
      if (isClosed) return;
      const command = commandOf(text);
      const bytes = text.length + COMMAND_BYTES;
      if (!command || pendingBytes + bytes > MAX_PENDING_BYTES) return close();
      pendingBytes += bytes;
      const done = () => {
        pendingBytes -= bytes;
      };
      ask(command).then(done, done);
    },
    close,
  };
}

async function onPage(page: Page): Promise<Params> {
  const session = await page.context().newCDPSession(page);
  try {
    return (await session.send('Target.getTargetInfo')) as unknown as Params;
  } finally {
    await session.detach();
  }
}

function refuse(method: string, reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`${method} is refused: ${reason}.`);
}
