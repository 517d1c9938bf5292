import { describe, expect, it } from 'vitest';
import { neverConnected } from './network.js';

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
