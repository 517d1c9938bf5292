import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { ConfigurationError, ServerError } from '../src/errors/index.js';
import { type LogEntry, logging } from '../src/transport/log.js';
import { type Behaviour, failing, json, MisbehavingServer, page, raw, redirect } from './misbehaving-server.js';
import { failureOf, KEY, sender } from './sending.js';

const ok = json({ success: true });
const get = { method: 'GET', path: '/v2/crawl/1?skip=5' };

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i to another origin is refused, and the key stays at home', async (status) => {
    await using elsewhere = await MisbehavingServer.start(ok);
    await using server = await MisbehavingServer.start(redirect(`${elsewhere.url}/v2/search?token=1`, status));
    for (const request of [get, {}]) {
      const error = await failureOf(sender(server.url).send({}, request));
      expect(error).toMatchObject({ status, attempts: 1, retryable: false });
      expect(error.message).toBe(
        `searchWeb failed with ${status}. It redirects to ${elsewhere.url}/v2/search, but the key goes to baseUrl only.`,
      );
    }
    expect(elsewhere.received).toEqual([]);
  });

  it('within the origin is followed by a GET', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/moved?skip=5'), redirect('again'), ok);
    await expect(sender(server.url).send({}, get)).resolves.toMatchObject({ attempts: 1 });
    expect(server.received.map(({ path }) => path)).toEqual(['/v2/crawl/1?skip=5', '/v2/moved?skip=5', '/v2/again']);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${KEY}`));
  });

  it('within the origin, then out of it, is refused', async () => {
    await using elsewhere = await MisbehavingServer.start(ok);
    await using server = await MisbehavingServer.start(redirect('/v2/moved'), redirect(elsewhere.url));
    await expect(sender(server.url).send({}, get)).rejects.toMatchObject({ status: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  it('within the origin is not followed by what has a body', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/moved'), ok);
    await expect(sender(server.url).send()).rejects.toMatchObject({ status: 307 });
    expect(server.received).toHaveLength(1);
  });

  it('that leads in a circle ends', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/crawl/1?skip=5'));
    await expect(sender(server.url).send({}, get)).rejects.toMatchObject({ status: 307, attempts: 1 });
    expect(server.received).toHaveLength(6);
  });

  it('to nowhere in particular is refused', async () => {
    await using server = await MisbehavingServer.start(redirect('http://'), redirect(''));
    await expect(sender(server.url).send({}, get)).rejects.toMatchObject({ status: 307 });
  });

  it('that is followed lets go of the connection it came on', async () => {
    const release = vi.fn();
    const answers = [
      new Response(new ReadableStream({ cancel: release }), {
        status: 307,
        headers: { location: '/' },
      }),
      new Response(null, { status: 307, headers: { location: '/' } }),
      Response.json({}),
    ];
    const { send } = sender('http://127.0.0.1:1', { fetch: async () => answers.shift() ?? Response.error() });
    await expect(send({}, get)).resolves.toMatchObject({ attempts: 1 });
    expect(release).toHaveBeenCalledOnce();
  });

  it.each([201, 400])('is not what a location with %i means', async (status) => {
    await using server = await MisbehavingServer.start(
      json({ success: status === 201 }, status, { location: '/v2/job/1' }),
    );
    const outcome = await sender(server.url)
      .send({}, get)
      .then(({ response }) => `status ${response.status}`, String);
    expect(outcome).toBe(
      status === 201 ? 'status 201' : 'BadRequestError: searchWeb failed with 400. See details for what to correct.',
    );
    expect(server.received).toHaveLength(1);
  });

  it('that a browser hides is explained', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    });
    const error = await failureOf(sender('http://127.0.0.1:1', { fetch: async () => hidden }).send());
    expect(error.message).toBe('searchWeb failed with 0. It redirects, but the key goes to baseUrl only.');
  });
});

it('a request to another origin than that of baseUrl is not sent', async () => {
  await using elsewhere = await MisbehavingServer.start(ok);
  // What a path such as `@host` makes of a base URL.
  const error = await failureOf(sender('http://127.0.0.1').send({}, { path: `@${new URL(elsewhere.url).host}/` }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error.message).toMatch(/^searchWeb would go to http:\/\/127\.0\.0\.1:\d+, not to baseUrl\.$/);
  expect(elsewhere.received).toEqual([]);
});

describe('the key', () => {
  const everythingOf = (error: unknown): string =>
    inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + String((error as Error).stack);

  it.each<[string, Behaviour]>([
    ['the sentence', failing(401, `Unauthorized: ${KEY}`)],
    ['the middle of a long sentence', failing(401, `${'x'.repeat(390)}${KEY}`)],
    ['the code', failing(401, 'Unauthorized', { code: `BAD_${KEY}` })],
    [
      'details',
      failing(400, 'Bad', { details: [{ received: { authorization: `Bearer ${KEY}` } }, KEY, { [KEY]: 1 }] }),
    ],
    ['a field of its own', failing(403, 'No', { apiKey: KEY })],
    ['a header', failing(500, 'No', {}, { 'x-echo': KEY, 'x-request-id': KEY, 'set-cookie': `key=${KEY}` })],
    ['a page', raw(`<html>${KEY}</html>`, 502, 'text/html')],
    ['words', raw(KEY, 500, 'text/plain')],
    ['success: false', failing(200, `Unauthorized: ${KEY}`)],
    ['the address of a redirect', redirect(`http://127.0.0.1:1/${KEY}?key=${KEY}`)],
  ])('stands nowhere in an error whose answer repeats it in %s', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour);
    expect(everythingOf(await failureOf(sender(server.url).send({ maxRetries: 0 })))).not.toContain(KEY);
  });

  it('stands nowhere in an error that another’s fetch throws with the whole request in it', async () => {
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      const request = { headers: Object.fromEntries(new Headers(init?.headers)) };
      throw Object.assign(new Error(`cannot send ${JSON.stringify(request)}`), { request, code: 'ECONNRESET' });
    };
    const error = await failureOf(sender('http://127.0.0.1:1', { fetch }).send({ maxRetries: 0 }));
    expect(error.cause).toMatchObject({ code: 'ECONNRESET' });
    expect(everythingOf(error)).not.toContain(KEY);
  });

  it('that middleware puts in is as secret as one that was there', async () => {
    await using server = await MisbehavingServer.start(failing(401, 'Unauthorized: other-secret'));
    const { send } = sender(server.url, {
      middleware: [
        (request, next) => {
          request.headers.set('x-api-key', 'other-secret');
          return next(request);
        },
      ],
    });
    const error = await failureOf(send());
    expect(error.message).toBe('searchWeb failed with 401: Unauthorized: [redacted]. Check apiKey (TRAWL_API_KEY).');
  });

  it('can be taken out of what a successful answer says', async () => {
    await using server = await MisbehavingServer.start(ok);
    const { redact } = await sender(server.url).send();
    expect(redact(`failed for ${KEY}`)).toBe('failed for [redacted]');
  });
});

