import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { OpenSockets } from '@trawl/base/open-sockets';
import { firstToGo } from '@trawl/base/shares';
import { type WebSocket, WebSocketServer } from 'ws';
import { KEY_REVOKED, type KeyWatch } from '../accounts/key-watch.js';
import { type Background, createBackground } from '../base/background.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import { WatchEnded, type WatchRequest } from '../jobs/watch.js';
import type { Addresses } from './addresses.js';
import type { Authorize } from './authorize.js';
import { compose, type FetchHandler, type Middleware } from './middleware.js';
import { statusOf } from './refusal-answer.js';
import { refusalOf, refuse } from './reply.js';
import { ownerOfTeam } from './senders.js';
import { requestOf, startHeartbeat, startUpgrade, terminateSoon, writeResponse } from './web-socket.js';

export interface JobSocketDependencies {
  /** The checks that come before everything else. */
  readonly checks: readonly Middleware[];
  readonly journal: Middleware;
  readonly authorize: Authorize;
  readonly addresses: Pick<Addresses, 'baseUrlOf' | 'noteSender'>;
  /** Returns the messages to a client that watches a job; throws a refusal when the team has no such job. */
  readonly watch: (request: WatchRequest) => Promise<AsyncGenerator<string | Buffer>>;
  /** Ends the sockets of a key that is revoked. */
  readonly keys: () => Pick<KeyWatch, 'watch'>;
  /** Gets the connections of clients. */
  readonly sockets?: Pick<OpenSockets, 'follow' | 'assign'> | undefined;
  readonly log: (line: string) => void;
  readonly limits?: Partial<typeof LIMITS> | undefined;
}

/** Sends jobs over WebSockets. Messages of clients are ignored. */
export interface JobSockets {
  /** Takes a connection whose request `isWatch`. */
  accept(message: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets, because the server closes; resolves when they are closed. */
  close(): Promise<void>;
}

const LIMITS = {
  /**
   * All sockets of all teams that follow a job. Each may keep a message in memory that its client does not read. Beyond them,
   * the team that has most loses its oldest.
   */
  sockets: 100,
  /** A client that answers no ping in this time is gone, or does not read. */
  heartbeatMs: 30_000,
};

/** Bytes of a message from a client, which is ignored. */
const MAX_PAYLOAD = 1024;

/** How long clients may take to answer the end of a socket. */
const CLOSE_TIMEOUT_MS = 1000;

/** Bytes of the reason of a closed socket that the protocol allows. */
const MAX_REASON = 123;

/** Close codes of servers of this API by the status of a refusal. */
const CLOSE_CODES: Readonly<Record<number, number>> = { 401: 3000, 403: 3003, 404: 1008, 429: 1013, 503: 1013 };
const NORMAL = 1000;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;

/** The operations that return the state of a job, by the path of the job. */
const OPERATIONS: Readonly<Record<string, OperationName>> = {
  crawl: 'getCrawl',
  'batch/scrape': 'getBatchScrape',
  agent: 'getAgent',
  extract: 'getExtract',
};

const JOB = new RegExp(`^/v2/(${Object.keys(OPERATIONS).join('|')})/([^/?]+)(?:\\?|$)`);

/** Whether the request is for the messages of a job. */
export function isWatch({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && JOB.test(url);
}

export function createJobSockets(dependencies: JobSocketDependencies): JobSockets {
  return new WatchSockets(dependencies);
}

class WatchSockets implements JobSockets {
  readonly #journal: Middleware;
  readonly #authorize: Authorize;
  readonly #addresses: JobSocketDependencies['addresses'];
  readonly #watch: (request: WatchRequest) => Promise<AsyncGenerator<string | Buffer>>;
  readonly #keys: JobSocketDependencies['keys'];
  readonly #sockets: JobSocketDependencies['sockets'];
  readonly #maxSockets: number;
  readonly #heartbeatMs: number;
  readonly #background: Background;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    // A client sends its key as the protocol, and fails unless it gets it back.
    handleProtocols: ([first = '']) => first,
  });
  /** The response that lets a request pass. */
  readonly #upgradeResponse = new Response();
  readonly #check: FetchHandler;
  /** The sockets that follow a job, the oldest first, with their teams. Sockets of refused clients do not count. */
  readonly #followers = new Map<WebSocket, string>();
  #isClosed = false;

  constructor(dependencies: JobSocketDependencies) {
    this.#journal = dependencies.journal;
    this.#authorize = dependencies.authorize;
    this.#addresses = dependencies.addresses;
    this.#watch = dependencies.watch;
    this.#keys = dependencies.keys;
    this.#sockets = dependencies.sockets;
    const { sockets, heartbeatMs } = { ...LIMITS, ...dependencies.limits };
    this.#maxSockets = sockets;
    this.#heartbeatMs = heartbeatMs;
    this.#background = createBackground(dependencies.log);
    this.#check = compose(dependencies.checks, async () => this.#upgradeResponse);
  }

