import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A proxy on loopback for the length of a test. It connects to all names at the port of the request on loopback. */
export interface TestProxy {
  /** Its host and port. */
  readonly address: string;
  /** What it was asked for: `USER HOST:PORT`. */
  readonly requests: string[];
  /** The ports of this machine that its connections to servers have come from. */
  readonly ports: ReadonlySet<number>;
}

/** The host that no test proxy connects to. */
export const REFUSED_HOST = 'refused.example';

export async function startHttpProxy(): Promise<TestProxy> {
  const requests: string[] = [];
  const ports = new Set<number>();
  const server = createHttpServer();
  server.on('connect', (request, client: Duplex, head) => {
    const [, credentials = ''] = (request.headers['proxy-authorization'] ?? '').split(' ');
    const [user = ''] = Buffer.from(credentials, 'base64').toString().split(':');
    requests.push(`${user} ${request.url}`);
    const { hostname, port } = new URL(`http://${request.url}`);
    if (user === 'stranger') client.end(`HTTP/1.1 407 Not for ${credentials}\r\n\r\n`);
    else if (hostname === REFUSED_HOST) client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    else {
      const target = connect(Number(port || 80), '127.0.0.1', () => {
        ports.add(target.localPort ?? 0);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        join(client, target, head);
      });
    }
  });
  return listening(server, requests, ports);
}

/** A SOCKS5 proxy that asks for a user name and a password. */
export async function startSocksProxy(): Promise<TestProxy> {
  const requests: string[] = [];
  const server = createServer((client) => {
    client.on('error', () => {});
    serveSocks(client, requests).catch(() => client.destroy());
  });
  return listening(server, requests);
}

async function serveSocks(client: Socket, requests: string[]): Promise<void> {
  await next(client);
  client.write(Buffer.from([5, 2]));
  const login = await next(client);
  const user = login.subarray(2, 2 + (login[1] ?? 0)).toString();
  client.write(Buffer.from([1, user === 'stranger' ? 1 : 0]));
  if (user === 'stranger') return;
  const message = await next(client);
  const end = 5 + (message[4] ?? 0);
  const host = message.subarray(5, end).toString();
  const port = message.readUInt16BE(end);
  requests.push(`${user} ${host}:${port}`);
  const NOT_ALLOWED = 2;
  client.write(Buffer.from([5, host === REFUSED_HOST ? NOT_ALLOWED : 0, 0, 1, 127, 0, 0, 1, 0, 0]));
  if (host !== REFUSED_HOST) join(client, connect(port, '127.0.0.1'), Buffer.alloc(0));
}

async function next(client: Socket): Promise<Buffer> {
  const [data] = await once(client, 'data');
  return data;
}

function join(client: Duplex, target: Socket, head: Buffer): void {
  target.on('error', () => client.destroy());
  client.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
  target.write(head);
  client.pipe(target).pipe(client);
}

async function listening(server: Server, requests: string[], ports = new Set<number>()): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests, ports };
}
