import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Trawl } from '../src/trawl.js';
import { type Behaviour, failing, json, MisbehavingServer, raw, redirect } from './misbehaving-server.js';
import { failureOf, KEY, sender } from './sending.js';

const ok = json({ success: true });
const get = { method: 'GET', path: '/v2/crawl/1?skip=5' };

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])(
    '%i to another origin is refused, and the key stays at home',
    async (status) => {
      await using elsewhere = await MisbehavingServer.start(ok);
      await using server = await MisbehavingServer.start(redirect(`${elsewhere.url}/v2/search?token=1`, status));
      for (const request of [get, {}]) {
        const error = await failureOf(sender(server.url).send({}, request));
        expect(error).toMatchObject({ status, attempts: 1, retryable: false });
        expect(error.message).toBe(
          `searchWeb failed with ${status}. It redirects to ${elsewhere.url}/v2/search: only a GET to the origin of baseUrl is followed, and 5 times at most.`,
        );
      }
      expect(elsewhere.received).toEqual([]);
    },
  );

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

  it('within the origin is not followed with a body, and the error says why', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/moved'), ok);
    const error = await failureOf(sender(server.url).send());
    expect(error.message).toBe(
      `searchWeb failed with 307. It redirects to ${server.url}/v2/moved: only a GET to the origin of baseUrl is followed, and 5 times at most.`,
    );
    expect(server.received).toHaveLength(1);
  });

  it('that loops ends', async () => {
    await using server = await MisbehavingServer.start(redirect('/v2/crawl/1?skip=5'));
    await expect(sender(server.url).send({}, get)).rejects.toMatchObject({ status: 307, attempts: 1 });
    expect(server.received).toHaveLength(6);
  });

  it('with credentials is followed without them', async () => {
    await using server = await MisbehavingServer.start(ok);
    server.will(redirect(`${server.url.replace('//', '//me:hush@')}/v2/moved`), ok);
    await expect(sender(server.url).send({}, get)).resolves.toMatchObject({ attempts: 1 });
    expect(server.received[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('without a valid target is refused', async () => {
    await using server = await MisbehavingServer.start(redirect('http://'), redirect(''));
    await expect(sender(server.url).send({}, get)).rejects.toMatchObject({ status: 307 });
  });

  it('that is followed releases its connection', async () => {
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

  it.each([201, 400])('is not a location with %i', async (status) => {
    await using server = await MisbehavingServer.start(
      json({ success: status === 201 }, status, { location: '/v2/job/1' }),
    );
    const outcome = await sender(server.url)
      .send({}, get)
      .then(({ response }) => `status ${response.status}`, String);
    expect(outcome).toBe(status === 201 ? 'status 201' : 'BadRequestError: searchWeb failed with 400.');
    expect(server.received).toHaveLength(1);
  });

  it('that a browser hides has an error that explains it', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    });
    const error = await failureOf(sender('http://127.0.0.1:1', { fetch: async () => hidden }).send());
    expect(error.message).toBe(
      'searchWeb failed with 0. It redirects: only a GET to the origin of baseUrl is followed, and 5 times at most.',
    );
  });
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

  it('is in no error of a schema that throws it', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: { json: { echoed: KEY } } }));
    const schema = z.object({ echoed: z.string().transform((echoed) => new URL(echoed)) });
    const trawl = new Trawl({ baseUrl: server.url, apiKey: KEY });
    const error = await failureOf(trawl.scrape('https://a.test', { formats: [{ type: 'json', schema }] }));
    expect(error).toMatchObject({ name: 'SchemaMismatchError', cause: expect.any(Error) });
    expect(inspect(error, { depth: 20 }) + JSON.stringify(error) + error.stack).not.toContain(KEY);
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

  it.each<[string, string]>([
    ['{"headers":{"Cookie":"sid=topsecret99; theme=dark","Authorization":"Bearer page-secret"}}', 'topsecret99'],
    ['{"scrapeOptions":{"headers":{"X-Api-Key":"page-secret"}}}', 'page-secret'],
    ['{"webhook":{"headers":{"Authorization":"Bearer hook-secret"}}}', 'hook-secret'],
    ['{"headers":{"x-password":"hunter2-hunter2"}}', 'hunter2-hunter2'],
  ])('of somebody else that the request carries in %s is as secret', async (body, secret) => {
    await using server = await MisbehavingServer.start(
      failing(400, `Bad headers: ${secret}`, {
        details: [{ path: ['headers'], message: `${secret}?`, got: [secret] }],
      }),
    );
    const error = await failureOf(sender(server.url).send({}, { body }));
    // Some of these bodies also get a hint, about a field of another place.
    const [message] = error.message.split(' headers belongs');
    expect(message).toBe('searchWeb failed with 400: Bad headers: [redacted]: headers: [redacted]?.');
    expect(everythingOf(error)).not.toContain(secret);
  });

  it('of a page is in no error about a file that contains it', async () => {
    await using server = await MisbehavingServer.start(failing(400, 'Bad headers: page-secret'));
    const body = new FormData();
    body.append('options', '{"headers":{"Cookie":"page-secret"}}');
    expect(everythingOf(await failureOf(sender(server.url).send({}, { body })))).not.toContain('page-secret');
  });

  it('that a middleware adds is secret as well', async () => {
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

  it('can be redacted from a successful response', async () => {
    await using server = await MisbehavingServer.start(ok);
    const { redact } = await sender(server.url).send();
    expect(redact(`failed for ${KEY}`)).toBe('failed for [redacted]');
  });
});
