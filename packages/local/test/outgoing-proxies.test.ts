import { once } from 'node:events';
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
    readonly data?: { readonly markdown: string; readonly warning?: string; readonly metadata: { proxyUsed: string } };
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
