import { EventEmitter } from 'node:events';
import type { CDPSession, ConnectOverCDPTransport } from 'playwright-core';
import type { DevToolsMessage, DevToolsPipe } from './devtools-pipe.js';

/** A session with the browser, with a page, with a frame that has a process of its own, or with a worker. */
export type DevToolsSession = Pick<CDPSession, 'send' | 'on' | 'off'>;

/** A command that the browser has refused, or that the end of the page has cut off. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
}

/** The sessions that share the pipe to a browser. */
export interface DevToolsSessions {
  /** The session with the whole browser. */
  readonly browser: DevToolsSession;
  /** The session of this id, which the browser has named. */
  session(sessionId: string): DevToolsSession;
  /** Ends what waits for the session, because what it belongs to has ended. */
  end(sessionId: string): void;
  /** Lets the driver use the browser beside this service; `hides` says of which browser contexts it learns nothing. */
  driverTransport(hides: (contextId: string) => boolean): Promise<ConnectOverCDPTransport>;
}

/** The id of the session with the browser. */
const BROWSER = '';

/** The ids of commands that are sent in the place of the driver. Its own are positive. */
const RESUMING_ID = -1;
const DETACHING_ID = -2;

/** @param onClose is called when the browser has ended, before the sessions learn of it. */
export function createDevToolsSessions(pipe: DevToolsPipe, onClose: () => void): DevToolsSessions {
  const sessions = new Map<string, PipeSession>();
  let driver: DriverTransport | undefined;

  function session(sessionId: string): PipeSession {
    const known = sessions.get(sessionId);
    if (known) return known;
    const created = new PipeSession(pipe, sessionId);
    sessions.set(sessionId, created);
    return created;
  }

  const browser = session(BROWSER);
  pipe.listen({
    onMessage(message) {
      const own = sessions.get(message.sessionId ?? BROWSER);
      if (own) own.receive(message);
      else driver?.receive(message);
    },
    onClose() {
      onClose();
      for (const each of sessions.values()) each.end();
      sessions.clear();
      driver?.end();
    },
  });
  return {
    browser: browser.asTyped(),
    session: (sessionId) => session(sessionId).asTyped(),
    end(sessionId) {
      sessions.get(sessionId)?.end();
      sessions.delete(sessionId);
    },
    async driverTransport(hides) {
      const { sessionId } = await browser.asTyped().send('Target.attachToBrowserTarget');
      const detach = () => {
        // It fails where the browser has ended.
        browser.send('Target.detachFromTarget', { sessionId }).catch(() => {});
      };
      driver = new DriverTransport(pipe, { browserSession: sessionId, hides, detach });
      return driver;
    },
  };
}

interface PendingCommand {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

class PipeSession {
  readonly #pipe: DevToolsPipe;
  readonly #target: { readonly sessionId?: string };
  readonly #pending = new Map<number, PendingCommand>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #lastId = 0;
  #isEnded = false;

  constructor(pipe: DevToolsPipe, sessionId: string) {
    this.#pipe = pipe;
    this.#target = sessionId === BROWSER ? {} : { sessionId };
  }

  /** The driver's type knows the parameters and results of each command. */
  asTyped(): DevToolsSession {
    return this as unknown as DevToolsSession;
  }

  send(method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(ended(method));
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { method, resolve, reject });
      this.#pipe.send({ id: this.#lastId, method, params, ...this.#target });
    });
  }

  on(name: string, listener: (event: unknown) => void): void {
    this.#events.on(name, listener);
  }

  off(name: string, listener: (event: unknown) => void): void {
    this.#events.off(name, listener);
  }

  receive({ id, method, params, result, error }: DevToolsMessage): void {
    if (id === undefined) {
      if (method !== undefined) this.#events.emit(method, params);
      return;
    }
    const command = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) command?.reject(new DevToolsError(`Protocol error (${command.method}): ${error.message}`));
    else command?.resolve(result);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // Who listens learns first that the page has ended, and then what fails because of it.
    this.#events.emit('Inspector.detached', { reason: 'target_closed' });
    for (const { method, reject } of this.#pending.values()) reject(ended(method));
    this.#pending.clear();
  }
}

function ended(method: string): DevToolsError {
  return new DevToolsError(`Protocol error (${method}): The page has been closed.`);
}

interface DriverOptions {
  readonly browserSession: string;
  hides(contextId: string): boolean;
  detach(): void;
}

/** Gives the driver a session with the browser as if it were the only user of the pipe. */
class DriverTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #pipe: DevToolsPipe;
  readonly #options: DriverOptions;

  constructor(pipe: DevToolsPipe, options: DriverOptions) {
    this.#pipe = pipe;
    this.#options = options;
  }

  send(message: DevToolsMessage): void {
    this.#pipe.send({ ...message, sessionId: message.sessionId ?? this.#options.browserSession });
  }

  /** The browser goes on without the driver. */
  close(): void {
    this.#options.detach();
    this.end();
  }

  receive(message: DevToolsMessage): void {
    const { id, sessionId, ...rest } = message;
    if (id === DETACHING_ID) return;
    if (id === RESUMING_ID) {
      this.#detach(sessionId);
      return;
    }
    const hidden = this.#hiddenTarget(message);
    if (hidden !== undefined) {
      this.#pipe.send({ id: RESUMING_ID, method: 'Runtime.runIfWaitingForDebugger', sessionId: hidden });
      return;
    }
    const passed = sessionId === this.#options.browserSession ? { id, ...rest } : message;
    // The driver finishes what follows from one message before it gets the next one.
    setImmediate(() => this.onmessage?.(passed));
  }

  end(): void {
    setImmediate(() => this.onclose?.());
  }

  /** The session with a page that is none of the driver's own. The browser attaches it to each new page, which waits for it. */
  #hiddenTarget({ method, params, sessionId }: DevToolsMessage): string | undefined {
    if (method !== 'Target.attachedToTarget' || sessionId !== this.#options.browserSession) return undefined;
    const attached = params as { readonly sessionId: string; readonly targetInfo: { browserContextId?: string } };
    return this.#options.hides(attached.targetInfo.browserContextId ?? '') ? attached.sessionId : undefined;
  }

  #detach(sessionId: string | undefined): void {
    const { browserSession } = this.#options;
    const params = { sessionId };
    this.#pipe.send({ id: DETACHING_ID, method: 'Target.detachFromTarget', params, sessionId: browserSession });
  }
}
