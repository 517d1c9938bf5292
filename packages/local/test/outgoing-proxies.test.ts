import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServerOptions } from '../src/index.js';
import { certificate } from './certificate.js';
import { site } from './crawl/site.js';
import { REFUSED_HOST, startHttpProxy, startSocksProxy } from './proxy-servers.js';
import { call, startServer } from './server.js';

const browser = browserOfMachine();

interface Scraped {
  readonly status: number;
  readonly body: {
    readonly error?: string;
    readonly data?: {
      readonly markdown: string;
      readonly warning?: string;
      readonly metadata: { readonly proxyUsed: string; readonly creditsUsed: number };
    };
  };
}

/** A server that goes out through proxies, and a page that it reaches at any name through them alone. */
async function start(options: LocalServerOptions) {
  const { url } = await site({ '/': '<title>Ferry</title><main><p>It leaves at 9:15.</p></main>' });
  const { port } = new URL(url);
  const server = await startServer(options);
  const scrape = async (host: string, body: object = {}) =>
    (await call(server, 'POST /v2/scrape', { body: { url: `http://${host}:${port}/`, ...body } })) as Scraped;
  return { scrape, port };
}

const KINDS = [
  ['of HTTP', startHttpProxy, 'http'],
  ['of SOCKS5', startSocksProxy, 'socks5'],
] as const;

