import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../../local/test/certificate.js';
import { Fetcher, type FetchOptions } from './fetch.js';
import { FetchFailure, type FetchRequest } from './fetch-types.js';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

const routes: Record<string, Route> = {};
const visits: string[] = [];
let server: Server;
let base: string;
const opened: Fetcher[] = [];

const serve: RequestListener = (request, response) => {
  visits.push(request.url ?? '');
  const route = routes[request.url ?? ''];
  if (route) route(request, response);
  else response.writeHead(404).end('nothing here');
};

beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  visits.length = 0;
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function fetcher(options: Partial<FetchOptions> = {}): Fetcher {
  const made = new Fetcher({ allowPrivateNetworks: true, userAgent: 'TrawlLocal/0', ...options });
  opened.push(made);
  return made;
}

function get(path: string, request: Partial<FetchRequest> = {}, options: Partial<FetchOptions> = {}) {
  return fetcher(options).fetch({ url: new URL(path, base).href, timeoutMs: 5_000, ...request });
}

async function failure(fetching: Promise<unknown>): Promise<FetchFailure> {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchFailure);
  return error as FetchFailure;
}

const text = (body: Uint8Array) => new TextDecoder().decode(body);

describe('a page', () => {
  test('comes with its status, headers and bytes', async () => {
    routes['/plain'] = (_, response) =>
      response.writeHead(201, { 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] }).end('hello');
    const { url, status, headers, body } = await get('/plain');
    expect({ url, status, type: headers.get('content-type'), body: text(body) }).toEqual({
      url: `${base}/plain`,
      status: 201,
      type: 'text/plain',
      body: 'hello',
    });
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(body.byteLength).toBe(body.buffer.byteLength);
  });

  test('is fetched whatever its status is', async () => {
    expect((await get('/missing')).status).toBe(404);
  });

  test.each([
    ['gzip', gzipSync('squeezed')],
    ['GZIP', gzipSync('squeezed')],
    ['br', brotliCompressSync('squeezed')],
    ['deflate', deflateSync('squeezed')],
    ['gzip, br', brotliCompressSync(gzipSync('squeezed'))],
    ['gzip', gzipSync('squeezed').subarray(0, -4)],
  ])('is decompressed from %s', async (encoding, bytes) => {
    routes['/squeezed'] = (_, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes);
    expect(text((await get('/squeezed')).body)).toBe('squeezed');
  });

  test('receives the user agent and the headers of the request, except those of the connection', async () => {
    let heard: IncomingMessage['headers'] = {};
    routes['/headers'] = (request, response) => {
      heard = request.headers;
      response.end();
    };
    await get('/headers', { headers: { 'X-Tree': 'oak', Host: 'elsewhere.example', Connection: 'upgrade' } });
    expect(heard).toMatchObject({ 'x-tree': 'oak', 'user-agent': 'TrawlLocal/0', host: new URL(base).host });
    await get('/headers', { headers: { 'User-Agent': 'somebody/1' } });
    expect(heard['user-agent']).toBe('somebody/1');
  });
});

