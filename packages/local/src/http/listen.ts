import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { DroppedConnection, type Serve } from './layer.js';
import { plainOf } from './plain-response.js';

export interface Listening {
  /** Where clients find it, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves over HTTP at the given address; rejects with what the system says of one that cannot be had. */
export async function listen(serve: Serve, port: number, host: string): Promise<Listening> {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      // Only servers of HTTP/1 are made here.
      const socket = outgoing as ServerResponse;
      try {
        return sent(await serve(request), socket);
      } catch (error) {
        // What else is thrown here concerns a client that has gone.
        return dropped(error instanceof DroppedConnection ? error : undefined, socket);
      }
    },
    // Programs that have this server in them keep the `Request` and `Response` of Node.js.
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    // It listens at an address, not at a pipe.
    url: urlOf(server.address() as AddressInfo),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Writes what has a text at once; the rest is left to the listener. */
function sent(response: Response, socket: ServerResponse): Response {
  const plain = plainOf(response);
  if (!plain) return response;
  socket.writeHead(plain.status, { ...plain.headers, 'content-length': Buffer.byteLength(plain.text) });
  socket.end(plain.text);
  return RESPONSE_ALREADY_SENT;
}

function dropped(error: DroppedConnection | undefined, socket: ServerResponse): Response {
  const answer = error?.answer;
  if (!answer) {
    socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  socket.writeHead(answer.status, Object.fromEntries(answer.headers));
  socket.write(answer.bytes, () => socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function urlOf({ address, family, port }: AddressInfo): string {
  // Who listens everywhere is reached here as well.
  const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && name === address ? `[${name}]` : name}:${port}`;
}
