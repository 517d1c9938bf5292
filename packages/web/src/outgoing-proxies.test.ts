import { describe, expect, test } from 'vitest';
import { createOutgoingProxies, matchesHost, readProxy } from './outgoing-proxies.js';

test('a proxy is a URL whose fragment says what it is for', () => {
  const text =
    'http://user:p%40ss@proxy.example:8080#name=berlin&country=DE&kind=enhanced&hosts=*.shop.example,b.example';
  expect(readProxy(text)).toEqual({
    name: 'berlin',
    protocol: 'http',
    host: 'proxy.example',
    port: 8080,
    username: 'user',
    password: 'p@ss',
    kind: 'enhanced',
    country: 'DE',
    hosts: ['*.shop.example', 'b.example'],
  });
  expect(readProxy('socks5h://[::1]', 3)).toMatchObject({
    name: 'proxy 3',
    protocol: 'socks5',
    host: '::1',
    port: 1080,
  });
});

test.each([
  'proxy.example:8080',
  'ftp://proxy.example',
  'http://proxy.example/path',
  'http://proxy.example?x=1',
  'http://proxy.example#country=Germany',
  'http://proxy.example#kind=fast',
  'http://proxy.example#colour=red',
  'http://proxy.example#name=',
  'http://user:100%@proxy.example',
])('this is none: %s', (text) => {
  expect(readProxy(text)).toBeUndefined();
});

describe('the proxy for a request', () => {
  const named = (proxies: readonly string[], proxyRotation: 'host' | 'request' = 'host') => {
    const outgoing = createOutgoingProxies({ proxies, proxyRotation });
    return (...request: Parameters<typeof outgoing.choose>) => outgoing.choose(...request)?.name;
  };

  test('is none where there is none for the host', () => {
    expect(named([])('a.example')).toBeUndefined();
    const choose = named(['http://one#name=one&hosts=*.shop.example,b.example']);
    expect(['shop.example', 'a.shop.example', 'B.example', 'c.b.example'].map((host) => choose(host))).toEqual([
      undefined,
      'one',
      'one',
      undefined,
    ]);
  });

  test('is the same for a host, and all have their share', () => {
    const choose = named(['http://one#name=one', 'http://two#name=two', 'http://three#name=three']);
    const hosts = Array.from({ length: 60 }, (_, index) => `host-${index}.example`);
    for (const host of hosts) expect(choose(host)).toBe(choose(host));
    expect(new Set(hosts.map((host) => choose(host))).size).toBe(3);
  });

  test('is the next one for each request, if they rotate', () => {
    const choose = named(['http://one#name=one', 'http://two#name=two'], 'request');
    expect([choose('a.example'), choose('a.example'), choose('a.example')]).toEqual(['one', 'two', 'one']);
  });

  test('has the kind that the request wants, if there is one', () => {
    const choose = named(['http://one#name=one', 'http://two#name=two&kind=enhanced']);
    expect(choose('a.example')).toBe('one');
    expect(choose('a.example', { kind: 'enhanced' })).toBe('two');
    expect(named(['http://one#name=one'])('a.example', { kind: 'enhanced' })).toBe('one');
    expect(named(['http://two#name=two&kind=enhanced'])('a.example')).toBeUndefined();
  });

  test('is in the country that the request wants, if there is one, and else in none', () => {
    const choose = named(['http://de#name=de&country=DE', 'http://any#name=any']);
    expect(choose('a.example', { country: 'DE' })).toBe('de');
    expect(choose('a.example', { country: 'FR' })).toBe('any');
    expect(choose('a.example')).toBe('any');
    expect(named(['http://de#name=de&country=DE'])('a.example')).toBe('de');
  });
});

test('a pattern with a star is for the hosts below a name, and no other', () => {
  expect(matchesHost('a.example.com', '*.example.com')).toBe(true);
  expect(matchesHost('example.com', '*.example.com')).toBe(false);
  expect(matchesHost('badexample.com', '*.example.com')).toBe(false);
  expect(matchesHost('example.com', 'example.com')).toBe(true);
  expect(matchesHost('example.com.', 'example.com')).toBe(true);
  expect(matchesHost('a.example.com.', '*.example.com')).toBe(true);
});