describe('redirects', () => {
  test('are followed, and the last URL is returned', async () => {
    routes['/from'] = (_, response) => response.writeHead(302, { Location: 'to?x=1' }).end();
    routes['/to?x=1'] = (_, response) => response.end('there');
    const { url, body } = await get('/from');
    expect([url, text(body)]).toEqual([`${base}/to?x=1`, 'there']);
  });

  test('end after ten', async () => {
    routes['/round'] = (_, response) => response.writeHead(301, { Location: '/round' }).end();
    expect((await failure(get('/round'))).reason).toBe('redirects');
    expect(visits).toHaveLength(11);
  });

  test('that set a cookie and come back find it', async () => {
    routes['/consent'] = (request, response) => {
      if (request.headers.cookie === 'mine=0; seen=1') response.end('welcome');
      else response.writeHead(302, { Location: '/consent', 'Set-Cookie': 'seen=1; Path=/' }).end();
    };
    expect(text((await get('/consent', { headers: { Cookie: 'mine=0' } })).body)).toBe('welcome');
    expect(visits).toHaveLength(2);
  });

  test('are not read', async () => {
    routes['/endless-redirect'] = (_, response) => {
      response.writeHead(302, { Location: '/plain' });
      pourForever(response);
    };
    expect((await get('/endless-redirect')).status).toBe(201);
  });

  test('send no cookies and keys to another origin', async () => {
    const other = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    routes['/away'] = (_, response) => response.writeHead(307, { Location: target }).end();
    const headers = { Cookie: 'id=1', Authorization: 'Basic x', 'X-Key': 'k', 'Accept-Language': 'de' };
    const heard = JSON.parse(text((await get('/away', { headers })).body));
    expect(heard).toMatchObject({ 'accept-language': 'de' });
    expect(heard).not.toHaveProperty('cookie');
    expect(heard).not.toHaveProperty('authorization');
    expect(heard).not.toHaveProperty('x-key');
    other.closeAllConnections();
    other.close();
  });

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/html,x', 'javascript:0', 'http://a:b@127.0.0.1/'])(
    'do not lead to %s',
    async (location) => {
      routes['/out'] = (_, response) => response.writeHead(302, { Location: location }).end();
      expect((await failure(get('/out'))).reason).toBe('forbidden');
    },
  );

  test('are passed to `checkUrl`', async () => {
    const checked: string[] = [];
    const checkUrl = (url: string) => {
      checked.push(url);
      if (url.includes('/to')) throw new Error('not that one');
    };
    await expect(get('/from', { checkUrl })).rejects.toThrow('not that one');
    expect(checked).toEqual([`${base}/from`, `${base}/to?x=1`]);
    expect(visits).toEqual(['/from']);
  });
});

describe('a page that sends its readers on', () => {
  const html =
    (body: string, headers = {}): Route =>
    (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  const meta = (content: string) => html(`<meta http-equiv="Refresh" content="${content}">`);
  const followed = async (path: string, request: Partial<FetchRequest> = {}) =>
    (await get(path, { followsRefresh: true, ...request })).url.slice(base.length);

  test.each<[string, Route]>([
    ['0;url=/there', meta('0;url=/there')],
    ["0; URL='/there'", meta("0; URL='/there'")],
    ['0;url=&quot;/there&quot;', meta('0;url=&quot;/there&quot;')],
    ['0.5, /there', meta('0.5, /there')],
    ['5 there', meta('5 there')],
    ['a header', html('<p>…', { refresh: '0; url=/there' })],
    ['below a base', html('<base href="/a/"><body><p>Moved<meta http-equiv=refresh content="1;url=../there">')],
  ])('is followed like a redirect: %s', async (_, route) => {
    routes['/here'] = route;
    routes['/there'] = html('<p>Here.');
    expect(await followed('/here')).toBe('/there');
    expect((await get('/here')).url).toBe(`${base}/here`);
  });

  test.each<[string, Route]>([
    ['reloads itself', meta('0')],
    ['reloads itself by its URL', meta('5; url=/here#top')],
    ['stays for a while', meta('300; url=/there')],
    ['runs a script', meta('0; url=javascript:alert(1)')],
    ['names no URL', meta('0; url=http://')],
    ['does so only without scripts', html('<noscript><meta http-equiv="refresh" content="0;url=/there"></noscript>')],
    [
      'only writes of it',
      html(
        '<!-- <meta http-equiv="refresh" content="0;url=/there"> --><script>"<meta http-equiv=refresh content=0;/there>"</script>',
      ),
    ],
    ['is no HTML', html('<meta http-equiv="refresh" content="0;url=/there">', { 'content-type': 'text/plain' })],
    ['is an error', (_, response) => response.writeHead(503, { refresh: '0;url=/there' }).end()],
  ])('stays where it %s', async (_, route) => {
    routes['/here'] = route;
    expect(await followed('/here')).toBe('/here');
  });

  test('is not followed round and round, and may not lead where no redirect may', async () => {
    routes['/here'] = meta('0;url=/there');
    routes['/there'] = meta('0;url=/here');
    expect(await followed('/here')).toBe('/there');
    const checkUrl = (url: string) => {
      if (url.endsWith('/there')) throw new FetchFailure('forbidden', 'not there');
    };
    expect((await failure(followed('/here', { checkUrl }))).message).toBe('not there');
  });
});

test('a redirect leads to the URL that its bytes spell', async () => {
  for (const path of ['/z%C3%BCr', '/%E6%97%A5/', '/caf%E9']) routes[path] = (_, response) => response.end('here');
  for (const location of [Buffer.from('/zür'), Buffer.from('/日/'), Buffer.from('/caf%E9')]) {
    routes['/old'] = ({ socket }) => {
      socket.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: '),
          location,
          Buffer.from('\r\n\r\n'),
        ]),
      );
    };
    expect((await get('/old')).status).toBe(200);
  }
});

