import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnFinished } from '../on-finished.js';

export interface SecretSite {
  /** Such as `http://127.0.0.1:40001`, without a slash. */
  readonly url: string;
  /** A page whose address, title, text and picture hold the secret. */
  readonly secretUrl: string;
  /** A page that never loads, with the secret in its URL. */
  readonly hangingUrl: string;
  /** Pages without the secret in their URL: one requires the cookie of a redirect. */
  readonly sharedUrls: readonly string[];
  /** Removes the secret from all pages. */
  forget(): void;
}

/** Words of every page, for searches without the secret. */
export const COMMON_WORDS = 'harbour ledger';

/** Starts a site whose pages show a secret until `forget()` is called. */
export async function startSecretSite(secret: string, onFinished: OnFinished): Promise<SecretSite> {
  let shownSecret = secret;
  const published = new Date().toISOString();
  const page = (path: string) =>
    `<title>${shownSecret} ${COMMON_WORDS}</title><meta name="description" content="${shownSecret} ${COMMON_WORDS}">
     <meta property="og:type" content="article"><meta property="article:published_time" content="${published}">
     <main><h1>${shownSecret}</h1><p>The ${COMMON_WORDS} at ${path} is of ${shownSecret}, and of nobody else in the whole town.</p>
     <img src="/${shownSecret}.png" alt="${shownSecret} ${COMMON_WORDS}" width="400" height="300"></main>`;

  function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const path = url.split('?', 1)[0] ?? '';
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    if (path === '/') html(`<title>A site</title><main><h1>A site</h1><p>Nothing to see.</p></main>`);
    else if (path === '/about/') html('<title>About</title><main><h1>About</h1><p>SQLite keeps a file.</p></main>');
    else if (path === '/account' && !headers.cookie?.includes('session=')) {
      response.writeHead(302, { location: url, 'set-cookie': 'session=1; Path=/' }).end();
    } else if (path === '/account' || path === '/shared' || path.startsWith(`/${secret}/`)) html(page(path));
    else if (!path.startsWith('/__hang')) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here');
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    secretUrl: `${url}/${secret}/report?token=${secret}`,
    hangingUrl: `${url}/__hang/${secret}`,
    sharedUrls: [`${url}/shared`, `${url}/account`],
    forget: () => {
      shownSecret = 'nothing';
    },
  };
}
