import { describe, expect, test } from 'vitest';
import { Addresses } from './addresses.js';

const CALL = 'http://127.0.0.1:3002/v2/search';

function request(headers: Record<string, string>): Request {
  return new Request(CALL, { headers });
}

const FORWARDED = {
  host: '127.0.0.1:3002',
  'x-forwarded-host': 'trawl.example.com',
  'x-forwarded-proto': 'https',
};

describe('what a proxy says of the address counts', () => {
  test.each([
    ['10.0.0.7', ['10.0.0.7']],
    ['10.0.0.7', ['192.0.2.1', '10.0.0.0/8']],
    ['::ffff:10.0.0.7', ['10.0.0.0/8']],
    ['2001:db8::7', ['2001:db8::/32']],
  ])('from %s, with the trusted proxies %j', (sender, trustedProxies) => {
    const addresses = new Addresses({ trustedProxies });
    const call = request(FORWARDED);
    const address = addresses.of(call, sender);
    expect(address.host).toBe('trawl.example.com');
    expect(address.baseUrl).toBe('https://trawl.example.com');
  });
});

describe('what others say of it does not', () => {
  test.each([
    ['10.0.0.8', ['10.0.0.7']],
    ['11.0.0.7', ['10.0.0.0/8']],
    ['::1', ['127.0.0.1']],
    ['10.0.0.7', []],
    [undefined, ['10.0.0.7']],
  ])('from %s, with the trusted proxies %j', (sender, trustedProxies) => {
    const addresses = new Addresses({ trustedProxies });
    const call = request(FORWARDED);
    const address = addresses.of(call, sender);
    expect(address.baseUrl).toBe('http://127.0.0.1:3002');
  });
});

test('a proxy that forwards the host and says nothing of it is called by its Host', () => {
  const addresses = new Addresses({ trustedProxies: ['127.0.0.1'] });
  const call = request({ host: 'trawl.example.com', 'x-forwarded-proto': 'https' });
  const address = addresses.of(call, '127.0.0.1');
  expect(address.baseUrl).toBe('https://trawl.example.com');
});

test('of several proxies the one next to the client counts, and no scheme but https changes the URL', () => {
  const addresses = new Addresses({ trustedProxies: ['127.0.0.1'] });
  const call = request({ 'x-forwarded-host': 'outer.example, inner.example', 'x-forwarded-proto': 'ftp, https' });
  const address = addresses.of(call, '127.0.0.1');
  expect(address.baseUrl).toBe('http://outer.example');
});

test('the public URL begins all URLs, and its host is one of the server', () => {
  const addresses = new Addresses({ publicUrl: 'https://trawl.example.com/' });
  const address = addresses.of(request({ host: '127.0.0.1:3002' }), undefined);
  expect(address.baseUrl).toBe('https://trawl.example.com');
  expect(address.hosts).toEqual(['127.0.0.1:3002', 'trawl.example.com']);
});