  accept(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    startUpgrade(this.#background, socket, () => this.#accept(message, socket, head));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#server.clients) end(client, GOING_AWAY, { type: 'error', error: 'The server closes.' });
    await Promise.race([this.#background.idle(), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    for (const client of this.#server.clients) client.terminate();
    await this.#background.idle();
  }

  async #accept(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const request = requestOf(message, this.#addresses);
    const response = await this.#check(request);
    if (response !== this.#upgradeResponse) return writeResponse(response, socket);
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(message, socket, head, (client) => {
      // The library closes the connection after an error, which is all that has to happen.
      client.on('error', () => {});
      // It is the connection of an HTTP server.
      this.#sockets?.follow(socket as Socket, client);
      this.#background.start('A WebSocket', () => this.#serve(request, client, socket as Socket));
    });
  }

  async #serve(request: Request, client: WebSocket, socket: Socket): Promise<void> {
    const closeController = new AbortController();
    client.on('close', () => closeController.abort());
    const endWithKey = (): void => {
      closeController.abort();
      endNow(client, CLOSE_CODES[401] ?? INTERNAL_ERROR, KEY_REVOKED);
    };
    let unwatch = (): void => {};
    const stopHeartbeat = startHeartbeat(client, this.#heartbeatMs);
    let messages: AsyncGenerator<string | Buffer> | undefined;
    try {
      const answer = await compose([this.#journal], async () => {
        try {
          const { keyId, team, ...opened } = await this.#open(request, client, closeController.signal);
          this.#sockets?.assign(socket, ownerOfTeam(team));
          messages = opened.messages;
          unwatch = this.#keys().watch(keyId, endWithKey);
          return this.#upgradeResponse;
        } catch (error) {
          if (error instanceof Refusal) return refuse(error);
          throw error;
        }
      })(request);
      if (!messages) return await fail(client, refusalOf(answer)?.error ?? '', CLOSE_CODES[answer.status]);
      for await (const message of messages) await send(client, message);
      end(client, NORMAL, { type: 'done' });
    } catch (error) {
      if (closeController.signal.aborted || client.readyState !== client.OPEN) return;
      // Sends no message, because a client that gets none goes on to ask for the state of the job.
      if (error instanceof WatchEnded) return end(client, GOING_AWAY, { type: 'error', error: error.message });
      if (error instanceof Refusal) return await fail(client, error.message, CLOSE_CODES[statusOf(error)]);
      await fail(client, 'An unexpected error occurred. The log of the server says more.');
      throw error;
    } finally {
      stopHeartbeat();
      unwatch();
      this.#followers.delete(client);
    }
  }

  async #open(
    request: Request,
    client: WebSocket,
    signal: AbortSignal,
  ): Promise<{
    readonly messages: AsyncGenerator<string | Buffer>;
    readonly team: string;
    readonly keyId: string | undefined;
  }> {
    const { pathname } = new URL(request.url);
    const [, kind = '', id = ''] = JOB.exec(pathname) ?? [];
    const operation = operationOf(kind);
    const { team, key, end } = await this.#authorize(operation, request);
    // It has limits of its own.
    await end?.();
    this.#makeRoomFor(team);
    this.#followers.set(client, team);
    const url = `${this.#addresses.baseUrlOf(request)}${pathname}`;
    const messages = await this.#watch({ team, id, operation: operation.id, url, signal });
    return { messages, team, keyId: key?.id };
  }

  /** Ends the oldest socket of the team that has most, unless that is this one. */
  #makeRoomFor(team: string): void {
    if (this.#followers.size < this.#maxSockets) return;
    const holders = [...this.#followers].map(([client, group]) => ({ client, owner: { group }, bytes: 1 }));
    const first = firstToGo([...holders, { client: undefined, owner: { group: team }, bytes: 1 }]);
    if (!first?.client || first.owner.group === team) throw new Refusal('unavailable', tooMany(this.#maxSockets));
    this.#followers.delete(first.client);
    endNow(first.client, CLOSE_CODES[503] ?? INTERNAL_ERROR, tooMany(this.#maxSockets));
  }
}

function tooMany(maxSockets: number): string {
  return `This server has ${maxSockets} WebSockets open, and allows no more. Ask for the state of the job instead.`;
}

function operationOf(kind: string): Operation {
  // The contract has all of them.
  return operations().find(({ id }) => id === OPERATIONS[kind]) as Operation;
}

/** Sends text, of which bytes are the UTF-8. */
function send(client: WebSocket, message: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.send(message, { binary: false }, (error) => (error ? reject(error) : resolve()));
  });
}

interface EndMessage {
  readonly type: 'done' | 'error';
  readonly error?: string;
}

/** Tells the client why, in a message and as the reason of the end: clients read one or the other. */
async function fail(client: WebSocket, error: string, code = INTERNAL_ERROR): Promise<void> {
  await send(client, JSON.stringify({ type: 'error', error })).catch(() => undefined);
  end(client, code, { type: 'error', error });
}

/** Ends the socket, also of a client that does not answer the end. */
function endNow(client: WebSocket, code: number, error: string): void {
  end(client, code, { type: 'error', error });
  terminateSoon(client, CLOSE_TIMEOUT_MS / 2);
}

function end(client: WebSocket, code: number, message: EndMessage): void {
  const reason = JSON.stringify(message);
  client.close(code, Buffer.byteLength(reason) <= MAX_REASON ? reason : JSON.stringify({ type: message.type }));
}
