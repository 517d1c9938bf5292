import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isOverIn } from '@trawl/base/is-over-in';
import type { OpenSockets } from '@trawl/base/open-sockets';
import { firstToGo } from '@trawl/base/shares';
import { type WebSocket, WebSocketServer } from 'ws';
import { KEY_REVOKED } from '../accounts/key-watch.js';
import { type Background, createBackground } from '../base/background.js';
import { type Operation, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import { WatchEnded } from '../jobs/watch.js';
import type { Authorize } from './authorize.js';
import { orClosed } from './contents.js';
import type { Answered, Journal } from './journal.js';
import { statusOf } from './refusal-answer.js';
import { refusalReply } from './reply.js';
import { ownerOfTeam } from './senders.js';
import type { Service } from './service.js';
import type { CheckedUpgrade, CheckUpgrade } from './upgrades.js';
import { startHeartbeat, startUpgrade, terminateSoon, writeReply } from './web-socket.js';

export interface JobSocketDependencies {
  readonly check: CheckUpgrade;
  readonly journal: Pick<Journal, 'record'>;
  readonly authorize: Authorize;
  readonly service: WatchedService;
  /** Gets the connections of clients. */
  readonly sockets?: Pick<OpenSockets, 'follow' | 'assign'> | undefined;
  readonly log: (line: string) => void;
  readonly limits?: Partial<typeof LIMITS> | undefined;
}

/** Has the jobs, and the keys by which clients follow them. */
export type WatchedService = Pick<Service, 'watchJob' | 'contents'> & {
  readonly keyWatch: Pick<Service['keyWatch'], 'watch'>;
};

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

/** What the journal keeps of a call that became a WebSocket. */
const UPGRADED: Answered = { status: 200 };

/** Whether the request is for the messages of a job. */
export function isWatch({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && JOB.test(url);
}

/** Sends jobs over WebSockets. Messages of clients are ignored. */
export class JobSockets {
  readonly #check: CheckUpgrade;
  readonly #journal: JobSocketDependencies['journal'];
  readonly #authorize: Authorize;
  readonly #service: WatchedService;
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
  /** The sockets that follow a job, the oldest first, with their teams. Sockets of refused clients do not count. */
  readonly #followers = new Map<WebSocket, string>();
  #isClosed = false;

  constructor(dependencies: JobSocketDependencies) {
    this.#check = dependencies.check;
    this.#journal = dependencies.journal;
    this.#authorize = dependencies.authorize;
    this.#service = dependencies.service;
    this.#sockets = dependencies.sockets;
    const { sockets, heartbeatMs } = { ...LIMITS, ...dependencies.limits };
    this.#maxSockets = sockets;
    this.#heartbeatMs = heartbeatMs;
    this.#background = createBackground(dependencies.log);
  }

  /** Takes a connection whose request `isWatch`. */
  accept(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    startUpgrade(this.#background, socket, () => this.#accept(message, socket, head));
  }

  /** Closes all sockets, because the server closes; resolves when they are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#server.clients) end(client, GOING_AWAY, { type: 'error', error: 'The server closes.' });
    await isOverIn(CLOSE_TIMEOUT_MS, this.#background.idle());
    for (const client of this.#server.clients) client.terminate();
    await this.#background.idle();
  }

  async #accept(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const checked = await this.#check(message);
    if ('text' in checked) return writeReply(checked, socket);
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(message, socket, head, (client) => {
      // The library closes the connection after an error, which is all that has to happen.
      client.on('error', () => {});
      // It is the connection of an HTTP server.
      this.#sockets?.follow(socket as Socket, client);
      this.#background.start('A WebSocket', () => this.#serve(checked, client, socket as Socket));
    });
  }

  async #serve(call: CheckedUpgrade, client: WebSocket, socket: Socket): Promise<void> {
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
      const { status, error: refusal } = await this.#journal.record(call.request, {}, async () => {
        const { contents } = this.#service;
        try {
          const { keyId, team, ...opened } = await this.#open(call, client, closeController.signal);
          this.#sockets?.assign(socket, ownerOfTeam(team));
          messages = opened.messages;
          unwatch = this.#service.keyWatch.watch(keyId, endWithKey);
          return UPGRADED;
        } catch (thrown) {
          const error = orClosed(thrown, contents);
          if (error instanceof Refusal) return refusalReply(error);
          throw error;
        }
      });
      if (!messages) return await fail(client, refusal?.error ?? '', CLOSE_CODES[status]);
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
    { request, address, isPassedOn }: CheckedUpgrade,
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
    const { team, key, end } = await this.#authorize(operation, request, isPassedOn);
    // It has limits of its own.
    await end?.();
    this.#makeRoomFor(team);
    this.#followers.set(client, team);
    const url = `${address.baseUrl}${pathname}`;
    const messages = await this.#service.watchJob({ team, id, operation: operation.id, url, signal });
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
