import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserOptions } from '../../scripts/shared/browser.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

/**
 * Opens a page of a folder, and answers with what its `globalThis.program` gives. The page calls the service by its own origin,
 * as through the proxy of a development server.
 */
export async function runInBrowser(folder: string, file: string, service: string, url: string): Promise<unknown> {
  const options = browserOptions();
  if (!options) throw new Error('There is no Chromium, which bundles for browsers are tried in.');
  const server = createServer((incoming, response) => {
    if (incoming.url?.startsWith('/v2/')) passOn(incoming, response, service);
    else void sendFile(folder, incoming.url ?? '/', response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await chromium.launch(options);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${file}`);
    return await page.evaluate(`program(location.origin, ${JSON.stringify(url)})`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

function passOn(incoming: IncomingMessage, response: ServerResponse, service: string): void {
  // The service is called as by a program, not by a page of another origin.
  const headers = { ...incoming.headers };
  delete headers.host;
  delete headers.origin;
  const outgoing = request(`${service}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(outgoing);
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const type = TYPES[extname(path)];
  const content = type && (await readFile(join(folder, path)).catch(() => undefined));
  if (content) response.writeHead(200, { 'content-type': type }).end(content);
  else response.writeHead(404).end();
}
