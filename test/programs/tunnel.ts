import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on loopback that opens tunnels with `CONNECT`, and does nothing else. */
export class Tunnel {
  /** The requested targets, as host and port. */
  readonly targets: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((_, response) => response.writeHead(405).end()).on(
    'connect',
    ({ url = '' }, caller) => {
      this.targets.push(url);
      const { hostname, port } = new URL(`http://${url}`);
      const target = connect(Number(port), hostname, () => {
        caller.write('HTTP/1.1 200 Connection established\r\n\r\n');
        caller.pipe(target).pipe(caller);
      });
      for (const socket of [caller as Socket, target]) this.#sockets.add(socket.on('error', () => target.destroy()));
    },
  );

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
