import { randomUUID } from 'node:crypto';
import { type Server, WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/server';
import { KEPT_MS, SessionEvents } from './event-store.js';

/** A session of a client of the protocol of 2025. It has no state but that of the protocol. */
export interface HttpSession {
  /** The key of the client that began it. No other may use it. */
  readonly key: string | undefined;
  readonly transport: Transport;
  /** How many of its requests are being answered, among them the stream that a client keeps open to listen. */
  openRequests: number;
  lastUsedAt: number;
  /** Until when its client may come back for the answers that a broken stream has lost. */
  keptUntil: number;
}

/** How many sessions there may be at once. */
export interface SessionLimits {
  readonly maxSessions: number;
  readonly maxSessionsPerKey: number;
}

/** A session without a request ends after this time. */
const IDLE_MS = 30 * 60_000;

/** There is no room for another session. The message says so to the client. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
}

/** The sessions of a server over HTTP. */
export class HttpSessions {
  readonly #sessions = new Map<string, HttpSession>();
  /** The key of each session that is not open yet. */
  readonly #startingKeys: (string | undefined)[] = [];
  readonly #createServer: (key: string | undefined) => Server;
  readonly #limits: SessionLimits;

  constructor(createServer: (key: string | undefined) => Server, limits: SessionLimits) {
    this.#createServer = createServer;
    this.#limits = limits;
  }

  /** The session with an id, if it belongs to this client. */
  find(id: string, key: string | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    return session?.key === key ? session : undefined;
  }

  /**
   * Begins a session, and answers the request that begins it.
   *
   * @throws NoRoomError when there are too many sessions that are in use.
   */
  async begin(key: string | undefined, handle: (transport: Transport) => Promise<Response>): Promise<Response> {
    await this.#makeRoom(key);
    const shortage = this.#shortage(key);
    if (shortage) throw new NoRoomError(shortage);
    // In the same step as the look at what there is, so that no other request comes between.
    this.#startingKeys.push(key);
    try {
      const transport = await this.#open(key);
      const response = await handle(transport);
      // Only a request to initialize begins a session.
      if (transport.sessionId === undefined) await transport.close();
      return response;
    } finally {
      this.#startingKeys.splice(this.#startingKeys.indexOf(key), 1);
    }
  }

  /** Ends the sessions of all keys but these. */
  async endAllBut(keys: readonly string[]): Promise<void> {
    for (const [id, { key }] of this.#sessions) {
      if (key === undefined || !keys.includes(key)) await this.#end(id);
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /** Ends sessions that nobody has used for long. If there are still too many, the one goes first that was not used for longest. */
  async #makeRoom(key: string | undefined): Promise<void> {
    const now = performance.now();
    const idle = [...this.#sessions]
      .filter(([, { openRequests, keptUntil }]) => openRequests === 0 && keptUntil <= now)
      .sort(([, one], [, other]) => one.lastUsedAt - other.lastUsedAt);
    for (const [id, session] of idle) {
      const isInTheWay = this.#isFull() || (session.key === key && this.#isFullFor(key));
      if (isInTheWay || now - session.lastUsedAt >= IDLE_MS) await this.#end(id);
    }
  }

  /** Why this client can have no other session; undefined if it can. */
  #shortage(key: string | undefined): string | undefined {
    const { maxSessions, maxSessionsPerKey } = this.#limits;
    if (this.#isFull()) return `There are ${maxSessions} sessions already, all in use. Try again later.`;
    if (!this.#isFullFor(key)) return undefined;
    return `Your key has ${maxSessionsPerKey} sessions already, all in use. End one, or try again later.`;
  }

  #isFull(): boolean {
    return this.#keys().length >= this.#limits.maxSessions;
  }

  #isFullFor(key: string | undefined): boolean {
    return this.#keys().filter((one) => one === key).length >= this.#limits.maxSessionsPerKey;
  }

  /** The key of each session. */
  #keys(): (string | undefined)[] {
    return [...[...this.#sessions.values()].map(({ key }) => key), ...this.#startingKeys];
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.transport.close();
  }

  async #open(key: string | undefined): Promise<Transport> {
    const transport: Transport = new Transport({
      sessionIdGenerator: randomUUID,
      eventStore: new SessionEvents(),
      onsessioninitialized: (id) => {
        const now = performance.now();
        this.#sessions.set(id, { key, transport, openRequests: 0, lastUsedAt: now, keptUntil: 0 });
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    await this.#createServer(key).connect(transport);
    return transport;
  }
}

/** Counts a request of a session until its response has ended, or its stream broke before. */
export function countRequest(session: HttpSession, isAnswered: () => boolean): () => void {
  session.openRequests++;
  return () => {
    const now = performance.now();
    session.openRequests--;
    session.lastUsedAt = now;
    if (!isAnswered()) session.keptUntil = now + KEPT_MS;
  };
}
