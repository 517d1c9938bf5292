import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Holds work in threads and processes until it is opened, so that a test decides what happens first. */
export interface Gate {
  /** What a worker is sent of it. */
  readonly port: number;
  /** How many pieces of work have come to it so far. */
  arrived(): number;
  open(): void;
}

export async function createGate(): Promise<Gate> {
  const held: Socket[] = [];
  let isOpen = false;
  const server = createServer((socket) => {
    held.push(socket);
    // Work may be ended while it is held.
    socket.on('error', () => {});
    if (isOpen) socket.end();
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrived: () => held.length,
    open() {
      isOpen = true;
      for (const socket of held) socket.end();
    },
  };
}

/** In a worker: resolves when the gate is open. */
export async function waitAt(port: number): Promise<void> {
  await once(connect(port, '127.0.0.1').resume(), 'end');
}
