import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Background } from '../base/background.js';
import type { Reply } from './call.js';

/** The request as the rest of the server reads it. The protocol that a client asks for is its key. */
export function requestOf({ url = '/', headers: requestHeaders }: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(requestHeaders)) if (typeof value === 'string') headers.set(name, value);
  const [key] = (requestHeaders['sec-websocket-protocol'] ?? '').split(',');
  if (key?.trim()) headers.set('authorization', `Bearer ${key.trim()}`);
  return new Request(`http://localhost${url}`, { headers });
}

/** Ends the connection of a client that does not answer; returns a function that stops it. */
export function startHeartbeat(client: WebSocket, ms: number): () => void {
  let isAlive = true;
  client.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
  }, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Ends the connection of a client that has not answered the end of its socket in this time. */
export function terminateSoon(client: WebSocket, ms: number): void {
  const timer = setTimeout(() => client.terminate(), ms);
  client.once('close', () => clearTimeout(timer));
}

/** Answers in HTTP, before the connection is a WebSocket. */
export function writeReply({ status, headers, text }: Reply, socket: Duplex): void {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${text}`);
}

/** Answers a request for a WebSocket in the background; a failure ends its connection. */
export function startUpgrade(background: Background, socket: Duplex, accept: () => Promise<void>): void {
  // Until the handshake, no other listener handles the errors of the connection.
  socket.on('error', () => {});
  background.start('A request for a WebSocket', async () => {
    try {
      await accept();
    } catch (error) {
      socket.destroy();
      throw error;
    }
  });
}
