import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTrawlClient, type ParseUpload, type TrawlClientOptions } from './index.js';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: Blob;
}

let server: Server;
let origin: string;
let seen: Seen[] = [];
let answer = { status: 200, type: 'application/json', body: '{"success":true}' };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = new Blob(await request.toArray());
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  seen = [];
  answer = { status: 200, type: 'application/json', body: '{"success":true}' };
});

afterAll(() => server.close());

const client = (options: Partial<TrawlClientOptions> = {}) => createTrawlClient({ baseUrl: origin, ...options });

/** The one request that the server has seen. */
function sent(): Seen {
  expect(seen).toHaveLength(1);
  return seen[0] as Seen;
}

describe('what is sent', () => {
  it('is the method, the path with its parameters, the query, and no body for a GET', async () => {
    await client().GET('/v2/crawl/{id}', { params: { path: { id: 'a b' }, query: { skip: 100 } } });

    expect(sent()).toMatchObject({ method: 'GET', url: '/v2/crawl/a%20b?skip=100' });
    expect(sent().body.size).toBe(0);
    expect(sent().headers).not.toHaveProperty('content-type');
  });

  it('is a body as JSON', async () => {
    await client().POST('/v2/search', { body: { query: 'größer', limit: 3 } });

    expect(sent()).toMatchObject({ method: 'POST', url: '/v2/search' });
    expect(sent().headers['content-type']).toBe('application/json');
    expect(await sent().body.text()).toBe('{"query":"größer","limit":3}');
  });

  it('is every verb of the API', async () => {
    const { POST, PUT, PATCH, DELETE } = client();
    await POST('/v2/monitor/{monitorId}/run', { params: { path: { monitorId: 'm' } } });
    await PUT('/v2/team/threat-protection', { body: { mode: 'normal' } });
    await PATCH('/v2/monitor/{monitorId}', { params: { path: { monitorId: 'm' } }, body: { status: 'paused' } });
    await DELETE('/v2/monitor/{monitorId}', { params: { path: { monitorId: 'm' } } });

    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v2/monitor/m/run',
      'PUT /v2/team/threat-protection',
      'PATCH /v2/monitor/m',
      'DELETE /v2/monitor/m',
    ]);
  });
});

