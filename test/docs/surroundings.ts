import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalServer } from '@trawl/local';

/** What a program of a guide talks of, and what it has to print: all that its reader need not see. */
export interface Surroundings {
  /** Where the site is that the program reads. It is served on loopback, and the address there takes its place. */
  readonly address: string;
  readonly site: RequestListener;
  readonly needsBrowser: boolean;
  /** In the order of its output, whatever is between. */
  readonly prints: readonly string[];
}

const html =
  (content: string): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html').end(content);
  };

const pages =
  (contents: Readonly<Record<string, string>>): RequestListener =>
  ({ url = '/' }, response) => {
    if (url === '/broken') return void response.destroy();
    const content = contents[url];
    const type = url.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  };

const SHOP = html(`<title>Shop</title><input><button onclick="basket.textContent =
  document.querySelector('input').value">Add</button><p id="basket"></p>`);

/** By what stands after `on:` at the code. Several programs may be on the same site. */
const SURROUNDINGS: Readonly<Record<string, Surroundings>> = {
  harbour: {
    address: 'https://harbour.example.com',
    site: pages({
      '/robots.txt': 'User-agent: *\nDisallow: /drafts/',
      '/': '<main><h1>Harbour</h1><a href="/guide/boats">Boats</a> <a href="/drafts/plan">Plan</a></main>',
      '/guide/boats': '<main><h1>Boats</h1><p>They come in at noon.</p></main>',
    }),
    needsBrowser: false,
    prints: ['0 ', 'no expression of includePaths matches it', '/guide/boats', '[] [', '/drafts/plan'],
  },
  quay: {
    address: 'https://quay.example.com',
    site: pages({
      '/': '<main><h1>Quay</h1><a href="/boats">Boats</a> <a href="/gone">Gone</a> <a href="/broken">Broken</a></main>',
      '/boats': '<main><h1>Boats</h1><p>They come in at noon.</p></main>',
    }),
    needsBrowser: false,
    prints: ['200 ', '404 ', '\n1\n', '/broken'],
  },
  club: {
    address: 'https://club.example.com',
    site: ({ method, headers }, response) => {
      response.setHeader('content-type', 'text/html');
      if (method === 'POST') response.setHeader('set-cookie', 'session=eve; HttpOnly');
      const isKnown = method === 'POST' || headers.cookie === 'session=eve';
      const form = '<form method="post"><input name="password"><button>Log in</button></form>';
      response.end(isKnown ? '<p>Hello Eve</p>' : form);
    },
    needsBrowser: true,
    prints: ['Hello Eve'],
  },
  'shop basket': { address: 'https://shop.example.com', site: SHOP, needsBrowser: true, prints: ['tea'] },
  'shop title': { address: 'https://shop.example.com', site: SHOP, needsBrowser: true, prints: ['Shop'] },
  app: {
    address: 'https://app.example.com',
    site: html(`<title>Shop</title><div id="root"></div><script>
      root.innerHTML = '<h1>Tea</h1><button>Price</button>';
      root.lastChild.onclick = () => root.append('2 EUR');</script>`),
    needsBrowser: true,
    prints: ['Tea', '2 EUR', 'http'],
  },
};

export function surroundingsOf(name: string): Surroundings {
  const surroundings = SURROUNDINGS[name];
  if (!surroundings) throw new Error(`No surroundings are called '${name}': add them to test/docs/surroundings.ts.`);
  return surroundings;
}

/** Serves the site, starts a service that may read it, and passes on the program for them and the address of the service. */
export async function within<T>(
  { address, site }: Surroundings,
  code: string,
  act: (code: string, serviceUrl: string) => Promise<T>,
): Promise<T> {
  const server = createServer(site).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    await using service = await createLocalServer({ allowPrivateNetworks: true, quiet: true });
    const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await act(code.replaceAll(address, siteUrl), service.url);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
