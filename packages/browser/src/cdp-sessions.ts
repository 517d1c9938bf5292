import { type Command, type Message, messageOf } from './cdp-messages.js';
import type { Params } from './cdp-rules.js';
import type { BrowserSession, TargetInfo } from './cdp-targets.js';
import { LifecycleReplay } from './lifecycle-replay.js';

/** Sends a message to the client. */
export type Emit = (message: object) => void;

/**
 * The sessions of a client with pages. Each page has a session of its own in the connection that the service has with the
 * browser. Sessions of frames and workers go through the session of their page.
 */
export class PageSessions {
  readonly #browser: BrowserSession;
  readonly #emit: Emit;
  /** The session of a page, for each session that goes through it. */
  readonly #pageSessions = new Map<string, string>();
  /** The browser session that opened each session of a page; undefined for the browser session without an id. */
  readonly #parents = new Map<string, string | undefined>();
  /** The sessions that exist because the client attaches to all pages, by the id of the page. */
  readonly #automatic = new Map<string, Promise<string>>();
  readonly #lifecycleReplay = new LifecycleReplay();

  constructor(browser: BrowserSession, emit: Emit) {
    this.#browser = browser;
    this.#emit = emit;
  }

  /** The session of the page that a session goes through; undefined when the client has no such session. */
  pageSessionOf(sessionId: string): string | undefined {
    return this.#pageSessions.get(sessionId);
  }

  async attach(targetInfo: TargetInfo, parent: string | undefined): Promise<string> {
    const { targetId } = targetInfo;
    const attachment = await this.#browser.send('Target.attachToTarget', { targetId, flatten: false });
    const sessionId = String(attachment.sessionId);
    this.#pageSessions.set(sessionId, sessionId);
    this.#parents.set(sessionId, parent);
    this.#emit({
      method: 'Target.attachedToTarget',
      params: { sessionId, targetInfo: { ...targetInfo, attached: true }, waitingForDebugger: false },
      sessionId: parent,
    });
    return sessionId;
  }

  /** Attaches to a page for a client that attaches to all pages. A second call for the same page changes nothing. */
  attachOnce(targetInfo: TargetInfo): Promise<string> {
    const existing = this.#automatic.get(targetInfo.targetId);
    if (existing) return existing;
    const session = this.attach(targetInfo, undefined);
    this.#automatic.set(targetInfo.targetId, session);
    // The page may have closed in the meantime.
    session.catch(() => this.#automatic.delete(targetInfo.targetId));
    return session;
  }

  async detach(sessionId: string): Promise<object> {
    if (this.#pageSessions.get(sessionId) !== sessionId) throw new Error('No session with given id');
    return this.#browser.send('Target.detachFromTarget', { sessionId });
  }

  /** Sends a command to a page, or to a frame or worker of it. The answer arrives as a message of the page. */
  async send(pageSession: string, command: Command): Promise<void> {
    const { id, method, params, sessionId } = command;
    this.#lifecycleReplay.sent(command);
    const message = JSON.stringify({
      id,
      method,
      params,
      sessionId: sessionId === pageSession ? undefined : sessionId,
    });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: pageSession, message });
  }

  /**
   * Returns the messages that the client gets when a page says something; none when the page is none of the client's. Throws
   * `MessageTooLong` for an event that is.
   */
  receive(event: Params): readonly Message[] {
    const pageSession = String(event.sessionId);
    if (!this.#pageSessions.has(pageSession)) return [];
    const message = messageOf(event);
    if (message.method === 'Target.attachedToTarget') {
      this.#pageSessions.set(String(message.params?.sessionId), pageSession);
    }
    if (message.method === 'Target.detachedFromTarget') this.#forgetSession(String(message.params?.sessionId));
    return this.#lifecycleReplay.inOrder({ ...message, sessionId: message.sessionId ?? pageSession });
  }

  /** Forgets the session of a page that the browser has detached, and tells the client. */
  forget({ sessionId, targetId }: Params): void {
    const detached = String(sessionId);
    for (const [session, pageSession] of this.#pageSessions) {
      if (pageSession === detached) this.#forgetSession(session);
    }
    this.#emit({
      method: 'Target.detachedFromTarget',
      params: { sessionId, targetId },
      sessionId: this.#parents.get(detached),
    });
    this.#parents.delete(detached);
  }

  #forgetSession(sessionId: string): void {
    this.#pageSessions.delete(sessionId);
    this.#lifecycleReplay.forget(sessionId);
  }
}
