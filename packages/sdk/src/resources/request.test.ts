import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { empty, failing, half, json, MisbehavingServer, page } from '../../test/misbehaving-server.js';
import { failureOf, KEY } from '../../test/sending.js';
import { ConfigurationError, NotFoundError, ResponseFormatError, ServerError } from '../errors/index.js';
import { connect } from '../request/connection.js';
import { request } from './request.js';

const ok = json({ success: true, status: 'scraping' });

describe('a request', () => {
  it('to a path of the contract gives the answer as it is on the wire', async () => {
    await using server = await MisbehavingServer.start(ok);
    const params = { path: { id: 'a/b' }, query: { skip: 100 } };
    const { status, success } = await clientOf(server).request('GET', '/v2/crawl/{id}', { params });
    expect([status, success]).toEqual(['scraping', true]);
    expect(server.received).toMatchObject([
      { method: 'GET', path: '/v2/crawl/a%2Fb?skip=100', headers: { authorization: `Bearer ${KEY}` }, body: '' },
    ]);
  });

  it('to a path that this version does not know is sent as it is', async () => {
    await using server = await MisbehavingServer.start(ok);
    const input = {
      params: { path: { id: 7 }, query: { tag: ['a', 'b'], none: undefined }, header: { 'x-new': 'yes' } },
      body: { url: 'https://a.test' },
    };
    const call = clientOf(server).request('PATCH', '/v3/brand-new/{id}', input, { headers: { 'x-team': 'one' } });
    const { data, response, attempts } = await call.withResponse();
    expect([data, response.status, attempts]).toEqual([{ success: true, status: 'scraping' }, 200, 1]);
    expect(server.received).toMatchObject([
      {
        method: 'PATCH',
        path: '/v3/brand-new/7?tag=a&tag=b',
        headers: { 'x-new': 'yes', 'x-team': 'one', 'content-type': 'application/json' },
        body: '{"url":"https://a.test"}',
      },
    ]);
  });

  it('sends a file in a form, and bytes as they are', async () => {
    await using server = await MisbehavingServer.start(ok);
    const trawl = clientOf(server);
    const file = new File(['%PDF'], 'a.pdf');
    await trawl.request('POST', '/v2/parse', { body: { file, options: { formats: ['markdown'] } } });
    await trawl.request('PUT', '/v2/brand-new', { body: file });
    expect(server.received[0]?.body).toMatch(
      /filename="a.pdf"[\s\S]*name="options"\r\n\r\n\{"formats":\["markdown"\]\}/,
    );
    expect(server.received[1]).toMatchObject({ body: '%PDF', headers: { 'content-type': 'application/octet-stream' } });
  });

  it('is also a function that takes a connection', async () => {
    await using server = await MisbehavingServer.start(ok);
    const connection = connect({ baseUrl: server.url });
    await expect(request(connection, 'GET', '/v2/crawl/active')).resolves.toMatchObject({ success: true });
  });

  it('is seen by middleware, which knows it by its method and path', async () => {
    await using server = await MisbehavingServer.start(ok);
    const seen: string[] = [];
    const trawl = clientOf(server, {
      middleware: [
        (request, next, { operation }) => {
          seen.push(operation);
          return next(request);
        },
      ],
    });
    await trawl.request('GET', '/v2/monitor/{monitorId}', { params: { path: { monitorId: 'm' } } });
    expect(seen).toEqual(['GET /v2/monitor/{monitorId}']);
  });

  it('that fails ends in the errors of every call', async () => {
    await using server = await MisbehavingServer.start(failing(404, 'No such thing', { code: 'UNKNOWN' }));
    const error = await failureOf(clientOf(server).request('GET', '/v3/brand-new'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ operation: 'GET /v3/brand-new', status: 404, code: 'UNKNOWN' });
    expect(error.message).toBe('request (GET /v3/brand-new) failed with 404 UNKNOWN: No such thing.');
    server.will(page());
    await expect(clientOf(server).request('GET', '/v3/brand-new')).rejects.toThrow(ResponseFormatError);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('by %s is repeated when it fails', async (method) => {
    await using server = await MisbehavingServer.start(failing(500), ok);
    await clientOf(server).request(method, '/v3/brand-new');
    expect(server.received).toHaveLength(2);
  });

  it.each(['POST', 'PATCH'] as const)('by %s is not, unless it is said that it may be', async (method) => {
    await using server = await MisbehavingServer.start(failing(500));
    const error = await failureOf(clientOf(server).request(method, '/v3/brand-new'));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ possiblyStarted: true, attempts: 1 });
    server.will(failing(500), ok);
    await clientOf(server).request(method, '/v3/brand-new', {}, { idempotent: true });
    expect(server.received).toHaveLength(3);
  });

  it.each<[string, 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', number]>([
    ['a DELETE', 'DELETE', 200],
    ['a PUT', 'PUT', 200],
    ['what has no content by its status', 'POST', 204],
    ['what has no content by its status', 'GET', 204],
  ])('may have no answer: %s', async (_, method, status) => {
    await using server = await MisbehavingServer.start(empty(status));
    await expect(clientOf(server).request(method, '/v3/brand-new')).resolves.toBeUndefined();
  });

  it.each(['GET', 'POST'] as const)('by %s has an answer, unless its status says otherwise', async (method) => {
    await using server = await MisbehavingServer.start(empty());
    await expect(clientOf(server).request(method, '/v3/brand-new', {}, { maxRetries: 0 })).rejects.toThrow(
      'was answered with nothing',
    );
  });

  it('that deletes has done its work when nothing is left after an answer that was lost', async () => {
    await using server = await MisbehavingServer.start(half(), failing(404));
    await expect(clientOf(server).request('DELETE', '/v3/brand-new')).resolves.toBeUndefined();
  });

  it.each([
    '',
    'v2/crawl',
    '@elsewhere.test/',
    ':8080/',
    '/v2/../crawl',
    '/v2/..',
    '/./v2',
    '/v2/%2e%2E/crawl',
    '/.%2e',
    '/v2/..\\crawl',
    '/v2/.\t./crawl',
    '/v2/crawl?limit=1',
    '/v2/crawl#top',
    '/v2/\n',
    '//elsewhere.test/v2',
  ])('to a path that leads elsewhere than it says is not sent: %j', async (path) => {
    await using server = await MisbehavingServer.start(ok);
    const error = await failureOf(clientOf(server).request('GET', path));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe('path must be one such as /v2/crawl/{id}, with no query.');
    expect(server.received).toEqual([]);
  });

  it.each(['/v3/things', '/v2/crawl/..hidden', '/a.b/...', '/v2/things/', '/%2f', '/a%20b', '/'])(
    'may go to any other: %s',
    async (path) => {
      await using server = await MisbehavingServer.start(ok);
      await clientOf(server).request('GET', path);
      expect(server.received[0]?.path).toBe(path);
    },
  );

  it('without a parameter of its path is not sent', async () => {
    await using server = await MisbehavingServer.start(ok);
    const error = await failureOf(
      clientOf(server).request('GET', '/v3/things/{id}', { params: { path: { id: '..' } } }),
    );
    expect(error.message).toBe(
      'request (GET /v3/things/{id}) cannot be sent as it was given: the path parameter "id" must not be missing, empty, "." or "..".',
    );
    expect(server.received).toEqual([]);
  });
});

describe('extraQuery', () => {
  it('adds to the query of any call what this version does not know', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: [], links: [], has_more: false }));
    const trawl = clientOf(server);
    const call = { extraQuery: { region: ['eu', 'us'], none: undefined, limit: 7 } };
    await trawl.map('https://a.test', {}, call);
    await trawl.crawls.get('c-1', { skip: 5, limit: 1 }, call);
    await trawl.team.activity({ endpoint: 'scrape' }, call);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v2/map?region=eu&region=us&limit=7',
      '/v2/crawl/c-1?skip=5&limit=7&region=eu&region=us',
      '/v2/team/activity?endpoint=scrape&limit=7&region=eu&region=us',
    ]);
  });
});
