import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Refusal } from '../contract/refusal.js';
import type { NodeAccess } from '../store/shared-stores.js';
import type { CalledAddress } from './called-address.js';
import { NODE_HEADER } from './node-calls.js';
import { watchNode } from './node-watch.js';

export interface PassOnDependencies {
  /** Whether the node is one of the service, because the others have not taken it for dead. */
  readonly isAlive: (node: NodeAccess) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** What is passed on. */
export interface PassedCall {
  readonly request: Request;
  /** Where the client has called. */
  readonly address: CalledAddress;
}

/** Passes what has to be answered by another node of the service on to it. */
export interface PassOn {
  /** Resolves to the response of the node; throws a refusal when it does not answer, or is taken for dead meanwhile. */
  request(call: PassedCall, node: NodeAccess): Promise<Response>;
  /**
   * Connects a client that asks for a WebSocket with the node; resolves when the connection has ended, as it does when the node
   * is taken for dead.
   */
  socket(call: PassedCall, node: NodeAccess, client: ClientSocket): Promise<void>;
}

/** The connection of a client that asks for a WebSocket, as Node.js gives it. */
export interface ClientSocket {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  /** The first bytes after the request. */
  readonly head: Buffer;
}

/** Headers of one connection, and those that say where the client has called. */
const OWN_HEADERS = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

export function createPassOn({ isAlive, log }: PassOnDependencies): PassOn {
  function headersFor({ address }: PassedCall, secret: string): OutgoingHttpHeaders {
    return {
      'x-forwarded-host': address.host,
      'x-forwarded-proto': new URL(address.baseUrl).protocol.replace(':', ''),
      [NODE_HEADER]: `Bearer ${secret}`,
    };
  }

  function away(error: Error, { address }: NodeAccess): Refusal {
    log(`The node at ${address} does not answer: ${error.message}`);
    return nodeAway();
  }

  return {
    async request(call, node) {
      const { request } = call;
      const headers = { ...Object.fromEntries(keptHeaders(request.headers)), ...headersFor(call, node.secret) };
      const { pathname, search } = new URL(request.url);
      const url = urlAt(node, pathname + search);
      const { method, signal, body } = request;
      const watch = watchNode(() => isAlive(node));
      const outgoing = start(url, { method, headers, signal: AbortSignal.any([signal, watch.signal]) });
      // After the response, or without one.
      outgoing.once('close', watch.stop);
      const answer = once(outgoing, 'response');
      if (!body) outgoing.end();
      // When the body of the client breaks off, so does the request, whose error says so.
      else pipeline(Readable.fromWeb(body as ReadableStream), outgoing).catch(() => {});
      try {
        const [response] = (await answer) as [IncomingMessage];
        return responseOf(response);
      } catch (error) {
        if (signal.aborted) throw error;
        throw away(error as Error, node);
      }
    },

    async socket(call, node, { message, socket, head }) {
      const { method = 'GET', headers: received } = message;
      const url = urlAt(node, message.url ?? '/');
      const headers = {
        ...Object.fromEntries(keptHeaders(Object.entries(received))),
        ...headersFor(call, node.secret),
        connection: 'Upgrade',
        upgrade: 'websocket',
      };
      const watch = watchNode(() => isAlive(node));
      const { signal } = watch;
      try {
        const outgoing = start(url, { method, headers, signal });
        socket.once('close', () => outgoing.destroy());
        const [response, upstream, upstreamHead] = await upgradeOf(outgoing).catch((error: Error) => {
          throw away(error, node);
        });
        socket.write(headOf(response));
        if (!upstream) return await pipeline(response, socket, { signal });
        if (upstreamHead?.length) socket.write(upstreamHead);
        upstream.write(head);
        // An end without a closing handshake, at either side, is no failure of this node.
        await pipeline(socket, upstream, socket, { signal }).catch(() => {});
      } finally {
        watch.stop();
      }
    },
  };
}

/** Sends a request for a WebSocket; resolves to the response, and to the connection and its first bytes if there is one. */
async function upgradeOf(outgoing: ClientRequest): Promise<[IncomingMessage, Duplex?, Buffer?]> {
  const answer = Promise.race([once(outgoing, 'upgrade'), once(outgoing, 'response')]);
  outgoing.end();
  return (await answer) as [IncomingMessage, Duplex?, Buffer?];
}

/** The URL of a path at a node; throws a refusal when the node does not listen yet. */
function urlAt({ address }: NodeAccess, path: string): URL {
  if (address === undefined) throw nodeAway();
  return new URL(path, address);
}

interface Outgoing {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
}

function start(url: URL, options: Outgoing): ClientRequest {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // A connection that was kept open may have ended at the other side, which a call must not suffer from.
  const outgoing = request(url, { ...options, agent: false });
  // Whoever waits for the response hears of it; after that, the response itself breaks off.
  outgoing.on('error', () => {});
  return outgoing;
}

function keptHeaders<Value>(headers: Iterable<[string, Value]>): [string, Value][] {
  return [...headers].filter(([name]) => !OWN_HEADERS.has(name));
}

/** Statuses of responses that have no body. */
const BODILESS = [204, 205, 304];

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 502 } = message;
  const headers = new Headers();
  for (const [name, values = []] of keptHeaders(Object.entries(message.headersDistinct))) {
    for (const value of values) headers.append(name, value);
  }
  if (!BODILESS.includes(status))
    return new Response(Readable.toWeb(message) as globalThis.ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}

/** The status line and the headers, as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}\r\n` : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}

/** Others take a silent node for dead after about this time. */
const RETRY_AFTER_SECONDS = 10;

export function nodeAway(): Refusal {
  const error = `The node of the service that has this browser session does not answer. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
  return new Refusal('unavailable', error, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
