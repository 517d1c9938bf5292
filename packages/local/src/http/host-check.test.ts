import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { Addresses } from './addresses.js';
import type { CallEnv, Edge } from './call.js';
import { type HostCheckOptions, hostCheck } from './host-check.js';
import { nativeResponse } from './reply.js';

/** The status for a request through a proxy that says that its client has called this host. */
async function statusFor(host: string, options: Partial<HostCheckOptions> = {}): Promise<number> {
  const check = hostCheck({ host: '127.0.0.1', allowedHosts: [], publicUrl: undefined, ...options });
  const app = new Hono<CallEnv>().use(new Addresses({ trustedProxies: ['127.0.0.1'] }).step, check);
  app.get('/', () => new Response());
  const request = new Request('http://127.0.0.1/', { headers: { 'x-forwarded-host': host } });
  const edge: Edge = { incoming: { socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage };
  return nativeResponse(await app.fetch(request, edge), edge).status;
}

test.each([
  'localhost',
  'LOCALHOST:3002',
  'a.b.localhost',
  '127.0.0.1',
  '127.9.9.9:80',
  '[::1]:3002',
  'trawl_1.example',
])('answers by the name %s', async (host) => {
  expect(await statusFor(host, { allowedHosts: ['trawl_1.example'] })).toBe(200);
});

test('what is no host name is refused, whatever stands in it', async () => {
  // All that a header can have, but what a name has and the comma that separates the values of several proxies.
  const separators = Array.from({ length: 0xff }, (_, code) => String.fromCharCode(code)).filter((each) =>
    /[^\p{Cc}\w.,:\s-]/u.test(each),
  );
  const parts = fc.constantFrom('evil.com', 'localhost', '127.0.0.1', '[::1]', 'a', '', ':80', '@', '//');
  const hosts = fc
    .tuple(
      parts,
      fc.constantFrom(...separators),
      parts,
      fc.constantFrom('.localhost', 'localhost', '.trawl.example', '[::1]'),
    )
    .map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(hosts, fc.constantFrom('127.0.0.1', '0.0.0.0'), async (host, listening) => {
      fc.pre(!/^\[::1\]$/.test(host));
      expect(await statusFor(host, { host: listening, allowedHosts: ['trawl.example'] })).toBe(403);
    }),
  );
});

test.each([
  'evil.com/.localhost',
  'evil.com?.localhost',
  'evil.com:80/.localhost',
  'me@x.localhost',
  'evil.com\\.localhost',
  '[127.0.0.1]',
  '[localhost]',
  '..localhost',
  `${'a'.repeat(64)}.localhost`,
  '',
  ':80',
])('refuses %s', async (host) => {
  expect(await statusFor(`${host} `, { host: '0.0.0.0' })).toBe(host === '' ? 200 : 403);
});
