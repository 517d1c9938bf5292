import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that a test can cut, and mend again. */
export interface CuttableConnection {
  /** The URL of the server by this way. */
  readonly url: string;
  /** Ends all connections, and refuses others. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openCuttableConnection(url: string): Promise<CuttableConnection> {
  const { hostname, port: serverPort } = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  async function listen(port: number): Promise<number> {
    server = createServer((client) => {
      const upstream = connect(Number(serverPort || 5432), hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('error', () => from.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    const ended = server && once(server, 'close');
    server?.close();
    for (const socket of sockets) socket.destroy();
    await ended;
    server = undefined;
  }

  const port = await listen(0);
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String(port);
  return { url: way.href, cut, mend: async () => void (await listen(port)), close: cut };
}
