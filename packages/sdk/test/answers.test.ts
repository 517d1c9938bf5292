import { describe, expect, it, vi } from 'vitest';
import { BadRequestError, ResponseFormatError, ServerError } from '../src/errors/index.js';
import { Trawl } from '../src/trawl.js';
import { clientOf } from './client.js';
import { type Behaviour, endless, failing, json, MisbehavingServer, page, raw } from './misbehaving-server.js';
import { failureOf, KEY, sender } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

describe('an error of the server', () => {
  it('has the message and the other fields of the response', async () => {
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
    [
      'has a full stop inside',
      failing(500, 'a.test is gone.'),
      'searchWeb failed with 500: a.test is gone. Try again later.',
    ],
    ['has a code that is none', failing(500, 'No', { code: 7 }), 'searchWeb failed with 500: No. Try again later.'],
    ['is an object inside', json({ error: { a: 1 } }, 500), 'searchWeb failed with 500: {"a":1}. Try again later.'],
  ])('is told even if its body %s', async (_, behaviour, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send({ maxRetries: 0 })).rejects.toMatchObject({ message });
  });

  it.each<[string, Behaviour, string]>([
    [
      'names the fields',
      failing(400, 'Invalid request body', {
        details: [
          { path: ['limit'], message: 'Too big' },
          { path: ['includeDomains', 0], message: 'No hostname' },
        ],
      }),
      '400: Invalid request body: limit: Too big; includeDomains.0: No hostname.',
    ],
    [
      'passes over what names no field',
      failing(400, 'Bad', { details: [null, 5, 'odd', { code: 1 }, { path: ['limit'], message: 'Too big' }] }),
      '400: Bad: limit: Too big.',
    ],
    [
      'names the fields whatever form their paths have',
      failing(400, 'Bad', {
        details: [
          { path: 'limit', message: 'Too big' },
          { path: null, message: 'Odd' },
          { path: [0, { toString: 0 }, ['a']], message: 'First' },
        ],
      }),
      '400: Bad: limit: Too big; Odd; 0: First.',
    ],
    [
      'says what the sentence says already once',
      failing(400, 'waitFor must not exceed half of timeout', {
        details: [{ path: ['waitFor'], message: 'waitFor must not exceed half of timeout' }],
      }),
      '400: waitFor must not exceed half of timeout.',
    ],
    [
      'says each finding once',
      failing(400, 'Bad', {
        details: [
          { path: ['limit'], message: 'Too big' },
          { path: ['limit'], message: 'Too big' },
        ],
      }),
      '400: Bad: limit: Too big.',
    ],
    [
      'says why the form of a union that comes closest does not fit',
      failing(400, 'Bad Request', {
        details: [
          {
            code: 'invalid_union',
            path: ['parsers', 0],
            message: 'Invalid input',
            errors: [
              [{ code: 'invalid_type', path: [], message: 'Invalid input: expected string, received object' }],
              [{ code: 'too_big', path: ['maxPages'], message: 'Too big: expected number to be <=10000' }],
            ],
          },
        ],
      }),
      '400: parsers.0.maxPages: Too big: expected number to be <=10000.',
    ],
    [
      'names the values of a union of which none was given',
      failing(400, 'Bad Request', {
        details: [
          {
            code: 'invalid_union',
            path: ['formats', 0],
            message: 'Invalid input',
            errors: [
              [{ code: 'invalid_value', values: ['markdown'], path: ['type'], message: 'No' }],
              [{ code: 'invalid_value', values: ['html'], path: ['type'], message: 'No' }],
            ],
          },
        ],
      }),
      '400: formats.0.type: expected one of "markdown", "html".',
    ],
    [
      'says of a union what the server says where its forms have nothing to say',
      failing(400, 'Bad', {
        details: [{ code: 'invalid_union', path: ['formats', 0], message: 'Odd', errors: [null, [], 5, [{}]] }],
      }),
      '400: Bad: formats.0: Odd.',
    ],
    [
      'says why a form of a union does not fit, as older servers send it',
      failing(400, 'Bad', {
        details: [
          {
            code: 'invalid_union',
            path: ['parsers', 0],
            message: 'Invalid input',
            unionErrors: [{ issues: [{ path: ['parsers', 0, 'maxPages'], message: 'Too big' }] }],
          },
        ],
      }),
      '400: Bad: parsers.0.maxPages: Too big.',
    ],
    [
      'leaves the fourth to the details',
      failing(422, 'Bad', { details: [1, 2, 3, 4].map((n) => ({ path: [], message: `Fault ${n}` })) }),
      '422: Bad: Fault 1; Fault 2; Fault 3. See details.',
    ],
    ['points to details of another form', failing(400, 'Bad', { details: { a: 1 } }), '400: Bad. See details.'],
    ['points to no details where there are none', failing(400, 'Bad'), '400: Bad.'],
    [
      'doubts neither id nor baseUrl where the server knew better',
      failing(404, 'Not cached', { code: 'SCRAPE_NO_CACHED_DATA' }),
      '404 SCRAPE_NO_CACHED_DATA: Not cached.',
    ],
    [
      'doubts them where it said nothing',
      failing(404, 'Not found'),
      '404: Not found. Check the id, and that baseUrl is the API.',
    ],
    ['doubts only the id where a thing is missing', failing(404, 'Job not found'), '404: Job not found. Check the id.'],
    [
      'doubts baseUrl where the path is unknown',
      failing(404, 'Cannot POST /search'),
      '404: Cannot POST /search. This server has no such call: check that baseUrl is the API.',
    ],
    [
      'doubts neither where the server says that it lacks the call',
      failing(404, 'Cannot GET /v2/a: this server does not offer this call of the API.'),
      '404: Cannot GET /v2/a: this server does not offer this call of the API.',
    ],
    [
      'does not take the name of a host for a word about the key',
      failing(403, 'keys.intra.example is not a public address.'),
      '403: keys.intra.example is not a public address.',
    ],
  ])('%s', async (_, behaviour, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send()).rejects.toMatchObject({ message: `searchWeb failed with ${message}` });
  });

  it('has its findings as values, each with its whole path', async () => {
    const details = [
      {
        path: ['parsers', 0],
        message: 'Invalid input',
        errors: [[{ path: ['maxPages'], message: 'Too big' }]],
      },
    ];
    await using server = await MisbehavingServer.start(failing(400, 'Bad', { details }));
    const error = await failureOf(sender(server.url).send());
    expect(error.issues).toEqual([{ path: ['parsers', 0, 'maxPages'], message: 'Too big' }]);
    expect(JSON.parse(JSON.stringify(error))).not.toHaveProperty('issues');
  });

  it('has no invalid code, and no cookie', async () => {
    await using server = await MisbehavingServer.start(failing(500, 'No', { code: 7 }, { 'set-cookie': 'a=b' }));
    const error = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(error).not.toHaveProperty('code');
    expect((error.headers as Headers).has('set-cookie')).toBe(false);
  });

  it('has a short message and the whole one beside it, even if the body is long', async () => {
    const long = `The page 😀 ${'cannot be read because '.repeat(5000)}it is gone.`;
    await using server = await MisbehavingServer.start(failing(500, long), failing(500, 'x'.repeat(100_000)));
    const error = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(error.message).toMatch(/^searchWeb failed with 500: The page 😀 (cannot be read because )+[a-z ]*\b…/u);
    expect(error.message).toMatch(/ (cannot|be|read|because)… Try again later\.$/);
    expect(error.message.length).toBeLessThan(500);
    expect(error.serverMessage).toBe(long);
    expect(JSON.stringify(error).length).toBeLessThan(1000);
    const unbroken = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(unbroken.message).toBe(`searchWeb failed with 500: ${'x'.repeat(400)}… Try again later.`);
  });

  it.each<[string, Behaviour, object, string]>([
    ['501', failing(501, 'Not here.'), {}, '501: Not here. This server does not offer it.'],
    [
      '503 of what a server does not have',
      failing(503, 'Browser feature is not configured (BROWSER_SERVICE_URL is missing).'),
      {},
      '503: Browser feature is not configured (BROWSER_SERVICE_URL is missing). This server does not offer it.',
    ],
    [
      '503 of what a server is too small for',
      failing(503, 'Agents are not available on this server: they need a language model.'),
      {},
      '503: Agents are not available on this server: they need a language model.',
    ],
    [
      '503 of what a deployment lacks',
      failing(503, 'The research index is unavailable on this deployment.'),
      {},
      '503: The research index is unavailable on this deployment.',
    ],
    [
      '503 of what a deployment has switched off',
      failing(503, 'Monitoring is disabled: DATABASE_URL must be set.'),
      {},
      '503: Monitoring is disabled: DATABASE_URL must be set. This server does not offer it.',
    ],
    [
      '503 whose code names a part that is not there',
      failing(503, 'support_agent_unavailable'),
      {},
      '503: support_agent_unavailable. This server does not offer it.',
    ],
    [
      'a format that no engine can make',
      failing(500, 'Branding extraction requires Chrome.', { code: 'SCRAPE_BRANDING_NOT_SUPPORTED' }),
      {},
      '500 SCRAPE_BRANDING_NOT_SUPPORTED: Branding extraction requires Chrome. This server does not offer it.',
    ],
    [
      'a page slower than its own timeout',
      failing(408, 'The scrape timed out.', { code: 'SCRAPE_TIMEOUT' }),
      {},
      '408 SCRAPE_TIMEOUT: The scrape timed out. Allow it more time: see timeout.',
    ],
    [
      'a page slower than the timeout of its request',
      failing(408, 'The scrape timed out.'),
      { serverTimeoutMs: 1000 },
      '408: The scrape timed out. Allow it more time: see timeout.',
    ],
  ])('is sent once and does not promise another outcome: %s', async (_, behaviour, call, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    const error = await failureOf(sender(server.url).send(call));
    expect(error.message).toBe(`searchWeb failed with ${message}`);
    expect(error).toMatchObject({ attempts: 1, retryable: false });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    'Agents are temporarily disabled.',
    'Search is unavailable.',
    'The index is missing: try again.',
    'service_unavailable',
    'agents_temporarily_unavailable',
  ])('is retried where a 503 only says that it cannot now: %s', async (words) => {
    await using server = await MisbehavingServer.start(failing(503, words));
    const error = await failureOf(sender(server.url, { clock: new VirtualClock() }).send());
    expect(error).toMatchObject({ attempts: 3, retryable: true });
  });

  it.each([
    [501, 'This server does not offer startCrawl.'],
    [500, 'Crawls are not supported on this server.'],
  ])('does not warn of work that the server has refused with %i: %s', async (status, words) => {
    await using server = await MisbehavingServer.start(failing(status, words));
    const error = await failureOf(clientOf(server).crawls.start({ url: 'https://a.test' }));
    expect(error.message).toBe(`crawls.start (startCrawl) failed with ${status}: ${words}`);
    expect(error).not.toHaveProperty('possiblyStarted');
  });

  it.each([undefined, KEY])('asks for no other key where the server gives another reason (key %s)', async (apiKey) => {
    await using server = await MisbehavingServer.start(failing(403, 'The domain a.test is blocked.'));
    vi.stubEnv('TRAWL_API_KEY', '');
    const error = await failureOf(new Trawl({ baseUrl: server.url, apiKey }).search('a')).finally(() =>
      vi.unstubAllEnvs(),
    );
    expect(error.message).toBe('search (searchWeb) failed with 403: The domain a.test is blocked.');
  });

  it.each<[string, number, string | undefined, string]>([
    ['names no key where none was sent', 401, undefined, 'No apiKey was sent: set it, or TRAWL_API_KEY.'],
    ['names no key where none was sent', 403, undefined, 'No apiKey was sent: set it, or TRAWL_API_KEY.'],
    ['doubts the key', 401, KEY, 'Check apiKey (TRAWL_API_KEY).'],
    ['doubts what the key may do', 403, KEY, 'This key may not do that.'],
    ['knows the placeholder of documentation', 401, 'fc-YOUR_API_KEY', 'apiKey is a placeholder: set your own key.'],
    ['knows the placeholder of documentation', 401, 'YOUR-API-KEY', 'apiKey is a placeholder: set your own key.'],
    ['knows the placeholder of documentation', 401, '<api-key>', 'apiKey is a placeholder: set your own key.'],
    ['knows the placeholder of documentation', 401, 'fc-...', 'apiKey is a placeholder: set your own key.'],
    ['knows the placeholder of documentation', 401, 'fc-xxxxxxxx', 'apiKey is a placeholder: set your own key.'],
  ])('%s (%i, key %s)', async (_, status, apiKey, advice) => {
    await using server = await MisbehavingServer.start(failing(status, 'No key.'));
    vi.stubEnv('TRAWL_API_KEY', '');
    const error = await failureOf(new Trawl({ baseUrl: server.url, apiKey }).search('a')).finally(() =>
      vi.unstubAllEnvs(),
    );
    expect(error.message).toBe(`search (searchWeb) failed with ${status}: No key. ${advice}`);
  });

  it.each<[string, Behaviour, string]>([
    ['nothing is there', failing(404, 'Not found'), '404: Not found. Check the id, and that baseUrl is the API.'],
    ['a code is', failing(404, 'Not found', { code: 'X' }), '404 X: Not found.'],
    ['a web page is', page(404), '404: a web page. This server has no such call: check that baseUrl is the API.'],
  ])('says that baseUrl must not end in /v2 when %s', async (_, behaviour, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    const error = await failureOf(clientOf(server, { baseUrl: `${server.url}/v2` }).search('a'));
    expect(error.message).toBe(
      `search (searchWeb) failed with ${message} Leave /v2 out of baseUrl: every path begins with it.`,
    );
  });

  it('says so when a web page is there with 200, too', async () => {
    await using server = await MisbehavingServer.start(page());
    const error = await failureOf(clientOf(server, { baseUrl: `${server.url}/v2/` }).search('a'));
    expect(error.message).toContain('check that baseUrl is the API. Leave /v2 out of baseUrl');
  });
});

