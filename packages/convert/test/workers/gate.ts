import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Blocks work in threads and processes until it is opened, so that a test decides the order of events. */
export interface Gate {
  /** Sent to the worker, which connects to it. */
  readonly port: number;
  /** The number of pieces of work that have reached the gate. */
  arrived(): number;
  open(): void;
}

export async function createGate(): Promise<Gate> {
  const waiting: Socket[] = [];
  let isOpen = false;
  const server = createServer((socket) => {
    waiting.push(socket);
    // The worker may be terminated while it waits.
    socket.on('error', () => {});
    if (isOpen) socket.end();
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrived: () => waiting.length,
    open() {
      isOpen = true;
      for (const socket of waiting) socket.end();
    },
  };
}

/** In a worker: resolves when the gate is open. */
export async function waitAt(port: number): Promise<void> {
  await once(connect(port, '127.0.0.1').resume(), 'end');
}
