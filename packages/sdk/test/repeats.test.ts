import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, ResponseFormatError } from '../src/errors/index.js';
import {
  type Behaviour,
  empty,
  failing,
  half,
  json,
  MisbehavingServer,
  page,
  raw,
  refusingUrl,
  reset,
} from './misbehaving-server.js';
import { failureOf, sender, starting } from './sending.js';

const ok = json({ success: true, data: { web: [] } });

describe('a call that is safe to repeat', () => {
  it.each<[string, Behaviour]>([
    ['a reset connection', reset],
    ['half a body', half()],
    ['503 with half a body', half(503)],
    ['JSON that is cut off', raw('{"success":true,"da')],
    ['nothing where there is a result', empty()],
    ['something that is no object', raw('OK', 200, 'text/plain')],
    ['408', failing(408)],
    ['429', failing(429)],
    ['500', failing(500)],
    ['502 with a web page', page(502)],
    ['503 without a body', empty(503)],
    ['504 with words', raw('upstream timed out', 504, 'text/plain')],
  ])('is repeated after %s', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour, behaviour, ok);
    const { send, clock } = sender(server.url);
    await expect(send()).resolves.toMatchObject({ data: { data: { web: [] } }, attempts: 3 });
    expect(server.received).toHaveLength(3);
    expect(clock.waits).toEqual([250, 500]);
  });

  it('sends the same request each time', async () => {
    await using server = await MisbehavingServer.start(reset, failing(500), ok);
    await sender(server.url).send();
    const [first, ...others] = server.received;
    expect(first?.body).toBe('{"query":"sdk"}');
    expect(others.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/v2/search?q=1', body: first?.body },
      { method: 'POST', path: '/v2/search?q=1', body: first?.body },
    ]);
  });

  it('is repeated when the connection is refused', async () => {
    const { send } = sender(await refusingUrl());
    const error = await failureOf(send());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 3, retryable: true, operation: 'searchWeb' });
    expect(error.message).toMatch(/^searchWeb could not reach http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED .*\.$/);
  });

  // As Node.js 22 and 24 refuse a dispatcher of undici 8: test/runtimes/proxy.test.ts.
  it('is not repeated when its dispatcher is of another version of undici', async () => {
    const code = 'UND_ERR_INVALID_ARG';
    const cause = Object.assign(new Error('invalid onRequestStart method'), { code });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await failureOf(sender('http://127.0.0.1:9', { fetch }).send({ repeatSafe: false }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, retryable: false });
    expect(error.possiblyStarted).toBeUndefined();
    expect(error.message).toMatch(/^searchWeb was not sent, because its dispatcher is of another version of undici/);
  });

  it.each([400, 401, 402, 403, 404, 409, 410, 413, 422, 501])('is not repeated after %i', async (status) => {
    await using server = await MisbehavingServer.start(failing(status));
    await expect(sender(server.url).send()).rejects.toMatchObject({ status, attempts: 1, retryable: false });
    expect(server.received).toHaveLength(1);
  });

  it('is not repeated after a web page with 200, because the base URL is wrong', async () => {
    await using server = await MisbehavingServer.start(page());
    const error = await failureOf(sender(server.url).send());
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error).toMatchObject({ status: 200, attempts: 1 });
    expect(error.message).toBe('searchWeb was answered with a web page: check that baseUrl is the API.');
  });

  it('is not repeated after success: false, which is a final response', async () => {
    const dns = { code: 'SCRAPE_DNS_RESOLUTION_ERROR' };
    await using server = await MisbehavingServer.start(failing(200, 'The host does not resolve.', dns));
    const error = await failureOf(sender(server.url).send());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 200, code: 'SCRAPE_DNS_RESOLUTION_ERROR', attempts: 1 });
    expect(error.message).toBe(
      'searchWeb was answered with success: false SCRAPE_DNS_RESOLUTION_ERROR: The host does not resolve.',
    );
  });

  it('whose body is cut off is a lost connection, unless its status is an error', async () => {
    await using server = await MisbehavingServer.start(half());
    const lost = await failureOf(sender(server.url).send({ maxRetries: 0 }));
    expect(lost).toBeInstanceOf(ConnectionError);
    expect(lost.message).toMatch(/^searchWeb lost its connection to http:\/\/127\.0\.0\.1:\d+: .+\.$/);
    server.will(half(404));
    await expect(sender(server.url).send()).rejects.toMatchObject({ name: 'NotFoundError', attempts: 1 });
  });

  it('may return success: false as a result', async () => {
    await using server = await MisbehavingServer.start(failing(200, 'exit 1', { exitCode: 1 }));
    await expect(sender(server.url).send({ failureIsResult: true })).resolves.toMatchObject({ data: { exitCode: 1 } });
  });

  it.each<[string, Behaviour]>([
    ['204', empty(204)],
    ['an empty 200', empty()],
  ])('without a result succeeds with %s', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send({ emptyIsSuccess: true })).resolves.toMatchObject({
      data: undefined,
      attempts: 1,
    });
  });

  it.each<[string, Behaviour]>([
    ['a web page', page()],
    ['words', raw('Deleted.', 200, 'text/plain')],
  ])('without a result does not take %s for one', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour);
    await expect(sender(server.url).send({ emptyIsSuccess: true })).rejects.toBeInstanceOf(ResponseFormatError);
  });

  it('fails after the last retry with the last error', async () => {
    await using server = await MisbehavingServer.start(failing(500), failing(502), failing(503, 'Busy'));
    await expect(sender(server.url).send()).rejects.toMatchObject({ status: 503, attempts: 3 });
  });

  it.each([
    [0, 1],
    [1, 2],
    [5, 6],
  ])('with maxRetries %i is sent %i times', async (maxRetries, times) => {
    await using server = await MisbehavingServer.start(failing(500));
    await expect(sender(server.url).send({ maxRetries })).rejects.toMatchObject({ attempts: times });
    expect(server.received).toHaveLength(times);
  });
});

