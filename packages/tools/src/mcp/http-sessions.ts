import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { serverFor } from './server.js';

/** A session of a client, with its own pages and its own credits. */
export interface HttpSession {
  /** The key of the client that began it. No other may use it. */
  readonly key: string | undefined;
  readonly transport: Transport;
  /** How many of its requests are being answered, among them the stream that a client keeps open to listen. */
  openRequests: number;
  lastUsedAt: number;
}

/** How many sessions there may be at once. */
export interface SessionLimits {
  readonly maxSessions: number;
  readonly maxSessionsPerKey: number;
}

/** A session without a request ends after this time. */
const IDLE_MS = 30 * 60_000;

/** An idle session ends after this time if a new one needs its place, because many clients never end theirs. */
const IDLE_WHEN_FULL_MS = 60_000;

/** There is no room for another session. The message says so to the client. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
}

/** The sessions of a server over HTTP. */
export class HttpSessions {
  readonly #sessions = new Map<string, HttpSession>();
  /** The key of each session that is not open yet. */
  readonly #startingKeys: (string | undefined)[] = [];
  readonly #createServer: () => ReturnType<typeof serverFor>;
  readonly #limits: SessionLimits;

  constructor(createServer: () => ReturnType<typeof serverFor>, limits: SessionLimits) {
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
   * @throws NoRoomError when there are too many sessions.
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
    for (const [id, { key, transport }] of this.#sessions) {
      if (key !== undefined && keys.includes(key)) continue;
      this.#sessions.delete(id);
      await transport.close();
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #makeRoom(key: string | undefined): Promise<void> {
    await this.#endIdleSessions(IDLE_MS);
    if (this.#shortage(key)) await this.#endIdleSessions(IDLE_WHEN_FULL_MS);
  }

  /** Why this client can have no other session; undefined if it can. */
  #shortage(key: string | undefined): string | undefined {
    const { maxSessions, maxSessionsPerKey } = this.#limits;
    const keys = [...[...this.#sessions.values()].map((session) => session.key), ...this.#startingKeys];
    if (keys.length >= maxSessions) return `There are ${maxSessions} sessions already. Try again later.`;
    if (keys.filter((one) => one === key).length < maxSessionsPerKey) return undefined;
    return `Your key has ${maxSessionsPerKey} sessions already. End one, or try again later.`;
  }

  async #endIdleSessions(idleMs: number): Promise<void> {
    for (const [id, { transport, openRequests, lastUsedAt }] of this.#sessions) {
      if (openRequests > 0 || performance.now() - lastUsedAt < idleMs) continue;
      this.#sessions.delete(id);
      await transport.close();
    }
  }

  async #open(key: string | undefined): Promise<Transport> {
    const transport: Transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { key, transport, openRequests: 0, lastUsedAt: performance.now() });
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    // The types of the protocol are not made for exact optional properties.
    await this.#createServer().connect(transport as never);
    return transport;
  }
}
