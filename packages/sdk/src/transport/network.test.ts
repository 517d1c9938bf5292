import { describe, expect, it } from 'vitest';
import { isNetworkFailure, neverConnected } from './network.js';

const withCode = (code: string, message = ''): Error => Object.assign(new Error(message), { code });
const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

describe('a connection that never came about', () => {
  it.each([
    ['Node, refused', failed(withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'))],
    ['Node, refused on every address', failed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))],
    ['Node, unknown host', failed(withCode('ENOTFOUND'))],
    ['Node, name service away', failed(withCode('EAI_AGAIN'))],
    ['Node, no route', failed(withCode('EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:80'))],
    ['Node, no connection in time', failed(withCode('UND_ERR_CONNECT_TIMEOUT'))],
    ['Node, a port that fetch never uses', failed(new Error('bad port'))],
    ['Bun, refused', withCode('ConnectionRefused')],
    ['Bun, no socket', withCode('FailedToOpenSocket')],
    [
      'Deno, refused',
      new TypeError('error sending request: client error (Connect): tcp connect error: Connection refused'),
    ],
    ['Deno, unknown host', new TypeError('client error (Connect): dns error: failed to lookup address')],
  ])('is known from %s', (_, error) => {
    expect(neverConnected(error)).toBe(true);
  });

  it.each([
    ['a reset', failed(withCode('ECONNRESET', 'read ECONNRESET'))],
    ['a route that was lost', failed(withCode('EHOSTUNREACH', 'read EHOSTUNREACH'))],
    ['a closed socket', failed(withCode('UND_ERR_SOCKET', 'other side closed'))],
    ['a silent platform', new TypeError('Failed to fetch')],
    ['no error at all', 'refused'],
    ['nothing', undefined],
  ])('is not taken for granted after %s', (_, error) => {
    expect(neverConnected(error)).toBe(false);
  });
});

const errorOf = (message: string, fields: object = {}, Kind = Error) => Object.assign(new Kind(message), fields);

describe('a failure of the network is', () => {
  it.each<[string, unknown]>([
    ['of Node.js', errorOf('fetch failed', { cause: errorOf('', { code: 'ECONNRESET' }) }, TypeError)],
    ['of Node.js, of a lost body', errorOf('terminated', {}, TypeError)],
    ['of a certificate', errorOf('x', { cause: errorOf('', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }, TypeError)],
    ['of a dispatcher', errorOf('x', { code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['of Chromium', errorOf('Failed to fetch', {}, TypeError)],
    ['of Firefox', errorOf('NetworkError when attempting to fetch resource.', {}, TypeError)],
    ['of Safari', errorOf('Load failed', {}, TypeError)],
    ['of React Native', errorOf('Network request failed', {}, TypeError)],
    ['of Bun', errorOf('Unable to connect', { code: 'ConnectionRefused' })],
    ['of Deno', errorOf('error sending request for url (http://a/)', {}, TypeError)],
    ['of Workers', errorOf('Network connection lost.')],
    ['of a signal in a fetch of your own', new DOMException('x', 'TimeoutError')],
    ['text', 'offline'],
    ['nothing', undefined],
  ])('one %s', (_, error) => expect(isNetworkFailure(error)).toBe(true));

  it.each<[string, unknown]>([
    [
      'what Next.js throws for a page that it cannot render in advance',
      errorOf('Dynamic server usage: no-store fetch', { digest: 'DYNAMIC_SERVER_USAGE' }),
    ],
    ['what Next.js throws elsewhere', errorOf('Page with `dynamic = "error"`', { code: 'NEXT_STATIC_GEN_BAILOUT' })],
    ['what React waits for', Promise.resolve()],
    ['what React postpones', { $$typeof: Symbol.for('react.postpone') }],
    ['a mistake in a fetch of your own', errorOf("Cannot read properties of undefined (reading 'a')", {}, TypeError)],
    ['a rule of your own', errorOf('This host is not allowed.', { code: 'not-allowed' })],
  ])('not %s', (_, error) => expect(isNetworkFailure(error)).toBe(false));
});