test('a POST follows no redirect', async () => {
  let heard = '';
  routes['/hook'] = (request, response) => {
    request.on('data', (chunk) => {
      heard += `${request.method} ${request.headers['content-type']} ${chunk}`;
    });
    request.on('end', () => response.writeHead(307, { Location: '/plain' }).end());
  };
  const { status } = await get('/hook', { post: '{"a":1}', headers: { 'Content-Type': 'application/json' } });
  expect([status, heard, visits]).toEqual([307, 'POST application/json {"a":1}', ['/hook']]);
});

test.each<[string, string, (page: string) => Buffer]>([
  ['a word that is no encoding', 'UTF-8', Buffer.from],
  ['`none`', 'none', Buffer.from],
  ['a word beside an encoding', 'gzip, utf-8', gzipSync],
  ['`deflate` with the header of zlib', 'deflate', deflateSync],
  ['`deflate` without it', 'deflate', deflateRawSync],
])('a page is read as browsers read it: %s', async (_, encoding, encode) => {
  const page = 'An oak is a tree. '.repeat(5000);
  routes['/encoded'] = (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode(page));
  expect(text((await get('/encoded')).body)).toBe(page);
});

test('headers may be long', async () => {
  routes['/long'] = (_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(60_000) }).end('here');
  expect(text((await get('/long')).body)).toBe('here');
});

