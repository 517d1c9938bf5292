import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const STATUSES: Readonly<Record<string, number>> = { '/broken': 500, '/gone': 404 };

/** A site of three pages, one that fails, and one that is not there. */
export async function serveSite(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.statusCode = STATUSES[request.url ?? ''] ?? 200;
    const links = request.url === '/' ? '<a href="/arms">Arms</a> <a href="/chain?size=8">Chain</a>' : '';
    response.end(`<title>Anchor ${request.url}</title><main><h1>Anchor ${request.url}</h1>
      <p>A folding anchor holds well in sand, and it stows in a small locker.</p>${links}</main>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
