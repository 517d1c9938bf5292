import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failing, json, MisbehavingServer } from '../test/misbehaving-server.js';
import { failureOf } from '../test/sending.js';
import { VirtualClock } from '../test/virtual-clock.js';
import { ConfigurationError } from './errors/index.js';
import * as operations from './generated/operations.js';
import type { TrawlOptions } from './request/connection.js';
import type { Middleware } from './transport/middleware.js';
import { Trawl } from './trawl.js';

const baseUrl = 'http://127.0.0.1:3002';

afterEach(() => vi.unstubAllEnvs());

describe('a client is refused', () => {
  it.each<[string, TrawlOptions]>([
    ['baseUrl', {}],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: '127.0.0.1:3002' }],
    ['baseUrl', { baseUrl: 'ftp://127.0.0.1' }],
    ['baseUrl', { baseUrl: `${baseUrl}?team=1` }],
    ['baseUrl', { baseUrl: `${baseUrl}#v2` }],
    ['baseUrl', { baseUrl: 'http://me:hush-hush@127.0.0.1:3002' }],
    ['apiKey', { baseUrl, apiKey: '' }],
    ['apiKey', { baseUrl, apiKey: 'hush\nhush' }],
    ['headers', { baseUrl, headers: { authorization: 'hush\nhush' } }],
    ['headers', { baseUrl, headers: { 'hush hush': 'x' } }],
    ['timeoutMs', { baseUrl, timeoutMs: Number.NaN }],
    ['timeoutMs', { baseUrl, timeoutMs: -1 }],
    ['totalTimeoutMs', { baseUrl, totalTimeoutMs: Number.NaN }],
    ['maxRetries', { baseUrl, maxRetries: -1 }],
    ['maxRetries', { baseUrl, maxRetries: Number.NaN }],
  ])('for its %s: %j', async (option, options) => {
    vi.stubEnv('TRAWL_BASE_URL', '');
    vi.stubEnv('TRAWL_API_KEY', '');
    const error = await failureOf((async () => new Trawl(options))());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(option);
    expect(error.message).toMatch(/^[^`]+\.$/);
    expect(inspect(error)).not.toMatch(/hush[\s\S]hush/);
  });
});

it('every operation names the method that calls it', () => {
  const trawl = new Trawl({ baseUrl });
  const methods = Object.values(operations).map(({ sdkMethod }) => sdkMethod);
  const find = (path: string): unknown => path.split('.').reduce((here, name) => Reflect.get(here, name), trawl);
  expect(methods.length).toBeGreaterThan(50);
  expect(methods.filter((path) => typeof find(path) !== 'function')).toEqual([]);
});

it('the placeholder of the documentation is named as one', () => {
  const create = () => new Trawl({ baseUrl, apiKey: '…' });
  expect(create).toThrow('apiKey cannot be sent: it is a placeholder.');
});

describe('a copy with other options', () => {
  it('has those, and all others of the client', async () => {
    await using server = await MisbehavingServer.start(failing(503));
    const options = { baseUrl: server.url, apiKey: 'first', maxRetries: 1, clock: new VirtualClock() };
    const trawl = new Trawl(options);
    const copy = trawl.withOptions({ apiKey: 'second', headers: { 'x-team': 'one' } });
    expect(copy).toBeInstanceOf(Trawl);
    for (const client of [copy, trawl]) await failureOf(client.search('a'));
    expect(server.received.map(({ headers }) => [headers.authorization, headers['x-team']])).toEqual([
      ['Bearer second', 'one'],
      ['Bearer second', 'one'],
      ['Bearer first', undefined],
      ['Bearer first', undefined],
    ]);
  });

  it('refuses what the client would refuse', () => {
    expect(() => new Trawl({ baseUrl }).withOptions({ timeoutMs: -1 })).toThrow(ConfigurationError);
  });
});

const VARIABLES = ['TRAWL_BASE_URL', 'TRAWL_API_KEY', 'TRAWL_LOG', 'FIRECRAWL_API_URL', 'FIRECRAWL_API_KEY'];

/** Sets these variables, and none of the others that the SDK reads. */
function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const name of VARIABLES) vi.stubEnv(name, variables[name]);
}

describe('the environment', () => {
  it('gives what the options do not', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: {} }));
    vi.stubEnv('TRAWL_BASE_URL', server.url);
    vi.stubEnv('TRAWL_API_KEY', 'from-the-environment');
    await new Trawl().search('anchors');
    await new Trawl({ apiKey: 'from-the-options' }).search('anchors');
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer from-the-environment',
      'Bearer from-the-options',
    ]);
  });

  it.each<[string, Record<string, string>, TrawlOptions, string | undefined]>([
    ['where ours are not set', { FIRECRAWL_API_KEY: 'their-key' }, {}, 'Bearer their-key'],
    ['without a key', {}, {}, undefined],
    ['with a key of the options', { FIRECRAWL_API_KEY: 'their-key' }, { apiKey: 'given' }, 'Bearer given'],
  ])('of the official client is read as a pair: %s', async (_, variables, options, authorization) => {
    await using server = await MisbehavingServer.start(json({ success: true, data: {} }));
    setVariables({ FIRECRAWL_API_URL: server.url, ...variables });
    await new Trawl(options).search('anchors');
    expect(server.received[0]?.headers.authorization).toBe(authorization);
  });

  it.each<[string, (url: string) => Record<string, string>, (url: string) => TrawlOptions]>([
    ['TRAWL_BASE_URL', (url) => ({ TRAWL_BASE_URL: url }), () => ({})],
    ['baseUrl', () => ({}), (baseUrl) => ({ baseUrl })],
  ])('of the official client sends no key to %s', async (_, variables, options) => {
    await using server = await MisbehavingServer.start(json({ success: true, data: {} }));
    setVariables({
      FIRECRAWL_API_URL: 'http://elsewhere.test',
      FIRECRAWL_API_KEY: 'their-key',
      ...variables(server.url),
    });
    await new Trawl(options(server.url)).search('anchors');
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('of the official client does not get our key', () => {
    setVariables({ FIRECRAWL_API_URL: 'http://elsewhere.test', TRAWL_API_KEY: 'our-key' });
    expect(() => new Trawl()).toThrow('baseUrl (or TRAWL_BASE_URL) is missing');
  });

  it('turns on a log of every attempt, one line each, without a secret', async () => {
    await using server = await MisbehavingServer.start(failing(503), json({ success: true, data: {} }));
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    setVariables({ TRAWL_LOG: 'debug' });
    const seen: string[] = [];
    const middleware: Middleware = (request, next) => {
      seen.push(request.url);
      return next(request);
    };
    const clock = new VirtualClock();
    await new Trawl({ baseUrl: server.url, apiKey: 'hush-hush', clock, middleware: [middleware] }).search('anchors');
    setVariables({ TRAWL_LOG: '' });
    await new Trawl({ baseUrl: server.url, clock }).search('anchors');
    const text = lines.mock.calls.flat().join('\n');
    lines.mockRestore();
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^trawl \{"operation":"searchWeb","attempt":1,"method":"POST","path":"\/v2\/search".*"status":503/,
      ),
      expect.stringMatching(/^trawl .*"attempt":2.*"status":200/),
    ]);
    expect(text).not.toMatch(/hush|anchors/);
    expect(seen).toHaveLength(2);
  });

  it('is as good as absent when it is empty', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: {} }));
    vi.stubEnv('TRAWL_API_KEY', '');
    await new Trawl({ baseUrl: server.url }).search('anchors');
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });
});
