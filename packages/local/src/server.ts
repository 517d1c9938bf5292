import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Clock, systemClock } from './clock.js';
import { createApp } from './http/app.js';
import { openRooms } from './rooms.js';
import { openDatabase } from './store/sqlite.js';

export interface LocalServerOptions {
  port?: number;
  host?: string;
  storage?: string;
  check?: boolean;
  clock?: Clock;
}

export interface LocalServer {
  /** Where it listens, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  /** Answers in this process, over no socket. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  close(): Promise<void>;
}

export async function createLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const { port = 0, host = '127.0.0.1', storage, check = false, clock = systemClock } = options;
  const database = openDatabase(storage);
  const rooms = openRooms({ database, clock });
  const app = createApp({
    routes: rooms.routes,
    check,
    admit: () => 'local',
    report: (error, id) => console.error(id, error),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: process.env.OVR === '1',
  }) as HttpServer;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    async close() {
      app.abort(new Error('The server closes.'));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rooms.close();
      database.close();
    },
  };
}
