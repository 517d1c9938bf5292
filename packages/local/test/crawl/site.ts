import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { OnFinished } from '../on-finished.js';

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  /** Such as `http://127.0.0.1:40001`, without a slash. */
  readonly url: string;
  /** The paths requested so far, in order. */
  readonly visits: string[];
}

/** A site on loopback, for the length of a test by default: HTML by path, or a function that answers. Other paths are 404. */
export async function site(
  pages: Readonly<Record<string, Page>>,
  onFinished: OnFinished = onTestFinished,
): Promise<Site> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    visits.push(path);
    const page = pages[path];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here');
    else {
      const type = page.startsWith('<?xml') ? 'application/xml' : page.startsWith('<') ? 'text/html' : 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(page);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits };
}

/** A page with links. */
export function linksTo(...targets: string[]): string {
  return `<title>Links</title>${targets.map((target) => `<a href="${target}">${target}</a>`).join('\n')}`;
}

export const redirectTo =
  (location: string): Page =>
  (_, response) =>
    response.writeHead(301, { location }).end();
