import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Stands between a node and its database, and treats its connections badly. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Passes nothing on, and keeps all connections open, like a network that is cut. */
  freeze(): void;
  /** Passes on what was kept back. */
  thaw(): void;
  /** Closes all connections. */
  drop(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
      if (isFrozen) socket.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  const proxy: DatabaseProxy = {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      proxy.drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  onTestFinished(() => proxy.close());
  return proxy;
}
