import { EventEmitter } from 'node:events';
import type { Browser, CDPSession } from 'playwright-core';

/** A session with a page, with a frame of it that has a process of its own, or with a worker of it. */
export type DevToolsSession = Pick<CDPSession, 'send' | 'on' | 'off'>;

/** A page of a context that the driver does not know. */
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
  /** Opens an empty page in a context of its own, which loads everything through the proxy. */
  open(proxyUrl: string): Promise<DevToolsTarget>;
  /** The number of cookies in a context. */
  cookieCount(contextId: string): Promise<number>;
  clearCookies(contextId: string): Promise<void>;
  clearPermissions(contextId: string): Promise<void>;
}

interface FollowedTarget {
  readonly targetId: string;
  readonly channel: TargetChannel;
  hasOthers: boolean;
}

export async function connectDevTools(browser: Browser): Promise<DevToolsConnection> {
  const root = await browser.newBrowserCDPSession();
  const contexts = new Map<string, FollowedTarget>();
  const channels = new Map<string, TargetChannel>();
  /** The contexts of targets that are no page of this connection, by the id of the target. */
  const contextsOfOthers = new Map<string, FollowedTarget>();

  root.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => channels.get(sessionId)?.receive(message));
  root.on('Target.detachedFromTarget', ({ sessionId }) => {
    channels.get(sessionId)?.close();
    channels.delete(sessionId);
  });
  browser.on('disconnected', () => {
    for (const channel of channels.values()) channel.close();
    channels.clear();
  });
  root.on('Target.targetCreated', ({ targetInfo: { targetId, type, browserContextId = '' } }) => {
    const context = contexts.get(browserContextId);
    if (!context || context.targetId === targetId) return;
    context.hasOthers = true;
    contextsOfOthers.set(targetId, context);
    // Nobody uses the windows of such a page. A window that has closed itself is gone already.
    if (type === 'page') root.send('Target.closeTarget', { targetId }).catch(() => {});
  });
  root.on('Target.targetDestroyed', ({ targetId }) => contextsOfOthers.delete(targetId));
  root.on('Target.targetCrashed', ({ targetId }) => {
    for (const { targetId: pageId, channel } of contexts.values()) {
      if (pageId === targetId) channel.close();
    }
    // A page ends with the process of its frame or worker, because these belong to what it takes.
    endPage(contextsOfOthers.get(targetId));
  });
  await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'tab', exclude: true }, {}] });

  async function open(proxyUrl: string): Promise<DevToolsTarget> {
    const { browserContextId: contextId } = await root.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: proxyUrl,
      proxyBypassList: '<-loopback>',
    });
    try {
      await root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: contextId });
      const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId: contextId });
      const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
      const channel = new TargetChannel((message) => root.send('Target.sendMessageToTarget', { sessionId, message }));
      channels.set(sessionId, channel);
      const followed: FollowedTarget = { targetId, channel, hasOthers: false };
      contexts.set(contextId, followed);
      return {
        contextId,
        targetId,
        session: channel.session(),
        sessionWith: (id) => channel.session(id),
        hasOthers: () => followed.hasOthers,
        async close() {
          contexts.delete(contextId);
          await root.send('Target.disposeBrowserContext', { browserContextId: contextId });
        },
      };
    } catch (error) {
      // It fails where the browser has ended.
      root.send('Target.disposeBrowserContext', { browserContextId: contextId }).catch(() => {});
      throw error;
    }
  }

  return {
    open,
    async cookieCount(browserContextId) {
      const { cookies } = await root.send('Storage.getCookies', { browserContextId });
      return cookies.length;
    },
    async clearCookies(browserContextId) {
      await root.send('Storage.clearCookies', { browserContextId });
    },
    async clearPermissions(browserContextId) {
      await root.send('Browser.resetPermissions', { browserContextId });
    },
  };
}

function endPage(page: FollowedTarget | undefined): void {
  // A page that crashes does not answer.
  page?.channel
    .session()
    .send('Page.crash')
    .catch(() => {});
}

/** What is sent to a target, or comes from it. An answer has the id of its command, and an event has none. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

interface PendingCommand {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A command that the browser has refused, or that the end of the page has cut off. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
}

/** Carries the messages of a page, and of its frames and workers. */
class TargetChannel {
  readonly #post: (message: string) => Promise<unknown>;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #sessions = new Map<string | undefined, EventEmitter>();
  #lastId = 0;
  #isClosed = false;

  constructor(post: (message: string) => Promise<unknown>) {
    this.#post = post;
  }

  /** @param sessionId of a frame or worker. The page itself has none. */
  session(sessionId?: string): DevToolsSession {
    const events = this.#sessions.get(sessionId) ?? new EventEmitter().setMaxListeners(0);
    this.#sessions.set(sessionId, events);
    const session = {
      send: (method: string, params: object = {}) => this.#send(method, params, sessionId),
      on: (name: string, listener: (event: unknown) => void) => events.on(name, listener),
      off: (name: string, listener: (event: unknown) => void) => events.off(name, listener),
    };
    // The driver's type knows the parameters and results of each command.
    return session as unknown as DevToolsSession;
  }

  receive(text: string): void {
    const { id, method, params, result, error, sessionId }: Message = JSON.parse(text);
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId)?.emit(method, params);
      // The browser would keep the commands for a process that no longer runs.
      if (method === 'Inspector.targetCrashed' && sessionId === undefined) this.close();
      return;
    }
    const command = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) command?.reject(new DevToolsError(`Protocol error (${command.method}): ${error.message}`));
    else command?.resolve(result);
  }

  /** Ends what waits for the page, which has closed or crashed. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Who listens learns first that the page has ended, and then what fails because of it.
    for (const events of this.#sessions.values()) events.emit('Inspector.detached', { reason: 'target_closed' });
    for (const { method, reject } of this.#pending.values()) reject(closed(method));
    this.#pending.clear();
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed(method));
      this.#lastId += 1;
      const id = this.#lastId;
      this.#pending.set(id, { method, resolve, reject });
      this.#post(JSON.stringify({ id, method, params, sessionId })).catch(() => {
        this.#pending.delete(id);
        reject(closed(method));
      });
    });
  }
}

function closed(method: string): DevToolsError {
  return new DevToolsError(`Protocol error (${method}): The page has been closed.`);
}
