import { describe, expect, it } from 'vitest';
import { type LogEntry, logging } from '../src/transport/log.js';
import type { Middleware } from '../src/transport/middleware.js';
import { failing, json, MisbehavingServer, redirect, reset } from './misbehaving-server.js';
import { failureOf, KEY, sender } from './sending.js';

const ok = json({ success: true });
const get = { method: 'GET', path: '/v2/crawl/1?skip=5' };

describe('middleware', () => {
  it('sees every attempt once, from the outside in and back', async () => {
    await using server = await MisbehavingServer.start(
      failing(503),
      json({ success: true }, 200, { 'x-from': 'server' }),
    );
    const seen: string[] = [];
    const named =
      (name: string) => async (request: Request, next: (request: Request) => Promise<Response>, context: object) => {
        seen.push(`${name} ${JSON.stringify(context)} ${request.method} ${new URL(request.url).pathname}`);
        const response = await next(request);
        seen.push(`${name} ${response.status}`);
        return response;
      };
    await sender(server.url, { middleware: [named('outer'), named('inner')] }).send();
    const attempt = (number: number, status: number) => [
      `outer {"operation":"searchWeb","attempt":${number}} POST /v2/search`,
      `inner {"operation":"searchWeb","attempt":${number}} POST /v2/search`,
      `inner ${status}`,
      `outer ${status}`,
    ];
    expect(seen).toEqual([...attempt(1, 503), ...attempt(2, 200)]);
    expect(server.received.map(({ body }) => body)).toEqual(['{"query":"sdk"}', '{"query":"sdk"}']);
  });

  it('may change the request and answer in the server’s place', async () => {
    await using server = await MisbehavingServer.start(ok);
    const { send } = sender(server.url, {
      middleware: [
        async (request, next, { attempt }) => {
          if (attempt === 1) return Response.json({ success: false }, { status: 503 });
          const changed = new Request(request);
          changed.headers.set('x-attempt', '2');
          return next(changed);
        },
      ],
    });
    await expect(send()).resolves.toMatchObject({ attempts: 2 });
    expect(server.received.map(({ headers }) => headers['x-attempt'])).toEqual(['2']);
  });

  it.each(['without', 'with'])(
    'a fetch of the caller’s own gets a URL as text and what belongs to it, %s it',
    async (given) => {
      const calls: unknown[] = [];
      const fetch = async (
        url: string,
        { method, headers, body, redirect, signal }: RequestInit,
      ): Promise<Response> => {
        const { authorization, 'x-request-id': _, ...rest } = Object.fromEntries(new Headers(headers));
        calls.push(url, method, rest, await new Response(body).text(), redirect, signal?.aborted, authorization);
        return Response.json({});
      };
      const middleware = given === 'with' ? [logging(() => {})] : [];
      const { send } = sender('http://127.0.0.1:1', { fetch, middleware });
      await send();
      await send({}, get);
      const json = { 'content-type': 'application/json' };
      expect(calls).toEqual([
        'http://127.0.0.1:1/v2/search?q=1',
        'POST',
        json,
        '{"query":"sdk"}',
        'manual',
        false,
        `Bearer ${KEY}`,
        'http://127.0.0.1:1/v2/crawl/1?skip=5',
        'GET',
        json,
        '',
        'manual',
        false,
        `Bearer ${KEY}`,
      ]);
    },
  );

  it('that has read the body of the request gets an error that says so', async () => {
    const reading = async (request: Request, next: (request: Request) => Promise<Response>) => {
      await request.text();
      return next(request);
    };
    const { send } = sender('http://127.0.0.1:1', { middleware: [reading], fetch: async () => Response.json({}) });
    const error = await failureOf(send());
    expect(error).toMatchObject({ name: 'ConfigurationError', operation: 'searchWeb', cause: expect.any(TypeError) });
    expect(error.message).toBe('next() needs a request whose body was not read.');
  });

  it('ends the call with the error that it throws', async () => {
    const own = new RangeError('mine');
    const { send } = sender('http://127.0.0.1:1', { middleware: [() => Promise.reject(own)] });
    await expect(send()).rejects.toBe(own);
    expect({ ...own }).toEqual({});
  });

  it('ends the call with an error of another call', async () => {
    await using tokens = await MisbehavingServer.start(failing(500));
    const fetchToken = () => sender(tokens.url).send({ operation: 'getToken', maxRetries: 0 });
    const { send } = sender('http://127.0.0.1:1', {
      middleware: [async (request, next) => next(await fetchToken().then(() => request))],
    });
    const error = await failureOf(send());
    expect(error).toMatchObject({ name: 'ServerError', operation: 'getToken', attempts: 1 });
    expect(tokens.received).toHaveLength(1);
  });

  it('that reads the response gets an error that says so, without a retry', async () => {
    await using server = await MisbehavingServer.start(ok);
    const reading: Middleware = async (request, next) => {
      const response = await next(request);
      await response.text();
      return response;
    };
    const error = await failureOf(sender(server.url, { middleware: [reading] }).send());
    expect(error).toMatchObject({ name: 'ResponseFormatError', attempts: 1 });
    expect(error.message).toContain('one that was read before: check what `fetch` and middleware return');
    expect(server.received).toHaveLength(1);
  });

  it('may rethrow the error of next(), which is retried as usual', async () => {
    await using server = await MisbehavingServer.start(reset, ok);
    const middleware: Middleware[] = [async (request, next) => next(request).catch((error) => Promise.reject(error))];
    await expect(sender(server.url, { middleware }).send()).resolves.toMatchObject({ attempts: 2 });
  });

  it('cannot follow refused redirects', async () => {
    await using elsewhere = await MisbehavingServer.start(ok);
    await using server = await MisbehavingServer.start(redirect(elsewhere.url));
    const { send } = sender(server.url, { middleware: [(request, next) => next(new Request(request))] });
    await expect(send({}, get)).rejects.toMatchObject({ status: 307 });
    expect(elsewhere.received).toEqual([]);
  });
});