describe('a call that starts something', () => {
  it.each<[string, Behaviour]>([
    ['429', failing(429)],
    ['503', failing(503)],
  ])('is repeated after %s: it was turned away', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour, ok);
    await expect(sender(server.url).send(starting)).resolves.toMatchObject({ attempts: 2 });
  });

  it('is repeated when the connection is refused: it never arrived', async () => {
    const error = await failureOf(sender(await refusingUrl()).send(starting));
    expect(error).toMatchObject({ attempts: 3 });
    expect(error).not.toHaveProperty('possiblyStarted');
  });

  it.each<[string, Behaviour]>([
    ['a reset connection', reset],
    ['half a body', half()],
    ['500 with half a body', half(500)],
    ['JSON that is cut off', raw('{"success":tr')],
    ['a web page with 200', page()],
    ['408', failing(408)],
    ['500', failing(500)],
    ['502', page(502)],
    ['504', empty(504)],
  ])('is not repeated after %s, and says that it may have started', async (_, behaviour) => {
    await using server = await MisbehavingServer.start(behaviour);
    const error = await failureOf(sender(server.url).send(starting));
    expect(error).toMatchObject({ attempts: 1, possiblyStarted: true, operation: 'startCrawl' });
    expect(error.message).toMatch(/It may have been carried out: look before you repeat it\.$/);
    expect(server.received).toHaveLength(1);
  });

  it.each([400, 401, 409])('has certainly not started after %i', async (status) => {
    await using server = await MisbehavingServer.start(failing(status));
    const error = await failureOf(sender(server.url).send(starting));
    expect(error).not.toHaveProperty('possiblyStarted');
  });
});

describe('a storm', () => {
  it('does not get worse by retries: they end with the budget, and resume with successes', async () => {
    await using server = await MisbehavingServer.start(failing(500));
    const { send } = sender(server.url);
    for (let call = 0; call < 50; call++) await expect(send()).rejects.toMatchObject({ attempts: 3 });
    await expect(send()).rejects.toMatchObject({ attempts: 1 });
    server.will(ok);
    for (let call = 0; call < 5; call++) await send();
    server.will(failing(500));
    await expect(send()).rejects.toMatchObject({ attempts: 2 });
  });
});

describe('a DELETE', () => {
  const remove = (server: MisbehavingServer, emptyIsSuccess = true, method = 'DELETE') =>
    sender(server.url).send({ operation: 'deleteMonitor', emptyIsSuccess }, { path: '/v2/monitor/1', method });

  it.each<[string, Behaviour]>([
    ['502', failing(502)],
    ['a reset connection', reset],
    ['half an answer', half()],
  ])('has done its work if it finds nothing left after %s', async (_, lost) => {
    for (const status of [404, 409, 410]) {
      // What came in between says nothing of the first attempt.
      await using server = await MisbehavingServer.start(lost, failing(503), failing(status));
      const { response, attempts } = await remove(server);
      expect([response.status, attempts]).toEqual([status, 3]);
    }
  });

  it('that was turned away before finds what it says', async () => {
    for (const turnedAway of [429, 503]) {
      await using server = await MisbehavingServer.start(failing(turnedAway), failing(404));
      expect(await failureOf(remove(server))).toMatchObject({ name: 'NotFoundError', attempts: 2 });
    }
  });

  it('that never reached anybody before finds what it says', async () => {
    const away = new TypeError('fetch failed', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
    let asked = 0;
    const fetch = async () =>
      asked++ ? Response.json({ success: false, error: 'No such monitor' }, { status: 404 }) : Promise.reject(away);
    const { send } = sender('http://127.0.0.1:1', { fetch });
    const call = send(
      { operation: 'deleteMonitor', emptyIsSuccess: true },
      { path: '/v2/monitor/1', method: 'DELETE' },
    );
    expect(await failureOf(call)).toMatchObject({ name: 'NotFoundError', attempts: 2 });
  });

  it('that is refused for another reason, has a result, or is none, fails all the same', async () => {
    await using server = await MisbehavingServer.start(reset, failing(403));
    expect(await failureOf(remove(server))).toMatchObject({ name: 'PermissionDeniedError' });
    server.will(reset, failing(404));
    expect(await failureOf(remove(server, false))).toMatchObject({ name: 'NotFoundError' });
    server.will(reset, failing(404));
    expect(await failureOf(remove(server, true, 'PUT'))).toMatchObject({ name: 'NotFoundError' });
  });
});