describe('files', () => {
  /** What the server would read of the request that it has seen. */
  const form = async () => {
    const { body, headers } = sent();
    return new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData();
  };

  it('go as multipart, with the options beside them as JSON text', async () => {
    const file = new File(['%PDF'], 'report.pdf', { type: 'application/pdf' });
    await client().POST('/v2/parse', { body: { file, options: { formats: ['markdown'] } } });

    expect(sent().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const parts = await form();
    expect([...parts.keys()]).toEqual(['file', 'options']);
    expect(parts.get('file')).toMatchObject({ name: 'report.pdf', type: 'application/pdf', size: 4 });
    expect(parts.get('options')).toBe('{"formats":["markdown"]}');
  });

  it('may be bare bytes, and options may be left out', async () => {
    await client().POST('/v2/parse', { body: { file: new Uint8Array([1, 2, 3]) } });

    const parts = await form();
    expect([...parts.keys()]).toEqual(['file']);
    expect(await (parts.get('file') as File).bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('leave out what is undefined', async () => {
    // The types refuse `undefined` only under `exactOptionalPropertyTypes`.
    const body: object = { file: new Blob(['a']), options: undefined };
    await client().POST('/v2/parse', { body: body as ParseUpload });

    expect([...(await form()).keys()]).toEqual(['file']);
  });

  it('may come as a finished form, which the types do not know', async () => {
    const body: object = new FormData();
    (body as FormData).append('file', new File(['a'], 'a.html'));
    await client().POST('/v2/parse', { body: body as ParseUpload });

    expect((await form()).get('file')).toMatchObject({ name: 'a.html' });
  });

  it('that were uploaded before are referred to as JSON', async () => {
    await client().POST('/v2/parse', { body: { uploadRef: 'ref' } });

    expect(sent().headers['content-type']).toBe('application/json');
    expect(await sent().body.text()).toBe('{"uploadRef":"ref"}');
  });

  it.each([
    ['a Blob with a type', new Blob(['"a"'], { type: 'text/html' }), 'text/html'],
    ['a Blob without one', new Blob(['"a"']), 'application/octet-stream'],
    ['an ArrayBuffer', new TextEncoder().encode('"a"').buffer, 'application/octet-stream'],
    ['a Buffer', Buffer.from('"a"'), 'application/octet-stream'],
    ['a string, which the types refuse', '"a"' as unknown as Blob, 'application/octet-stream'],
  ])('are uploaded byte for byte: %s', async (_, body, type) => {
    await client().PUT('/v2/parse/upload/{id}', { params: { path: { id: 'u' }, query: { uploadRef: 'ref' } }, body });

    expect(sent()).toMatchObject({ method: 'PUT', url: '/v2/parse/upload/u?uploadRef=ref' });
    expect(sent().headers['content-type']).toBe(type);
    expect(await sent().body.text()).toBe('"a"');
  });

  it('are sent under the content type that the caller gives', async () => {
    const headers = { 'content-type': 'application/pdf' };
    const params = { path: { id: 'u' }, query: { uploadRef: 'ref' } };
    await client().PUT('/v2/parse/upload/{id}', { params, body: new Blob(['a']), headers });

    expect(sent().headers['content-type']).toBe('application/pdf');
  });
});

describe('the API key', () => {
  it('is sent as a bearer token, without the space around it', async () => {
    await client({ apiKey: ' fc-key\n' }).GET('/v2/concurrency-check');
    expect(sent().headers.authorization).toBe('Bearer fc-key');
  });

  it.each([{}, { apiKey: undefined }])('is not sent when there is none: %j', async (options) => {
    await client(options).GET('/v2/concurrency-check');
    expect(sent().headers).not.toHaveProperty('authorization');
  });

  it.each(['', ' ', 'se\ncret', 'se\r\ncret: x', 'se cret', 'sécret', 'se\0cret'])('is refused as %j', (apiKey) => {
    const create = () => client({ apiKey });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^`apiKey` is empty or holds characters that a header cannot carry, such as a line break$/);
  });
});

describe('headers', () => {
  it('of a call win over those of the client, and those win over the API key', async () => {
    const trawl = client({
      apiKey: 'key',
      headers: { Authorization: 'Basic x', 'X-One': 'client', 'X-Two': 'client' },
    });
    await trawl.GET('/v2/concurrency-check', { headers: { 'x-two': 'call' } });

    expect(sent().headers).toMatchObject({ authorization: 'Basic x', 'x-one': 'client', 'x-two': 'call' });
  });

  it.each([new Headers({ 'x-one': '1' }), [['x-one', '1']] as [string, string][], { 'x-one': '1' }])(
    'are taken in each of their forms: %o',
    async (headers) => {
      await client({ headers }).GET('/v2/concurrency-check');
      expect(sent().headers['x-one']).toBe('1');
    },
  );

  it('can be taken away for one call', async () => {
    await client({ apiKey: 'key' }).POST('/v2/search', { body: { query: 'a' }, headers: { authorization: null } });
    expect(sent().headers).not.toHaveProperty('authorization');
  });
});

describe('the base URL', () => {
  it.each(['', '/', '///', '/api/trawl', '/api/trawl/'])(
    'keeps its path and loses its trailing slashes: %j',
    async (path) => {
      await client({ baseUrl: `${origin}${path}` }).GET('/v2/concurrency-check');
      expect(sent().url).toBe(`${path.replace(/\/+$/, '')}/v2/concurrency-check`);
    },
  );

  it.each([
    undefined,
    '',
    'example.com',
    '/v2',
    'ftp://example.com',
    'javascript:alert(1)',
    'http://',
    'http://exa mple.com',
    'http://user:password@example.com',
    'http://user@example.com',
    'http://:password@example.com',
    'http://example.com?key=1',
    'http://example.com/?',
    'http://example.com/#top',
  ])('is refused as %j', (baseUrl) => {
    const create = () => client({ baseUrl: baseUrl as string });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^`baseUrl` must be an http:\/\/ or https:\/\/ URL without credentials, query or fragment$/);
  });
});

describe('a path parameter', () => {
  it('cannot leave its segment', async () => {
    await client().GET('/v2/crawl/{id}', { params: { path: { id: '../map?x#y/%2e%2e' } } });
    expect(sent().url).toBe('/v2/crawl/..%2Fmap%3Fx%23y%2F%252e%252e');
  });

  it.each([undefined, null, '', '.', '..'])('is refused as %j, before anything is sent', async (id) => {
    const call = client().GET('/v2/crawl/{id}', { params: { path: { id: id as string } } });
    await expect(call).rejects.toThrow(
      new TypeError('the path parameter "id" must not be missing, empty, "." or ".."'),
    );
    expect(seen).toHaveLength(0);
  });

  it('is refused when all of them are missing', async () => {
    // @ts-expect-error The types refuse it as well.
    const call = client().GET('/v2/crawl/{id}');
    await expect(call).rejects.toThrow('the path parameter "id" must not be missing');
  });
});

describe('fetch', () => {
  it('is the global one of the moment of the call', async () => {
    const trawl = client();
    const patched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: false }));
    try {
      const { data } = await trawl.GET('/v2/concurrency-check');
      expect(data).toEqual({ success: false });
    } finally {
      patched.mockRestore();
    }
    expect(seen).toHaveLength(0);
  });

  it('is the one that was given, and gets the finished request', async () => {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      return Response.json({});
    };
    const trawl = client({ apiKey: 'key', fetch });
    await trawl.POST('/v2/map', { body: { url: 'https://example.com' } });

    expect(requests.map(({ method, url }) => [method, url])).toEqual([['POST', `${origin}/v2/map`]]);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key');
    expect(await requests[0]?.clone().json()).toEqual({ url: 'https://example.com' });
    expect(seen).toHaveLength(0);
  });

  it('is stopped by the signal of the call', async () => {
    const call = client().GET('/v2/concurrency-check', { signal: AbortSignal.abort(new Error('no longer wanted')) });
    await expect(call).rejects.toThrow('no longer wanted');
  });
});

