import type { BrowserContextOptions } from 'playwright-core';
import type { DevToolsTarget } from './devtools-connection.js';
import { DevToolsLoads } from './devtools-loads.js';
import { DevToolsError, type DevToolsSession } from './devtools-sessions.js';
import { pageScripts } from './page-scripts.js';
import type { ProxyAccess } from './proxy.js';

/** What the server has answered for the document of a page. */
export interface DocumentResponse {
  readonly status: number;
  readonly contentType: string | undefined;
}

/** How the opening of a page has ended. The response is unknown where the page has opened another one at once. */
export type Opening =
  | { readonly kind: 'document'; readonly response: DocumentResponse | undefined }
  | { readonly kind: 'download' }
  | { readonly kind: 'failure'; readonly code: string };

export type LoadState = 'load' | 'domcontentloaded';

/** A document in a page: that of the page itself, or of a frame in it. */
export interface DevToolsFrame {
  name(): string;
  url(): string;
  evaluate<Result>(expression: string): Promise<Result>;
  isDetached(): boolean;
}

/** The documents of a page that one process shows. */
interface FrameProcess {
  readonly session: DevToolsSession;
  readonly rootFrameId: string;
}

interface FrameState {
  readonly frame: DevToolsFrame;
  readonly process: FrameProcess;
  name: string;
  url: string;
}

type FrameNavigated = {
  readonly frame: { readonly id: string; readonly url: string; readonly name?: string; readonly loaderId: string };
};

/**
 * A page that is driven by commands of the DevTools protocol alone. It follows what is loaded in it, and answers what would
 * hold it up: dialogs, and frames that wait for their settings.
 */
export class DevToolsPage {
  readonly target: DevToolsTarget;
  readonly access: ProxyAccess;
  readonly loads: DevToolsLoads;
  readonly #emulation: BrowserContextOptions;
  readonly #own: FrameProcess;
  readonly #frames = new Map<string, FrameState>();
  readonly #responses = new Map<string, DocumentResponse>();
  readonly #reached = new Set<LoadState>();
  readonly #waiting = new Set<() => void>();
  readonly #crashListeners = new Set<() => void>();
  #isCrashed = false;
  /** Whether the document that was asked for last has replaced the one before, whose events may still come. */
  #isCommitted = false;
  #loaderId = '';
  #lastVisit = '';

  private constructor(target: DevToolsTarget, access: ProxyAccess, emulation: BrowserContextOptions) {
    this.target = target;
    this.access = access;
    this.#emulation = emulation;
    this.#own = { session: target.session, rootFrameId: target.targetId };
    this.loads = new DevToolsLoads(() => target.hasOthers());
  }

