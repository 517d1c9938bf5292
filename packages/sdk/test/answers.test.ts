import { describe, expect, it } from 'vitest';
import { ServerError } from '../src/errors/index.js';
import { type Behaviour, failing, json, MisbehavingServer, page, raw } from './misbehaving-server.js';
import { failureOf, sender } from './sending.js';

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
  ])('%s', async (_, behaviour, message) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send()).rejects.toMatchObject({ message: `searchWeb failed with ${message}` });
  });

  it('keeps no code that is none, and no cookie', async () => {
    await using server = await MisbehavingServer.start(failing(500, 'No', { code: 7 }, { 'set-cookie': 'a=b' }));
    const error = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(error).not.toHaveProperty('code');
    expect((error.headers as Headers).has('set-cookie')).toBe(false);
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
  await using server = await MisbehavingServer.start(json({ success: true }, 200, { 'x-request-id': 'r-2' }), json({}));
  const { send } = sender(server.url);
  await expect(send()).resolves.toMatchObject({ requestId: 'r-2', response: { status: 200 } });
  await expect(send()).resolves.toMatchObject({ requestId: undefined });
});
