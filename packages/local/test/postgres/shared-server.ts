import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PostgresServer, startPostgres } from './server.js';

/**
 * Lets the files of one run of the tests share a server of PostgreSQL, which is started when the first of them asks for it.
 * `TRAWL_TEST_DATABASE_URL` names one that runs already.
 */
export async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const broker = createServer(async (_, response) => {
    server ??= startPostgres();
    try {
      const { url } = await server;
      response.end(url);
    } catch (error) {
      response.writeHead(503).end((error as Error).message);
    }
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  process.env.TRAWL_TEST_DATABASE_BROKER = `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`;
  return async () => {
    broker.close();
    await server?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  };
}
