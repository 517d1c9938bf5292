import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}">${head}</head>
<body><header>Top</header><main><h1>${title}</h1>${body}</main></body></html>`;

const PROSE = '<p>SQLite is a library that keeps a database in one file, and asks for no server of its own.</p>'.repeat(
  3,
);

const PRODUCT = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'A net',
  offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' },
});

const PAGES: Readonly<Record<string, string>> = {
  '/': page('A site', `${PROSE}<a href="/about/">About</a> <a href="/blog/">Blog</a> <a href="/product/">A net</a>`),
  '/about/': page('About', `${PROSE}<a href="/blog/">Blog</a>`),
  '/blog/': page('Blog', `${PROSE}<a href="/blog/introducing-search-endpoint/">Search</a>`),
  '/blog/introducing-search-endpoint/': page('Search', `${PROSE}<img src="/favicon.png" alt="Icon">`),
  '/product/': page('A net', PROSE, `<script type="application/ld+json">${PRODUCT}</script>`),
  '/__mixed/': page(
    'Mixed',
    `${PROSE}<a href="/__status/404">gone</a> <a href="/about/">About</a> <a href="/__reset">reset</a>`,
  ),
};

const FILES: Readonly<Record<string, readonly [type: string, body: Buffer | string]>> = {
  '/example.pdf': [
    'application/pdf',
    readFileSync(new URL('../../../convert/test/documents/report.pdf', import.meta.url)),
  ],
  '/llms-underscore.txt': ['text/plain; charset=utf-8', '# A list\n\n- [One](https://example.com/one_two)\n'],
  '/favicon.png': [
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /forbidden/\n'],
};

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/** A site with the pages that the recordings ask for, and the trouble they met. */
export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => answer(request.url ?? '/', request.rawHeaders, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(path: string, headers: readonly string[], response: ServerResponse): void {
  const send = (status: number, type: string, body: Buffer | string) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  const html = PAGES[path.replace(/\?.*/, '')];
  const file = FILES[path];
  const [, status] = /^\/__status\/(\d+)$/.exec(path) ?? [];
  if (html) send(200, 'text/html; charset=utf-8', html);
  else if (file) send(200, ...file);
  else if (path === '/__headers') send(200, 'text/html', page('Headers', `<pre>${headers.join('\n')}</pre>`));
  else if (path === '/__empty') send(200, 'text/html', '');
  else if (path === '/__reset') response.destroy();
  else if (status) send(Number(status), 'text/html', page(`Status ${status}`, PROSE));
  // What hangs and what is slow is ended by those who wait.
  else if (!/^\/__(hang|slow)/.test(path)) send(404, 'text/html', page('Not here', PROSE));
}