describe('a failure of fetch', () => {
  it.each<[string, unknown, string]>([
    ['with its reason one level below', new TypeError('fetch failed', { cause: new Error('reset') }), 'reset'],
    ['with only a code below', new TypeError('fetch failed', { cause: { message: '', code: 'X' } }), 'X'],
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

it('a success has the request id', async () => {
  await using server = await MisbehavingServer.start(json({ success: true }, 200, { 'x-request-id': 'r-2' }), json({}));
  const { send } = sender(server.url);
  await expect(send()).resolves.toMatchObject({ requestId: 'r-2', response: { status: 200 } });
  await expect(send()).resolves.toMatchObject({ requestId: undefined });
});

describe('an endless response', () => {
  it('ends the call at maxResponseBytes, without a retry', async () => {
    await using server = await MisbehavingServer.start(endless());
    const error = await failureOf(clientOf(server).search('a', {}, { maxResponseBytes: 1_000_000 }));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.message).toBe(
      'search (searchWeb) was answered with more bytes than maxResponseBytes: raise it, or ask for less.',
    );
    expect(error).toMatchObject({ attempts: 1, retryable: false });
  });

  it('is bounded by default', async () => {
    await using server = await MisbehavingServer.start(endless());
    const before = process.memoryUsage.rss();
    await expect(clientOf(server).search('a')).rejects.toThrow(ResponseFormatError);
    expect(process.memoryUsage.rss() - before).toBeLessThan(1_000_000_000);
  });

  it('does not hide the status of an error', async () => {
    await using server = await MisbehavingServer.start(endless(400));
    const call = clientOf(server, { maxResponseBytes: 1000 }).search('a');
    await expect(call).rejects.toMatchObject({
      name: 'BadRequestError',
      message: 'search (searchWeb) failed with 400.',
    });
  });

  it('closes the connection', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(600)),
      cancel: () => {
        cancelled = true;
      },
    });
    const fetch = async () => new Response(body);
    await failureOf(sender('http://127.0.0.1:1', { fetch, maxResponseBytes: 1000 }).send());
    expect(cancelled).toBe(true);
  });
});