describe('an error of the server', () => {
  it('says what happened, and carries what else is known', async () => {
    const behaviour = failing(500, 'It\n  broke.', { code: 'UNKNOWN_ERROR', hint: 'x' }, { 'x-request-id': 'r-1' });
    await using server = await MisbehavingServer.start(behaviour);
    const error = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 500, code: 'UNKNOWN_ERROR', requestId: 'r-1', details: { hint: 'x' } });
    expect((error.headers as Headers).get('content-type')).toBe('application/json; charset=utf-8');
    expect(error.message).toBe('searchWeb failed with 500 UNKNOWN_ERROR: It broke. Try again later.');
  });

  it.each<[string, Behaviour, string]>([
    ['is a web page', page(502), 'searchWeb failed with 502: a web page. Try again later.'],
    ['is empty', raw('', 500), 'searchWeb failed with 500. Try again later.'],
    ['is not JSON', raw('gone wrong', 500, 'text/plain'), 'searchWeb failed with 500. Try again later.'],
    ['has a message instead', json({ message: 'Down' }, 500), 'searchWeb failed with 500: Down. Try again later.'],
    ['has no words', json({ success: false }, 500), 'searchWeb failed with 500. Try again later.'],
    ['is an object inside', json({ error: { a: 1 } }, 500), 'searchWeb failed with 500: {"a":1}. Try again later.'],
  ])('is told even if its body %s', async (_, behaviour, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send({ maxRetries: 0 })).rejects.toMatchObject({ message });
  });

  it('is told briefly, however long the server is about it', async () => {
    await using server = await MisbehavingServer.start(failing(500, 'x'.repeat(100_000)));
    const error = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(error.message.length).toBeLessThan(500);
  });
});

describe('a failure of fetch', () => {
  it.each<[string, unknown, string]>([
    ['with its reason one level below', new TypeError('fetch failed', { cause: new Error('reset') }), 'reset'],
    ['with only a code below', new TypeError('fetch failed', { cause: { message: '', code: 'X' } }), 'fetch failed'],
    ['on every address', new TypeError('failed', { cause: refusedOnAll() }), 'ECONNREFUSED'],
    ['that is text', 'offline', 'offline'],
    ['that is nothing', undefined, 'undefined'],
  ])('%s is told', async (_, reason, words) => {
    const { send } = sender('http://127.0.0.1:1', { fetch: () => Promise.reject(reason) });
    const error = await failureOf(send({ maxRetries: 0 }));
    expect(error.name).toBe('ConnectionError');
    expect(error.message).toMatch(new RegExp(`http://127.0.0.1:1: ${words}\\.$`));
  });
});

/** What Node throws when a name has several addresses. */
function refusedOnAll(): Error {
  return Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')]), { code: 'ECONNREFUSED' });
}

it('a success says by which request it came', async () => {
  await using server = await MisbehavingServer.start(json({ success: true }, 200, { 'x-request-id': 'r-2' }), ok);
  const { send } = sender(server.url);
  await expect(send()).resolves.toMatchObject({ requestId: 'r-2', response: { status: 200 } });
  await expect(send()).resolves.toMatchObject({ requestId: undefined });
});

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

  it('ends the call with what it throws', async () => {
    const own = new RangeError('mine');
    const { send } = sender('http://127.0.0.1:1', { middleware: [() => Promise.reject(own)] });
    await expect(send()).rejects.toBe(own);
  });

  it('is not a way round the redirects that are refused', async () => {
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
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${KEY}|q=1|query|x-echo`));
  });

  it('says what went wrong when no answer came', async () => {
    const lines: LogEntry[] = [];
    const { send } = sender('http://127.0.0.1:1', {
      fetch: () => Promise.reject(new TypeError('offline')),
      middleware: [logging((entry) => lines.push(entry))],
    });
    await failureOf(send({ maxRetries: 0 }));
    expect(lines[0]?.error).toMatch(/^ConnectionError: searchWeb lost its connection to http:.*: offline\.$/);
  });

  it('that fails does not cost the answer', async () => {
    await using server = await MisbehavingServer.start(ok);
    const broken = logging(() => {
      throw new Error('disk full');
    });
    await expect(sender(server.url, { middleware: [broken] }).send()).resolves.toMatchObject({ attempts: 1 });
  });
});
