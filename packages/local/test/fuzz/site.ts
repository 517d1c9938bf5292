import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers';
import * as fc from 'fast-check';
import { fileBytes, type PageRecipe, typeOf } from './page-recipe.js';
import { SITE_ORIGIN } from './placeholders.js';

const paths = [
  '/',
  '/tea',
  '/harbour',
  '/slow',
  '/gone',
  '/loop',
  '/reset',
  '/report.pdf',
  '/feed?a=1&b=%00#x',
  // Patterns such as (a+)+$ take exponential time on it.
  `/${'a'.repeat(60)}!`,
];

/** Hosts that refuse a connection, cannot be resolved or may not be fetched, and URLs that some parsers refuse. */
const otherUrls = [
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://2130706433:1/',
  'http://bücher.test/',
  'http://tea.test./',
  'http://0.0.0.0/',
  'http://169.254.169.254/latest/',
  'http://nobody@127.0.0.1:1/',
  `${SITE_ORIGIN}/%E0%A4%A`,
  `${SITE_ORIGIN}/${'a'.repeat(4_000)}`,
];

export const pageUrl: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...paths).map((path) => SITE_ORIGIN + path), weight: 9 },
  { arbitrary: fc.constantFrom(...otherUrls), weight: 1 },
);

const links = [...paths, '/%E0%A4%A', 'http://[', 'javascript:x'].map((link) => `<a href="${link}">${link}</a>`);

const SLOW_MS = 300;

const REPORT: PageRecipe = { file: 'report.pdf', edits: [], served: 1, status: 200, headers: {} };

export interface Site {
  readonly url: string;
  /** Serves these pages at their paths, in place of those that were set before. */
  setPages(pages: Readonly<Record<string, PageRecipe>>): void;
  close(): void;
}

/** Starts a site on loopback. */
export async function startSite(): Promise<Site> {
  let pages: Readonly<Record<string, PageRecipe>> = {};
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const page = pages[path];
    response.on('error', () => {});
    if (page) sendRecipe(page, response, url);
    else sendDefault(path, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    setPages(next) {
      pages = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendRecipe(page: PageRecipe, response: ServerResponse, url = SITE_ORIGIN): void {
  const body = fileBytes(page).toString('latin1').replaceAll(SITE_ORIGIN, url);
  response.writeHead(page.status, { 'content-type': typeOf(page), ...page.headers }).end(body, 'latin1');
}

function sendDefault(path: string, response: ServerResponse): void {
  const title = path.slice(0, 20);
  const html = `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>Boats come in at noon.</p>${links}</main>`;
  const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (path === '/reset') response.destroy();
  else if (['/gone', '/robots.txt', '/sitemap.xml'].includes(path)) response.writeHead(404).end();
  else if (path === '/report.pdf') sendRecipe(REPORT, response);
  else if (path === '/slow') setTimeout(send, SLOW_MS);
  else send();
}
