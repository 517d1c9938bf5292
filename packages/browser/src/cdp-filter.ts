import type { Browser, BrowserContext, Page } from 'playwright-core';
import { answerPageCommand, BrowserCommands, type CommandDependencies } from './cdp-commands.js';
import { type DeviceScale, deviceScaleOf } from './cdp-device-scale.js';
import { type Command, commandOf, errorOf, type Message, MessageTooLong } from './cdp-messages.js';
import type { Params } from './cdp-rules.js';
import { PageSessions } from './cdp-sessions.js';
import { type BrowserSession, ContextTargets, type TargetInfo } from './cdp-targets.js';
import { type PassedDialogs, passDialogsOn } from './dialogs.js';

/** A connection that speaks the DevTools protocol (CDP) with one browser context, one JSON message at a time. */
export interface CdpConnection {
  /** The target of the page that it was opened for. */
  readonly targetId: string;
  /** Takes a message of the client. A refused command is answered with an error that says why. */
  send(message: string): void;
  close(): void;
}

export interface CdpListener {
  /** Gets each message for the client. */
  onMessage(message: string): void;
  /** Is called once: when the browser or its context has ended, or with the reason why the connection cannot go on. */
  onClose(reason?: string): void;
}

/** The most bytes of commands that the browser has not taken yet, because they fill the memory of the service. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

/** Memory that a command takes besides its text. */
const COMMAND_BYTES = 1024;

/**
 * Lets an untrusted program drive the pages of the browser context of `page`, and nothing else of the browser. The client
 * sees that context as the only one of the browser. Rejects when the browser has ended.
 *
 * `BrowserCommands` answers what concerns the browser. What concerns a page goes through a session of that page, because the
 * browser gives no session access to the frames and workers of another page.
 */
export async function openCdp(page: Page, listener: CdpListener): Promise<CdpConnection> {
  const context = page.context();
  const browser = context.browser();
  if (!browser) throw new Error('The browser of the page has ended.');
  const { target, deviceScale } = await describe(page);
  const session = (await browser.newBrowserCDPSession()) as unknown as BrowserSession;
  const connection = new FilteredConnection({ context, browser, target, deviceScale, session, listener });
  return {
    targetId: target.targetId,
    send: (message) => connection.send(message),
    close: connection.close,
  };
}

async function describe(page: Page): Promise<Pick<ConnectionParts, 'target' | 'deviceScale'>> {
  const session = await page.context().newCDPSession(page);
  try {
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const { layoutViewport, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
    const deviceScale = deviceScaleOf(page.context());
    deviceScale.note(layoutViewport.clientWidth / cssLayoutViewport.clientWidth);
    return { target: targetInfo as unknown as TargetInfo, deviceScale };
  } finally {
    await session.detach();
  }
}

interface ConnectionParts {
  readonly context: BrowserContext;
  readonly browser: Browser;
  /** The page that the connection is opened for. */
  readonly target: TargetInfo;
  readonly deviceScale: DeviceScale;
  readonly session: BrowserSession;
  readonly listener: CdpListener;
}

class FilteredConnection {
  readonly #parts: ConnectionParts;
  readonly #sessions: PageSessions;
  readonly #browserCommands: BrowserCommands;
  readonly #dependencies: CommandDependencies;
  readonly #dialogs: PassedDialogs;
  #pendingBytes = 0;
  #isClosed = false;

  constructor(parts: ConnectionParts) {
    const { context, browser, target, session, deviceScale } = parts;
    const emit = (message: object) => this.#emit(message);
    this.#parts = parts;
    this.#sessions = new PageSessions(session, emit);
    this.#dependencies = {
      browser: session,
      targets: new ContextTargets(session, target.browserContextId),
      sessions: this.#sessions,
      deviceScale,
      emit,
    };
    this.#browserCommands = new BrowserCommands(this.#dependencies, target);
    this.#dialogs = passDialogsOn(context);
    this.#followBrowser(session);
    context.on('close', this.close);
    browser.on('disconnected', this.close);
  }

  send(text: string): void {
    if (this.#isClosed) return;
    const command = commandOf(text);
    const bytes = text.length + COMMAND_BYTES;
    if (!command || this.#pendingBytes + bytes > MAX_PENDING_BYTES) {
      this.close();
      return;
    }
    this.#pendingBytes += bytes;
    const release = () => {
      this.#pendingBytes -= bytes;
    };
    this.#handle(command).then(release, release);
  }

  /** Is a property, so that it can be passed as a listener and removed again. */
  readonly close = (): void => this.#end();

  #end(reason?: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { context, browser, session, listener } = this.#parts;
    this.#dialogs.end();
    context.off('close', this.close);
    browser.off('disconnected', this.close);
    // It fails when the browser has ended.
    session.detach().catch(() => {});
    listener.onClose(reason);
  }

  #emit(message: object): void {
    if (!this.#isClosed) this.#parts.listener.onMessage(JSON.stringify(message));
  }

  #followBrowser(session: BrowserSession): void {
    session.on('Target.targetCreated', ({ targetInfo }) => {
      this.#browserCommands.targetCreated(targetInfo as TargetInfo);
    });
    session.on('Target.targetInfoChanged', ({ targetInfo }) => {
      this.#browserCommands.targetInfoChanged(targetInfo as TargetInfo);
    });
    session.on('Target.detachedFromTarget', (event) => this.#sessions.forget(event));
    session.on('Target.receivedMessageFromTarget', (event) => {
      for (const message of this.#received(event)) {
        if (message.method === 'Page.javascriptDialogClosed') this.#dialogs.answered();
        this.#emit(message);
      }
    });
  }

  #received(event: Params): readonly Message[] {
    try {
      return this.#isClosed ? [] : this.#sessions.receive(event);
    } catch (error) {
      if (!(error instanceof MessageTooLong)) throw error;
      this.#end(error.message);
      return [];
    }
  }

  async #handle(command: Command): Promise<void> {
    const { id, sessionId } = command;
    try {
      const result = await this.#answer(command);
      if (result !== undefined) this.#emit({ id, sessionId, result });
    } catch (error) {
      this.#emit({ id, sessionId, error: errorOf(error) });
    }
  }

  /** Returns undefined when a page answers the command. */
  async #answer(command: Command): Promise<object | undefined> {
    const { sessionId } = command;
    if (sessionId === undefined || this.#browserCommands.hasSession(sessionId)) {
      return this.#browserCommands.answer(command);
    }
    const pageSession = this.#sessions.pageSessionOf(sessionId);
    if (pageSession === undefined) throw new Error('Session with given id not found.');
    return answerPageCommand(this.#dependencies, pageSession, command);
  }
}
