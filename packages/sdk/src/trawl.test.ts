import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, MisbehavingServer } from '../test/misbehaving-server.js';
import { failureOf } from '../test/sending.js';
import type { TrawlOptions } from './calls/connection.js';
import { ConfigurationError } from './errors/index.js';
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

  it('is as good as absent when it is empty', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: {} }));
    vi.stubEnv('TRAWL_API_KEY', '');
    await new Trawl({ baseUrl: server.url }).search('anchors');
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });
});