test('a server that speaks HTTP/2 alone is read', async () => {
  const onlyHttp2 = createSecureServer({ ...certificate, allowHTTP1: false }, ({ url }, response) => {
    if (url === '/') response.writeHead(302, { location: '/page' }).end();
    else response.end(`${url}, ${'a'.repeat(100_000)}`);
  });
  await new Promise<void>((resolve) => onlyHttp2.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(onlyHttp2.address() as AddressInfo).port}/`;
  const { fetch } = fetcher();
  const request = { url, timeoutMs: 5_000, skipTlsVerification: true };
  const pages = await Promise.all([fetch(request), fetch(request), fetch({ ...request, url: `${url}other` })]);
  expect(pages.map((page) => text(page.body).slice(0, 8))).toEqual(['/page, a', '/page, a', '/other, ']);
  expect(pages.every(({ body }) => body.length > 100_000)).toBe(true);
  await Promise.all(opened.splice(0).map((each) => each.close()));
  onlyHttp2.close();
});

test('`onBody` gets no body of an error', async () => {
  routes['/gone'] = (_, response) => response.writeHead(410).end('Gone');
  const taken: Uint8Array[] = [];
  const { status, body } = await get('/gone', { onBody: (chunk: Uint8Array) => taken.push(chunk) > 0 });
  expect([status, body.length, taken]).toEqual([410, 0, []]);
});

test('`onBody` gets the body in chunks until it returns false', async () => {
  routes['/endless'] = (_, response) => pourForever(response);
  let size = 0;
  const onBody = (chunk: Uint8Array) => {
    size += chunk.length;
    return size < 3_000_000;
  };
  const { body } = await get('/endless', { onBody });
  expect([body.length, size >= 3_000_000 && size < 4_000_000]).toEqual([0, true]);
});

describe('bounds', () => {
  const maxBytes = 100_000;

  test('a body that says it is too large is not read', async () => {
    routes['/large'] = (_, response) => {
      response.writeHead(200, { 'Content-Length': String(200 * 1024 * 1024) });
      response.write('x');
    };
    expect((await failure(get('/large', { maxBytes }))).reason).toBe('too-large');
  });

  test('a body without end is cut off', async () => {
    routes['/endless'] = (_, response) => pourForever(response);
    expect((await failure(get('/endless', { maxBytes }))).reason).toBe('too-large');
  });

  test('a small body that grows beyond all bounds is cut off', async () => {
    routes['/bomb'] = (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response);
      pourForever(gzip);
    };
    routes['/bomb-in-a-bomb'] = (_, response) =>
      response
        .writeHead(200, { 'Content-Encoding': 'gzip, gzip' })
        .end(gzipSync(gzipSync(Buffer.alloc(20 * 1024 * 1024))));
    expect((await failure(get('/bomb', { maxBytes }))).reason).toBe('too-large');
    expect((await failure(get('/bomb-in-a-bomb', { maxBytes }))).reason).toBe('too-large');
  });

  test('a body wrapped in many layers is not unwrapped', async () => {
    routes['/onion'] = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip, gzip, gzip' }).end('x');
    expect((await failure(get('/onion'))).reason).toBe('protocol');
  });

  test.each([
    ['a server that never answers', () => {}],
    ['a body that trickles', (response: ServerResponse) => void setInterval(() => response.write('.'), 20).unref()],
    [
      'a compressed body that stops in the middle',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Encoding': 'gzip' });
        response.write(gzipSync('squeezed').subarray(0, 12));
      },
    ],
    [
      'redirects that take their time',
      (response: ServerResponse) =>
        void setTimeout(() => response.writeHead(302, { Location: '/slow' }).end(), 100).unref(),
    ],
  ])('%s ends with the time', async (_, respond) => {
    routes['/slow'] = (_, response) => respond(response);
    const started = performance.now();
    expect((await failure(get('/slow', { timeoutMs: 250 }))).reason).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('the caller may abort', async () => {
    routes['/slow'] = () => {};
    const controller = new AbortController();
    const fetching = failure(get('/slow', { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect((await fetching).reason).toBe('aborted');
    expect((await failure(get('/plain', { signal: controller.signal }))).reason).toBe('aborted');
  });
});

describe('no page', () => {
  test('for a name that does not resolve', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    expect((await failure(get('http://nowhere.example/', {}, { resolve }))).reason).toBe('dns');
    expect((await failure(get('http://nowhere.example/', {}, { resolve: async () => [] }))).reason).toBe('dns');
  });

  test('from a port without a listener', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect((await failure(get(`http://127.0.0.1:${port}/`))).reason).toBe('refused');
  });

  test('from a server that hangs up', async () => {
    routes['/reset'] = (request) => request.socket.destroy();
    routes['/half'] = (request, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half');
      setTimeout(() => request.socket.destroy(), 20);
    };
    expect((await failure(get('/reset'))).reason).toBe('reset');
    expect((await failure(get('/half'))).reason).toBe('reset');
  });

  test('from a server that does not speak HTTP', async () => {
    const tcp = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const { reason } = await failure(get(`http://127.0.0.1:${(tcp.address() as AddressInfo).port}/`));
    expect(reason).toBe('protocol');
    tcp.close();
  });

  test('in an encoding that is not what it says', async () => {
    routes['/liar'] = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain text');
    routes['/zstd'] = (_, response) => response.writeHead(200, { 'Content-Encoding': 'zstd' }).end('x');
    expect((await failure(get('/liar'))).reason).toBe('protocol');
    expect((await failure(get('/zstd'))).message).toContain('"zstd"');
  });

  test('with a header that cannot be sent', async () => {
    const error = await failure(get('/plain', { headers: { 'X-Bad': 'a\r\nb' } }));
    expect([error.reason, visits]).toEqual(['protocol', []]);
  });
});

test('an untrusted certificate is refused unless `skipTlsVerification` is set', async () => {
  const secure = createTlsServer(certificate, (_, response) => response.end('secret'));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  expect((await failure(get(url))).reason).toBe('tls');
  expect(text((await get(url, { skipTlsVerification: true })).body)).toBe('secret');
  secure.closeAllConnections();
  secure.close();
});

function pourForever(sink: NodeJS.WritableStream): void {
  const megabyte = Buffer.alloc(1024 * 1024);
  const pour = () => {
    if ('destroyed' in sink && sink.destroyed) return;
    if (sink.write(megabyte)) setImmediate(pour);
    else sink.once('drain', pour);
  };
  sink.on('error', () => {});
  pour();
}