describe.each(KINDS)('a proxy %s', (_, startProxy, protocol) => {
  test('connects to the site, which no name of this machine has, and gets its credentials', async () => {
    const proxy = await startProxy();
    const { scrape, port } = await start({ proxies: [`${protocol}://user:p%40ss@${proxy.address}`] });
    expect(await scrape('ferry.example')).toMatchObject({
      status: 200,
      body: { data: { markdown: 'It leaves at 9:15.' } },
    });
    expect(proxy.requests).toEqual([`user ferry.example:${port}`]);
  });

  test('that refuses to connect is told as such, without its address', async () => {
    const proxy = await startProxy();
    const { scrape, port } = await start({ proxies: [`${protocol}://user:secret@${proxy.address}#name=berlin`] });
    const { status, body } = await scrape(REFUSED_HOST);
    expect(status).toBe(500);
    expect(body.error).toContain(`The proxy "berlin" of this server refuses to connect to ${REFUSED_HOST}:${port}: `);
    expect(body.error).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test('that refuses the credentials is told as such', async () => {
    const proxy = await startProxy();
    const { scrape } = await start({ proxies: [`${protocol}://stranger:secret@${proxy.address}`] });
    const { body } = await scrape('ferry.example');
    expect(body.error).toMatch(/The proxy "proxy 1" of this server refuses to connect .*(407|authentication)/i);
    // A proxy may repeat them in its answer.
    expect(body.error).not.toContain(Buffer.from('stranger:secret').toString('base64'));
  });

  test('that is gone is told as such', async () => {
    const { scrape } = await start({ proxies: [`${protocol}://127.0.0.1:1`] });
    expect((await scrape('ferry.example')).body.error).toMatch(/The proxy "proxy 1" of this server cannot be reached/);
  });

  test('that says nothing keeps nobody waiting for longer than a call may take, nor the end of the server', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const server = await startServer({ proxies: [`${protocol}://127.0.0.1:${port}`] });
    const started = performance.now();
    const { status } = await call(server, 'POST /v2/scrape', { body: { url: 'http://ferry.example/', timeout: 1000 } });
    await server.close();
    expect(status).toBe(408);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.skipIf(!browser)('connects to what the browser loads', async () => {
    const proxy = await startProxy();
    const { scrape, port } = await start({ proxies: [`${protocol}://user@${proxy.address}`], browser: undefined });
    const page = await scrape('ferry.example', { waitFor: 1 });
    expect(page).toMatchObject({ status: 200, body: { data: { markdown: 'It leaves at 9:15.' } } });
    expect(proxy.requests).toContain(`user ferry.example:${port}`);
    const { body } = await scrape(REFUSED_HOST, { waitFor: 1 });
    expect(body.error).toContain(`refuses to connect to ${REFUSED_HOST}:${port}: `);
  });
});

test('a site of https is reached through a proxy, which sees nothing of it', async () => {
  const secure = createServer(certificate, (_, response) => response.end('<p>It leaves at 9:15.</p>'));
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  onTestFinished(() => {
    secure.closeAllConnections();
    secure.close();
  });
  const { port } = secure.address() as AddressInfo;
  const proxy = await startHttpProxy();
  const server = await startServer({ proxies: [`http://${proxy.address}`] });
  const { body } = await call(server, 'POST /v2/scrape', { body: { url: `https://ferry.example:${port}/` } });
  expect(body).toMatchObject({ data: { markdown: 'It leaves at 9:15.' } });
  expect(proxy.requests).toEqual([` ferry.example:${port}`]);
});

test('the country and the kind that a request names choose the proxy', async () => {
  const [plain, german, enhanced] = [await startHttpProxy(), await startHttpProxy(), await startHttpProxy()];
  const { scrape } = await start({
    proxies: [
      `http://${plain.address}`,
      `http://${german.address}#country=DE`,
      `http://${enhanced.address}#kind=enhanced`,
    ],
  });
  const used = (scraped: Scraped) => [scraped.body.data?.metadata.proxyUsed, scraped.body.data?.warning];
  expect(used(await scrape('a.example'))).toEqual(['basic', undefined]);
  expect(used(await scrape('a.example', { location: { country: 'DE' } }))).toEqual(['basic', undefined]);
  expect(used(await scrape('a.example', { proxy: 'enhanced' }))).toEqual(['enhanced', undefined]);
  expect([plain, german, enhanced].map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
});

test('proxies of one name are still different ones', async () => {
  const [one, other] = [await startHttpProxy(), await startHttpProxy()];
  const { scrape } = await start({
    proxies: [`http://${one.address}#name=x&hosts=a.example`, `http://${other.address}#name=x&hosts=b.example`],
  });
  await scrape('a.example');
  await scrape('b.example');
  expect([one, other].map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test('hosts without a proxy, and addresses of private networks, are reached directly', async () => {
  const proxy = await startHttpProxy();
  const { scrape } = await start({
    proxies: [`http://${proxy.address}#hosts=*.shop.example`],
    allowPrivateNetworks: true,
  });
  expect((await scrape('localhost')).status).toBe(200);
  const all = await start({ proxies: [`http://${proxy.address}`], allowPrivateNetworks: true });
  expect((await all.scrape('127.0.0.1')).status).toBe(200);
  expect(proxy.requests).toEqual([]);
});

test('what must not be fetched is not asked of a proxy either', async () => {
  const proxy = await startHttpProxy();
  const { scrape } = await start({ proxies: [`http://${proxy.address}`] });
  for (const host of ['127.0.0.1', '169.254.169.254', 'metadata.google.internal', 'localhost']) {
    expect(await scrape(host), host).toMatchObject({ status: 403 });
  }
  expect(proxy.requests).toEqual([]);
});

test.each([
  [
    'ftp://proxy.example',
    /^proxies must be a proxy such as http:\/\/user:password@proxy\.example:8080#country=DE, not what was given\.$/,
  ],
])('an option that is no proxy is refused without showing it: %s', async (proxy, error) => {
  await expect(startServer({ proxies: [proxy] })).rejects.toThrow(error);
});

describe('a page that refuses a basic proxy', () => {
  type Refuse = (response: ServerResponse) => unknown;

  const withStatus =
    (status: number, headers = {}): Refuse =>
    (response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<p>No.</p>');

  const REFUSALS: Readonly<Record<string, Refuse>> = {
    '/403': withStatus(403),
    '/429': withStatus(429),
    '/challenge': withStatus(503, { 'cf-mitigated': 'challenge' }),
    '/frame': (response) =>
      response.end('<html><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31"></iframe>'),
    '/cut': (response) => response.destroy(),
    '/401': withStatus(401),
    '/404': withStatus(404),
    '/503': withStatus(503),
  };

  /** A site behind a wall that knows its guests by the address they come from: only the enhanced proxy has another one. */
  async function startWalled({ isOpen = true } = {}) {
    const visits: string[] = [];
    const [basic, enhanced] = [await startHttpProxy(), await startHttpProxy()];
    const wall = createHttpServer((request, response) => {
      const isGuest = enhanced.ports.has(request.socket.remotePort ?? 0);
      visits.push(`${request.url} ${isGuest ? 'enhanced' : 'basic'}`);
      if (isGuest && isOpen)
        response.setHeader('content-type', 'text/html').end('<main><p>It leaves at 9:15.</p></main>');
      else REFUSALS[request.url ?? '']?.(response);
    });
    wall.listen(0, '127.0.0.1');
    await once(wall, 'listening');
    onTestFinished(() => {
      wall.closeAllConnections();
      wall.close();
    });
    const { port } = wall.address() as AddressInfo;
    const proxies = [`http://${basic.address}`, `http://${enhanced.address}#kind=enhanced&hosts=*.example`];
    const server = await startServer({ proxies });
    const scrape = async (path: string, body: object = {}, host = 'ferry.example') =>
      (await call(server, 'POST /v2/scrape', { body: { url: `http://${host}:${port}${path}`, ...body } })) as Scraped;
    return { scrape, visits };
  }

  const factsOf = ({ body: { data } }: Scraped) => [data?.metadata.proxyUsed, data?.metadata.creditsUsed];

  test('by its status, a bot wall or the end of the connection is read through an enhanced one, for five credits', async () => {
    const { scrape, visits } = await startWalled();
    for (const path of ['/403', '/429', '/challenge', '/frame', '/cut']) {
      const page = await scrape(path);
      expect(page.body.data, path).toMatchObject({ markdown: 'It leaves at 9:15.' });
      expect(page.body.data, path).not.toHaveProperty('warning');
      expect(factsOf(page), path).toEqual(['enhanced', 5]);
      expect(visits.splice(0)).toEqual([`${path} basic`, `${path} enhanced`]);
      // The copy is for the next request, whichever proxy brought it.
      expect(factsOf(await scrape(path)), path).toEqual(['enhanced', 1]);
      expect(visits).toEqual([]);
    }
  });

  test('stays as it was where the other one is refused as well, for the regular cost', async () => {
    const { scrape, visits } = await startWalled({ isOpen: false });
    const page = await scrape('/403');
    expect([factsOf(page), visits]).toEqual([
      ['basic', 1],
      ['/403 basic', '/403 enhanced'],
    ]);
    expect(page.body.data?.warning).toContain('The site refused an enhanced proxy as well.');
    expect((await scrape('/frame')).body.data?.warning).toContain('its protection from programs answered');
  });

  test('is read once where it refuses everybody, or the request or the operator does not want more', async () => {
    const { scrape, visits } = await startWalled();
    for (const path of ['/401', '/404', '/503']) expect(factsOf(await scrape(path)), path).toEqual(['basic', 1]);
    await scrape('/403', { proxy: 'basic' });
    await scrape('/403', {}, 'ferry.test');
    expect(visits.filter((visit) => visit.endsWith('enhanced'))).toEqual([]);
    expect(visits).toHaveLength(5);
  });
});
