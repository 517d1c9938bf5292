import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages that are large and mean no harm. */
const pages: Readonly<Record<string, { readonly type: string; body(visit: number): string | Buffer }>> = {
  '/links': {
    type: 'text/html',
    body: () => Array.from({ length: 40_000 }, (_, link) => `<a href="/links/${link}">Link ${link}</a>`).join('\n'),
  },
  // Another one at each visit.
  '/lines': {
    type: 'text/plain',
    body: (visit) => Array.from({ length: 60_000 }, (_, line) => `line ${(line * (visit + 31)) % 7_919}`).join('\n'),
  },
  '/backticks': { type: 'text/plain', body: (visit) => `${'`'.repeat(9_000_000)} ${visit}` },
  '/quotes': { type: 'text/plain', body: (visit) => `${'"'.repeat(5_900_000)} ${visit}` },
  '/controls': { type: 'text/plain', body: (visit) => `${'\u0001'.repeat(3_000_000)} ${visit}` },
  '/chinese': { type: 'text/plain; charset=utf-8', body: (visit) => `${'語'.repeat(600_000)} ${visit}` },
  '/long-file.pdf': {
    type: 'application/pdf',
    body: () => Buffer.from(`%PDF-1.7\n${'0123456789abcdef'.repeat(600_000)}`),
  },
  '/file.pdf': {
    type: 'application/pdf',
    body: () => Buffer.from(`%PDF-1.7\n${'0123456789abcdef'.repeat(550_000)}`),
  },
};

export async function startLargeSite(): Promise<{ readonly url: string; close(): void }> {
  const visits = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const page = pages[path];
    if (!page) return response.writeHead(404).end();
    const visit = visits.get(path) ?? 0;
    visits.set(path, visit + 1);
    return response.writeHead(200, { 'content-type': page.type }).end(page.body(visit));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
