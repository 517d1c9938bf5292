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
  /** Forgets the connections that are open, as a firewall does: nothing passes on them any more, and nobody is told. */
  lose(): void;
  /** Closes all connections. */
  drop(): void;
  /** Closes all connections when it has got so many more messages for the database, and passes the last one on. */
  dropAfter(messages: number): void;
  /** Passes half of the next message on in each direction of each connection, and closes the connection. */
  halve(): void;
  /** Passes each message on after a while. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** One direction of a connection. */
interface Direction {
  readonly from: Socket;
  /** Whether the next message is cut in half. */
  isHalved: boolean;
}

export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database);
  const directions = new Set<Direction>();
  const lost = new Set<Socket>();
  let isFrozen = false;
  let delayMs = 0;
  let messagesLeft = Number.POSITIVE_INFINITY;

  function connectWith(from: Socket, to: Socket, isToDatabase: boolean): void {
    const direction: Direction = { from, isHalved: false };
    directions.add(direction);
    let previous = Promise.resolve();
    const pass = (chunk: Buffer) => {
      if (!direction.isHalved) return void to.write(chunk);
      to.end(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => from.destroy());
    };
    from.on('data', (chunk: Buffer) => {
      const wait = delayMs > 0 ? new Promise<void>((resolve) => setTimeout(resolve, delayMs)) : previous;
      // Messages keep their order when the delay ends.
      previous = Promise.all([previous, wait]).then(() => pass(chunk));
      if (isToDatabase) messagesLeft -= 1;
      if (messagesLeft <= 0) proxy.drop();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      directions.delete(direction);
      to.destroy();
    });
    if (isFrozen) from.pause();
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    connectWith(client, upstream, true);
    connectWith(upstream, client, false);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  const proxy: DatabaseProxy = {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const { from } of directions) from.pause();
    },
    thaw() {
      isFrozen = false;
      for (const { from } of directions) from.resume();
    },
    lose() {
      for (const direction of directions) {
        direction.from.pause();
        lost.add(direction.from);
        directions.delete(direction);
      }
    },
    drop() {
      for (const { from } of directions) from.destroy();
      for (const socket of lost) socket.destroy();
    },
    dropAfter(messages) {
      messagesLeft = messages;
    },
    halve() {
      for (const direction of directions) direction.isHalved = true;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    async close() {
      proxy.drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  onTestFinished(() => proxy.close());
  return proxy;
}
