import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { DroppedConnection, type FetchHandler } from './middleware.js';
import { plainOf } from './plain-response.js';

/** How long calls that were told to end may take to write their answers. */
const CLOSE_TIMEOUT_MS = 1000;

export interface HttpServer {
  /** Where clients find it, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  readonly port: number;
  /** Lets calls that are being answered end, for a moment. */
  close(): Promise<void>;
}

/** Serves over HTTP at the given address; rejects with what the system says of one that cannot be had. */
export async function listen(serve: FetchHandler, port: number, host: string): Promise<HttpServer> {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      // Only servers of HTTP/1 are made here.
      const socket = outgoing as ServerResponse;
      try {
        return writeResponse(await serve(request), socket);
      } catch (error) {
        // What else is thrown here concerns a client that has gone.
        return dropConnection(error instanceof DroppedConnection ? error : undefined, socket);
      }
    },
    // Programs that have this server in them keep the `Request` and `Response` of Node.js.
    { overrideGlobalObjects: false },
  );
  const pending = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    pending.add(outgoing);
    outgoing.once('close', () => pending.delete(outgoing));
    return listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // It listens at an address, not at a pipe.
  const address = server.address() as AddressInfo;
  return {
    url: urlOf(address),
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of pending) if (!response.headersSent) response.setHeader('connection', 'close');
      const answered = Promise.all(
        [...pending].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      await Promise.race([answered, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Writes what has a text at once; the rest is left to the listener. */
function writeResponse(response: Response, socket: ServerResponse): Response {
  const plain = plainOf(response);
  if (!plain) return response;
  socket.writeHead(plain.status, { ...plain.headers, 'content-length': Buffer.byteLength(plain.text) });
  socket.end(plain.text);
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
  // Who listens everywhere is reached here as well.
  const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && name === address ? `[${name}]` : name}:${port}`;
}