describe('the log', () => {
  it('has a line for each attempt, and no secret, query or body in it', async () => {
    await using server = await MisbehavingServer.start(
      failing(503, 'Busy', {}, { 'retry-after': '1', 'x-echo': KEY }),
      ok,
    );
    const lines: LogEntry[] = [];
    await sender(server.url, { middleware: [logging((entry) => lines.push(entry))] }).send();
    expect(lines).toMatchObject([
      { operation: 'searchWeb', attempt: 1, method: 'POST', path: '/v2/search', status: 503 },
      { operation: 'searchWeb', attempt: 2, method: 'POST', path: '/v2/search', status: 200 },
    ]);
    expect(lines[0]?.headers).toMatchObject({ 'retry-after': '1' });
    expect(lines[0]?.durationMs).toBeGreaterThanOrEqual(0);
    expect(lines[0]?.durationMs).toBeLessThan(60_000);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${KEY}|q=1|query|x-echo`));
  });

  it('has no key that the server repeats, even one of a middleware', async () => {
    const echoed = (text: string) => json({ success: true }, 200, { 'x-request-id': text });
    await using server = await MisbehavingServer.start(
      echoed(`id-${KEY}`),
      echoed('other-secret'),
      echoed('hush-hush'),
    );
    const lines: LogEntry[] = [];
    const { send } = sender(server.url, {
      middleware: [
        logging((entry) => lines.push(entry)),
        (request, next) => {
          request.headers.set('x-api-key', 'other-secret');
          return next(request);
        },
      ],
    });
    await send();
    await send();
    await send({}, { body: '{"headers":{"cookie":"hush-hush"}}' });
    expect(lines.map(({ headers }) => headers?.['x-request-id'])).toEqual([
      'id-[redacted]',
      '[redacted]',
      '[redacted]',
    ]);
  });

  it('has no key that an error of a middleware repeats', async () => {
    const lines: LogEntry[] = [];
    const { send } = sender('http://127.0.0.1:1', {
      middleware: [
        logging((entry) => lines.push(entry)),
        async ({ headers }) => {
          throw new Error(`cannot sign ${headers.get('authorization')}`);
        },
      ],
    });
    await failureOf(send());
    expect(lines[0]?.error).toBe('Error: cannot sign Bearer [redacted]');
  });

  it('has the error when no response came', async () => {
    const lines: LogEntry[] = [];
    const { send } = sender('http://127.0.0.1:1', {
      fetch: () => Promise.reject(new TypeError('offline')),
      middleware: [logging((entry) => lines.push(entry))],
    });
    await failureOf(send({ maxRetries: 0 }));
    expect(lines[0]?.error).toMatch(/^ConnectionError: searchWeb lost its connection to http:.*: offline\.$/);
  });

  it('ends the message of a lost connection with one full stop', async () => {
    const fetch = () => Promise.reject(new TypeError('The connection is closed.'));
    const error = await failureOf(sender('http://127.0.0.1:1', { fetch }).send({ maxRetries: 0 }));
    expect(error.message).toMatch(/: The connection is closed\.$/);
  });

  it('that fails does not lose the response', async () => {
    await using server = await MisbehavingServer.start(ok);
    const broken = logging(() => {
      throw new Error('disk full');
    });
    await expect(sender(server.url, { middleware: [broken] }).send()).resolves.toMatchObject({ attempts: 1 });
  });
});