describe('the size of a response', () => {
  const answer = JSON.stringify({ success: true, word: 'größer' });

  it.each<[string, number, string]>([
    ['as long as maxResponseBytes is read', new Blob([answer]).size, 'größer'],
    ['a byte longer is not', new Blob([answer]).size - 1, 'ResponseFormatError'],
  ])('is counted in bytes: %s', async (_, maxResponseBytes, expected) => {
    await using server = await MisbehavingServer.start(raw(answer));
    const outcome = await sender(server.url)
      .send({ maxResponseBytes })
      .then(
        ({ data }) => (data as { word: string }).word,
        ({ name }) => name,
      );
    expect(outcome).toBe(expected);
  });

  it('is counted after decompression', async () => {
    const body = new Blob([`{"success":true,"padding":"${'x'.repeat(100_000)}"}`]);
    const compressed = Buffer.from(
      await new Response(body.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
    );
    await using server = await MisbehavingServer.start((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': compressed.byteLength }).end(compressed);
    });
    const call = sender(server.url).send({ maxResponseBytes: 50_000 });
    await expect(call).rejects.toThrow('more bytes than maxResponseBytes');
  });

  it('does not break a character whose bytes arrive one by one', async () => {
    const bytes = new TextEncoder().encode(answer);
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const { data } = await sender('http://127.0.0.1:1', { fetch: async () => new Response(body) }).send();
    expect(data).toEqual({ success: true, word: 'größer' });
  });
});

describe('a deeply nested response', () => {
  const nested = (levels: number, before = '', after = '') =>
    `{"success":${!before},"error":"No",${before}"data":${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}${after}}`;

  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['a search', (trawl) => trawl.search('a')],
    ['a map', (trawl) => trawl.map('https://a.test')],
    ['a crawl', (trawl) => trawl.crawl('https://a.test')],
    ['an agent', (trawl) => trawl.agent('a')],
  ])('is an error of ours: %s', async (_, call) => {
    await using server = await MisbehavingServer.start(raw(nested(20_000)));
    const error = await failureOf(call(clientOf(server)));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.message).toMatch(/^\w+ \(\w+\) was answered with JSON nested too deeply\.( It may|$)/);
    expect(error).toMatchObject({ attempts: 1, retryable: false });
  });

  it('is an error in a list as well', async () => {
    await using server = await MisbehavingServer.start(
      raw(nested(20_000).replace('"data":', '"data":[').replace(/}$/, ']}')),
    );
    await expect(clientOf(server).monitors.list()).rejects.toThrow('JSON nested too deeply');
  });

  it('does not hide the status of an error', async () => {
    await using server = await MisbehavingServer.start(raw(nested(20_000, '"details":1,'), 400));
    const error = await failureOf(clientOf(server).search('a'));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.message).toBe('search (searchWeb) failed with 400.');
  });

  it('is a result up to a sensible depth', async () => {
    await using server = await MisbehavingServer.start(raw(nested(400)));
    await expect(sender(server.url).send()).resolves.toMatchObject({ data: { data: { a: { a: {} } } } });
  });
});