describe('what comes back', () => {
  it('is the body as data', async () => {
    answer.body = '{"success":true,"data":{"web":[{"url":"https://example.com"}]},"new":1}';
    const { data, error, response } = await client().POST('/v2/search', { body: { query: 'a' } });

    expect(data).toEqual({ success: true, data: { web: [{ url: 'https://example.com' }] }, new: 1 });
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
  });

  it('is the body of a failure as error', async () => {
    answer = { status: 402, type: 'application/json', body: '{"success":false,"error":"Insufficient credits"}' };
    const { data, error, response } = await client().POST('/v2/search', { body: { query: 'a' } });

    expect(data).toBeUndefined();
    expect(error).toEqual({ success: false, error: 'Insufficient credits' });
    expect(response.status).toBe(402);
  });

  it('is text where a proxy answers in place of the service', async () => {
    answer = { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' };
    const { error } = await client().POST('/v2/search', { body: { query: 'a' } });
    expect(error).toBe('<h1>Bad Gateway</h1>');
  });

  it('rejects when an answer of success is not JSON', async () => {
    answer = { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' };
    await expect(client().POST('/v2/search', { body: { query: 'a' } })).rejects.toThrow(SyntaxError);
  });

  it('can be asked for as text', async () => {
    const { data } = await client().POST('/v2/search', { body: { query: 'a' }, parseAs: 'text' });
    expect(data).toBe('{"success":true}');
  });
});

it('never repeats a call: a failure is the answer', async () => {
  answer = { status: 503, type: 'application/json', body: '{"error":"busy"}' };
  await client().GET('/v2/concurrency-check');
  expect(seen).toHaveLength(1);
});

it('runs middleware, and stops running it', async () => {
  const trawl = client();
  const mark = { onRequest: ({ request }: { request: Request }) => request.headers.set('x-mark', '1') };
  trawl.use(mark);
  await trawl.GET('/v2/concurrency-check');
  trawl.eject(mark);
  await trawl.GET('/v2/concurrency-check');

  expect(seen.map(({ headers }) => headers['x-mark'])).toEqual(['1', undefined]);
});