  static async open(target: DevToolsTarget, access: ProxyAccess, emulation: BrowserContextOptions) {
    const page = new DevToolsPage(target, access, emulation);
    const { session } = target;
    // The browser does not tell of the document that the page has already.
    page.#stateOf(target.targetId, page.#own).url = BLANK;
    session.on('Inspector.detached', () => page.#crash());
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      // A page that closes meanwhile needs no answer.
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {});
    });
    session.on('Page.domContentEventFired', () => page.#reach('domcontentloaded'));
    session.on('Page.loadEventFired', () => page.#reach('load'));
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      // A document that a download has interrupted is not read to its end.
      if (frameId === target.targetId) page.#reach('load');
    });
    await Promise.all([page.#emulate(), page.#follow(page.#own)]);
    return page;
  }

  get session(): DevToolsSession {
    return this.target.session;
  }

  /** Where the page is, or would be. */
  get lastVisit(): string {
    return this.#lastVisit;
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  url(): string {
    return this.mainFrame().url();
  }

  mainFrame(): DevToolsFrame {
    return this.#stateOf(this.target.targetId, this.#own).frame;
  }

  frames(): readonly DevToolsFrame[] {
    return [...this.#frames.values()].map(({ frame }) => frame);
  }

  /** A page is used only while it is open. */
  isClosed(): boolean {
    return false;
  }

  /** Calls the listener when the page has crashed or closed, or at once if it has before. Returns what ends the listening. */
  onCrash(listener: () => void): () => void {
    if (this.#isCrashed) queueMicrotask(listener);
    this.#crashListeners.add(listener);
    return () => this.#crashListeners.delete(listener);
  }

  /** Opens the URL, and waits until the document of the page has been read. */
  async navigate(url: string): Promise<Opening> {
    this.#lastVisit = url;
    this.#reached.clear();
    this.#isCommitted = false;
    const { loaderId, errorText } = await this.session.send('Page.navigate', { url });
    if (errorText !== undefined) {
      const code = errorText.replace(/^net::/, '');
      // The browser has the response, and does not show it.
      return code === 'ERR_ABORTED' ? { kind: 'download' } : { kind: 'failure', code };
    }
    await this.waitForLoadState('domcontentloaded');
    const response = this.#loaderId === loaderId ? this.#responses.get(loaderId) : undefined;
    return { kind: 'document', response };
  }

  /** Waits until the page that is shown then has got so far, but not longer than the timeout. */
  async waitForLoadState(state: LoadState, { timeout }: { readonly timeout?: number } = {}): Promise<void> {
    const isOver = () => this.#isCrashed || this.#reached.has(state);
    if (!isOver()) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          this.#waiting.delete(look);
          resolve();
        };
        const look = () => {
          if (isOver()) end();
        };
        const timer = timeout === undefined ? undefined : setTimeout(end, timeout);
        this.#waiting.add(look);
      });
    }
    if (this.#isCrashed) throw new DevToolsError('The page has crashed.');
  }

  async #emulate(): Promise<void> {
    const { session } = this.target;
    const { viewport, screen, deviceScaleFactor = 1, ignoreHTTPSErrors = false } = this.#emulation;
    const { width = 0, height = 0 } = viewport ?? {};
    await Promise.all([
      session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor,
        mobile: false,
        screenWidth: screen?.width ?? width,
        screenHeight: screen?.height ?? height,
        screenOrientation: { type: 'landscapePrimary', angle: 0 },
      }),
      // Without it, the browser does not say that the page has crashed.
      session.send('Inspector.enable'),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Security.setIgnoreCertificateErrors', { ignore: ignoreHTTPSErrors }),
    ]);
  }

  /** Follows the documents of the page that one process shows. */
  async #follow(process: FrameProcess): Promise<void> {
    const { session } = process;
    session.on('Page.frameNavigated', (event) => this.#onNavigated(event, process));
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.#stateOf(frameId, process).url = url;
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => this.#onDetached(frameId, reason));
    this.loads.follow(session);
    session.on('Network.requestWillBeSent', ({ frameId, type, request }) => {
      if (type === 'Document' && frameId === this.target.targetId) this.#lastVisit = request.url;
    });
    session.on('Network.responseReceived', ({ type, loaderId, response }) => {
      if (type !== 'Document') return;
      const [, contentType] =
        Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
      this.#responses.set(loaderId, { status: response.status, contentType });
    });
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const attached = this.target.sessionWith(sessionId);
      const isWorker = targetInfo.type === 'worker';
      const following = isWorker
        ? this.#followWorker(attached, sessionId)
        : this.#followFrame({ session: attached, rootFrameId: targetInfo.targetId });
      // It may be gone before it is followed.
      following.catch(() => {});
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => this.loads.endWorker(sessionId));
    const { userAgent = '' } = this.#emulation;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Network.enable'),
      session.send('Emulation.setUserAgentOverride', { userAgent, userAgentMetadata: DESKTOP }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_SERVICE_WORKERS }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }, { type: 'worker' }],
      }),
    ]);
  }

  async #followFrame(process: FrameProcess): Promise<void> {
    await this.#follow(process);
    await process.session.send('Runtime.runIfWaitingForDebugger');
  }

  async #followWorker(session: DevToolsSession, workerSession: string): Promise<void> {
    this.loads.followWorker(session, workerSession);
    await session.send('Network.enable');
    await session.send('Runtime.runIfWaitingForDebugger');
  }

  #onNavigated({ frame: { id, url, name, loaderId } }: FrameNavigated, process: FrameProcess): void {
    const isPage = id === this.target.targetId;
    if (isPage) {
      this.#loaderId = loaderId;
      this.#isCommitted = true;
      this.#reached.clear();
      this.#frames.clear();
    }
    const state = this.#stateOf(id, process);
    state.url = url;
    state.name = name ?? '';
    this.loads.endDocumentsBefore(loaderId, id, isPage);
  }

  #onDetached(frameId: string, reason: string): void {
    // The frame goes on in a process of its own.
    if (reason === 'swap') return;
    this.#frames.delete(frameId);
    this.loads.endFrame(frameId);
  }

  #stateOf(frameId: string, process: FrameProcess): FrameState {
    const known = this.#frames.get(frameId);
    if (known?.process === process) return known;
    const { session, rootFrameId } = process;
    const state: FrameState = {
      process,
      name: known?.name ?? '',
      url: known?.url ?? '',
      frame: {
        name: () => state.name,
        url: () => state.url,
        isDetached: () => this.#frames.get(frameId) !== state,
        evaluate: (expression) =>
          frameId === rootFrameId
            ? pageScripts(session).evaluate(expression)
            : evaluateIn(session, frameId, expression),
      },
    };
    this.#frames.set(frameId, state);
    return state;
  }

  #reach(state: LoadState): void {
    if (!this.#isCommitted) return;
    this.#reached.add(state);
    if (state === 'load') this.#reached.add('domcontentloaded');
    for (const look of [...this.#waiting]) look();
  }

  #crash(): void {
    this.#isCrashed = true;
    for (const look of [...this.#waiting]) look();
    for (const listener of [...this.#crashListeners]) listener();
  }
}

/** Runs a script in a frame that shares its process with the page. */
async function evaluateIn<Result>(session: DevToolsSession, frameId: string, expression: string): Promise<Result> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId });
  return pageScripts(session, executionContextId).evaluate(expression);
}

/** The document of a page that was just opened. */
const BLANK = 'about:blank';

/** What a desktop says of itself, in accordance with its `User-Agent`. */
const DESKTOP = { mobile: false, model: '', architecture: 'x86', platform: 'Windows', platformVersion: '10.0' };

/** A service worker would answer requests beside the page. */
const WITHOUT_SERVICE_WORKERS =
  'if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {};';
