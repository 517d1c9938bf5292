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
  /** Whether the driver uses the browser beside this service. */
  hasDriver(): boolean;
  driverTransport(hidden: HiddenTargets): Promise<ConnectOverCDPTransport>;
}

/** A page, frame or worker that the browser has. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}

/** The pages that the driver learns nothing of. */
export interface HiddenTargets {
  has(target: TargetInfo): boolean;
  /** Is called when the driver's session has been detached from a new page, which has waited for it. */
  onDetached(target: TargetInfo): void;
}

/** The id of the session with the browser. */
const BROWSER = '';

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
    hasDriver: () => driver !== undefined,
    async driverTransport(hidden) {
      const { sessionId } = await browser.asTyped().send('Target.attachToBrowserTarget');
      const detach = () => {
        // It fails where the browser has ended.
        browser.send('Target.detachFromTarget', { sessionId }).catch(() => {});
      };
      driver = new DriverTransport(pipe, { browserSession: sessionId, hidden, detach });
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
  /** The session of the driver with the whole browser. */
  readonly browserSession: string;
  readonly hidden: HiddenTargets;
  detach(): void;
}

interface AttachedTarget {
  readonly sessionId: string;
  readonly targetInfo: TargetInfo;
}

/** Gives the driver a session with the browser as if it were the only user of the pipe. */
class DriverTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #pipe: DevToolsPipe;
  readonly #options: DriverOptions;
  /** What waits for the answers to commands that are sent in the place of the driver. The ids of its own are positive. */
  readonly #pending = new Map<number, () => void>();
  #lastId = 0;

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
    const { id = 0, sessionId, ...rest } = message;
    if (id < 0) {
      this.#pending.get(id)?.();
      this.#pending.delete(id);
      return;
    }
    const { browserSession, hidden } = this.#options;
    const isOfBrowser = sessionId === browserSession;
    if (isOfBrowser && message.method === 'Target.attachedToTarget') {
      const attached = message.params as AttachedTarget;
      if (hidden.has(attached.targetInfo)) {
        this.#detachFrom(attached);
        return;
      }
    }
    const passed = isOfBrowser ? { ...rest, id: message.id } : message;
    // The driver finishes what follows from one message before it gets the next one.
    setImmediate(() => this.onmessage?.(passed));
  }

  end(): void {
    setImmediate(() => this.onclose?.());
  }

  /** The browser attaches the session of the driver to each new page, which waits for it. */
  #detachFrom({ sessionId, targetInfo }: AttachedTarget): void {
    const { browserSession, hidden } = this.#options;
    this.#sendForDriver('Runtime.runIfWaitingForDebugger', {}, sessionId, () =>
      this.#sendForDriver('Target.detachFromTarget', { sessionId }, browserSession, () =>
        hidden.onDetached(targetInfo),
      ),
    );
  }

  #sendForDriver(method: string, params: object, sessionId: string, onAnswer: () => void): void {
    this.#lastId -= 1;
    this.#pending.set(this.#lastId, onAnswer);
    this.#pipe.send({ id: this.#lastId, method, params, sessionId });
  }
}
