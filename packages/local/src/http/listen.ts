import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isOverIn } from '@trawl/base/is-over-in';
import { OpenSockets } from '@trawl/base/open-sockets';
import { TurnBudget } from '../base/event-loop.js';
import { LongText } from '../base/long-text.js';
import { Refusal } from '../contract/refusal.js';
import type { Edge, HttpApp, LongReply, Reply } from './call.js';
import { DroppedConnection } from './dropped-connection.js';
import { isAmbiguous, withOneSlash } from './path.js';
import { refusalReply, replyOf } from './reply.js';

/** Characters of a body that is encoded in pieces: as a whole, it would take memory twice until the client has taken it. */
const LONG_TEXT = 1024 * 1024;

/**
 * Milliseconds of a turn of the event loop in which requests may begin. Node.js accepts one connection in each turn: where
 * a hundred connections have a request each, the last one would wait for seconds to be accepted.
 */
const MAX_TURN_MS = 5;

/** How long aborted requests may take to send their responses. */
const CLOSE_TIMEOUT_MS = 1000;

const AMBIGUOUS = refusalReply(
  new Refusal(
    'BAD_REQUEST',
    'The path of the URL must have no empty or dotted segments and no backslashes. Write it as it is meant.',
  ),
);

export interface HttpServer {
  /** The base URL for clients, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  readonly port: number;
  /** Ends each connection with its next response, so that no client sends a call on it when the server is about to close. */
  endConnections(): void;
  /** Waits a moment for the requests in progress, then closes all connections. */
  close(): Promise<void>;
}

/** Takes over the connections of the requests that it accepts. */
export interface Upgrade {
  accepts(message: IncomingMessage): boolean;
  take(message: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The handlers that answer the requests of a server. */
export interface Listener {
  readonly app: HttpApp;
  readonly upgrade: Upgrade;
  /** Gets all connections. */
  readonly sockets?: OpenSockets | undefined;
  /** Gets the error of an answer that has begun and cannot go on. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** Serves HTTP at the given address; rejects with the error of the system when it cannot listen there. */
export async function listen(
  { app, upgrade, sockets = new OpenSockets(), report = () => {} }: Listener,
  port: number,
  host: string,
): Promise<HttpServer> {
  const turnBudget = new TurnBudget(MAX_TURN_MS);
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      // This server speaks only HTTP/1.
      const socket = outgoing as ServerResponse;
      const edge: Edge = { incoming: incoming as IncomingMessage };
      await turnBudget.wait();
      try {
        const response = await app.fetch(request, edge);
        const reply = replyOf(response, edge);
        // What belongs to the call is kept as long as its connection, which a client may leave open without reading.
        edge.reply = undefined;
        return reply ? writeReply(reply, socket, { sockets, report }) : response;
      } catch (error) {
        // Any other error means that the client has disconnected.
        return dropConnection(error instanceof DroppedConnection ? error : undefined, socket);
      }
    },
    // A program that embeds this server keeps the `Request` and `Response` of Node.js.
    { overrideGlobalObjects: false },
  );
  const openResponses = new Set<ServerResponse>();
  let endsConnections = false;
  const server = createServer({ IncomingMessage: messageFor(upgrade) }, (incoming, outgoing) => {
    incoming.url = withOneSlash(incoming.url);
    if (isAmbiguous(incoming.url)) return writeReply(AMBIGUOUS, outgoing, { sockets, report });
    if (endsConnections) outgoing.setHeader('connection', 'close');
    openResponses.add(outgoing);
    outgoing.once('close', () => openResponses.delete(outgoing));
    return listener(incoming, outgoing);
  });
  server.on('upgrade', upgrade.take);
  sockets.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  function endConnections(): void {
    endsConnections = true;
    for (const response of openResponses) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  // It listens at a port, not at a pipe, whose address would be a string.
  const address = server.address() as AddressInfo;
  return {
    url: urlOf(address),
    port: address.port,
    endConnections,
    async close() {
      endConnections();
      const closeEvent = new Promise<void>((resolve) => server.close(() => resolve()));
      const lastResponses = Promise.all(
        [...openResponses].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      await isOverIn(CLOSE_TIMEOUT_MS, lastResponses);
      server.closeAllConnections();
      await closeEvent;
    },
  };
}

/**
 * Node.js passes every request for an upgrade to the `upgrade` listener, also those of clients that offer HTTP/2. This class
 * makes such requests ordinary ones unless `accepts` takes them.
 */
function messageFor({ accepts }: Upgrade): typeof IncomingMessage {
  return class extends IncomingMessage {
    #isUpgrade = false;

    // Node.js sets this for every request with an `Upgrade` header, and reads it after the headers.
    get upgrade(): boolean {
      return this.#isUpgrade && (this.method === 'CONNECT' || accepts(this));
    }

    set upgrade(isUpgrade: boolean) {
      if (#isUpgrade in this) this.#isUpgrade = isUpgrade;
    }
  };
}

/** Writes a short reply at once, and a long one as the client takes it. */
function writeReply(
  reply: Reply | LongReply,
  socket: ServerResponse,
  { sockets, report }: { readonly sockets: OpenSockets; readonly report: (error: unknown) => void },
): Response {
  const { status, headers } = reply;
  const text = 'longText' in reply ? reply.longText : reply.text;
  const body = typeof text === 'string' && text.length > LONG_TEXT ? new LongText([text]) : text;
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.bytes;
  socket.writeHead(status, { ...headers, 'content-length': bytes });
  if (typeof body === 'string') socket.end(body);
  else if (socket.req.method === 'HEAD') socket.end();
  else sockets.send(socket, body).catch(report);
  return RESPONSE_ALREADY_SENT;
}

function dropConnection(error: DroppedConnection | undefined, socket: ServerResponse): Response {
  const response = error?.response;
  if (!response) {
    socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  socket.writeHead(response.status, Object.fromEntries(response.headers));
  socket.write(response.bytes, () => socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function urlOf({ address, family, port }: AddressInfo): string {
  // A server that listens at all addresses is reached by loopback too.
  const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && name === address ? `[${name}]` : name}:${port}`;
}
