import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReferenceServer {
  url: string;
  close(): Promise<void>;
}

/** Serves the single file of the reference, on loopback only. Port 0 takes any free port. */
export async function serveReference(file: string, port: number): Promise<ReferenceServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/' && pathname !== '/index.html') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('There is only one page here: the reference, at /\n');
      return;
    }
    // Read for each request, so that a reload shows what `npm run docs` has written.
    const page = await readFile(file).catch(() => undefined);
    response.writeHead(page ? 200 : 503, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(page ?? 'The reference is not there: run <code>npm run docs</code> and reload.');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Browsers keep connections open, which would delay the close.
  server.closeAllConnections();
  await closed;
}
