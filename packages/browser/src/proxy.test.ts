import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { createPortPolicy } from '@trawl/web/port-policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserProxy, ownProxies, type ProxyAccess, startProxy } from './proxy.js';

describe('the proxy of the browser', () => {
  const site = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  let proxy: BrowserProxy;
  let address: string;

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const ownUrls = async (url: string) =>
      url.endsWith('/own.html') ? new Response('A page of this server.') : undefined;
    proxy = await startProxy({ policyAt: createPortPolicy({ allowPrivateNetworks: true }), ownUrls });
  });

  afterAll(async () => {
    await proxy.close();
    site.close();
  });

  const access = (blocked = '') =>
    proxy.open({
      blocks: (host) => host === blocked,
      checkUrl(url) {
        if (url.includes('/banned')) throw new Error(`${url} is banned`);
      },
    });

  const authorization = ({ username, password }: Pick<ProxyAccess, 'username' | 'password'>) => ({
    'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  });

  const get = async (
    headers: Record<string, string>,
    path = '/',
  ): Promise<{ status?: number | undefined; body: string }> => {
    const asked = request(proxy.url, {
      path: new URL(path, `http://${address}`).href,
      headers,
      agent: false,
      maxHeaderSize: 2 ** 18,
    }).end();
    const [response] = await once(asked, 'response');
    let body = '';
    for await (const chunk of response) body += chunk;
    return { status: response.statusCode, body };
  };

  const tunnel = async (headers: Record<string, string>): Promise<string> => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`CONNECT ${address} HTTP/1.1\r\nHost: ${address}\r\n${lines.join('')}\r\n`);
    const [data] = await once(socket, 'data');
    socket.destroy();
    return String(data).split('\r\n', 1)[0] ?? '';
  };

  it('is out of reach of pages, as long as it is open', async () => {
    const policyAt = createPortPolicy({ allowPrivateNetworks: true, ownPrograms: [ownProxies] });
    const other = await startProxy({ policyAt });
    const denial = async () => (await policyAt(Number(new URL(other.url).port))).denialFor('127.0.0.1')?.message;
    expect(await denial()).toContain('is a proxy of this server');
    await other.close();
    expect(await denial()).toBeUndefined();
  });

  it('answers for a page of this server itself, but not to a page of another server', async () => {
    const key = authorization(access());
    const own = { status: 200, body: 'A page of this server.' };
    for (const initiator of ['none', 'same-origin'])
      expect(await get({ ...key, 'sec-fetch-site': initiator }, '/own.html')).toEqual(own);
    for (const initiator of ['cross-site', 'same-site'])
      expect((await get({ ...key, 'sec-fetch-site': initiator }, '/own.html')).body).toContain('sec-fetch-site');
    expect((await get(key, '/own.html')).body).not.toContain('A page');
    expect((await get({ ...key, 'sec-fetch-site': 'none' }, '/other.html')).body).toContain('sec-fetch-site');
  });

  it.each([
    ['lines end with LF alone', 'HTTP/1.1 200 OK\nContent-Length: 3\n\nTea'],
    ['headers are long', `HTTP/1.1 200 OK\r\nX-Policy: ${'a'.repeat(60_000)}\r\nContent-Length: 3\r\n\r\nTea`],
    ['a header has a control character', 'HTTP/1.1 200 OK\r\nX-Name: a\u0001b\r\nContent-Length: 3\r\n\r\nTea'],
    [
      'a body of chunks has a length',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n3\r\nTea\r\n0\r\n\r\n',
    ],
  ])('passes on what browsers take that is no proper HTTP: %s', async (_, bytes) => {
    const odd = createNetServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    }).listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
    const answer = await get({ ...authorization(access()), cookie: 'a'.repeat(60_000) }, url);
    odd.close();
    expect(answer).toEqual({ status: 200, body: 'Tea' });
  });

  it('serves those who know the secret of a browser context, and does not pass it on', async () => {
    const open = access();
    const { status, body } = await get(authorization(open));
    expect(status).toBe(200);
    expect(body).not.toContain('proxy-authorization');
    expect(await tunnel(authorization(open))).toBe('HTTP/1.1 200 Connection Established');
  });

  it('serves nobody else', async () => {
    const open = access();
    const wrong = authorization({ username: open.username, password: 'wrong' });
    for (const headers of [{}, wrong]) {
      expect(await get(headers)).toMatchObject({ status: 407 });
      expect(await tunnel(headers)).toBe('HTTP/1.1 407 Proxy Authentication Required');
    }
    open.close();
    expect(await get(authorization(open))).toMatchObject({ status: 407 });
  });

  it('visits no URL that must not be visited, nor a blocked host, and says why', async () => {
    const open = access('127.0.0.1');
    await expect(get(authorization(open))).rejects.toThrow('socket hang up');
    expect(open.failureFor(`http://${address}/`)).toMatchObject({ reason: 'forbidden' });
    expect(await tunnel(authorization(open))).toBe('HTTP/1.1 403 Forbidden');
    await expect(get(authorization(access()), '/banned')).rejects.toThrow('socket hang up');
  });

  it('says why a server cannot be reached', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const open = access();
    const before = address;
    address = `127.0.0.1:${port}`;
    await expect(get(authorization(open))).rejects.toThrow('socket hang up');
    expect(open.failureFor(`http://${address}/`)).toMatchObject({ reason: 'refused' });
    expect(await tunnel(authorization(open))).toBe('HTTP/1.1 502 Bad Gateway');
    address = before;
  });
});
