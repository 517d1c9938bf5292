import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '../codegen/contract.js';
import type { Contract } from '../docs/openapi.js';
import { renderOperationList } from './operation-list.js';
import { renderSite } from './site.js';

const CONTRACT = fileURLToPath(new URL('../../openapi/v2.yaml', import.meta.url));

/** The guides as a website on this machine. */
export interface Site {
  /** The URL ends with a slash. */
  readonly url: string;
  /** Adds a page or replaces it, so that there is something to notice for those who watch the site. */
  write(file: string, html: string): void;
  close(): Promise<void>;
}

interface SiteFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * Serves the guides of a repository on loopback, on any free port, with the API at a glance as a PDF, a sitemap and a robots.txt, as a
 * site should have them.
 */
export async function serveSite(repository?: URL): Promise<Site> {
  const files = new Map<string, SiteFile>();
  for (const [name, body] of await renderSite({}, repository)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(name, { type, body });
  }
  const pdf = await renderOperationList(readContract(CONTRACT) as unknown as Contract);
  files.set('at-a-glance.pdf', { type: 'application/pdf', body: pdf });
  const server = createServer((request, response) => {
    const guideFile = fileAt(new URL(request.url ?? '/', url).pathname.slice(1) || 'index.html');
    response.writeHead(guideFile ? 200 : 404, { 'content-type': guideFile?.type ?? 'text/plain; charset=utf-8' });
    response.end(guideFile?.body ?? 'There is no such page.\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  function fileAt(name: string): SiteFile | undefined {
    if (name === 'robots.txt')
      return { type: 'text/plain', body: `User-agent: *\nAllow: /\nSitemap: ${url}sitemap.xml\n` };
    if (name === 'sitemap.xml') return { type: 'application/xml', body: sitemap() };
    return files.get(name);
  }

  function sitemap(): string {
    const pages = [...files.keys()].filter((file) => /\.(html|pdf)$/.test(file));
    const places = pages.map((file) => `<url><loc>${url}${file === 'index.html' ? '' : file}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>
`;
  }

  return {
    url,
    write: (file, html) => void files.set(file, page(html)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function page(body: string): SiteFile {
  return { type: TYPES['.html'] ?? '', body };
}
