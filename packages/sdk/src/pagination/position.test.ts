import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseFormatError } from '../errors/index.js';
import { advance, positionKey, positionOf, skipOf } from './position.js';

const HERE = '/v2/crawl/1?skip=100';

describe('positionOf', () => {
  it.each([
    ['an absolute link', 'http://api.test/v2/crawl/1?skip=200', 'http://api.test', '/v2/crawl/1?skip=200'],
    ['a link to another host', 'https://evil.test:99/v2/crawl/1?skip=200', 'http://api.test', '/v2/crawl/1?skip=200'],
    ['a link without a host', '/v2/crawl/1?skip=200', 'http://api.test', '/v2/crawl/1?skip=200'],
    ['a link that is only a query', '?skip=200', 'http://api.test', '/v2/crawl/1?skip=200'],
    ['a link with user and fragment', 'http://u:p@x/v2/crawl/1?skip=2#end', 'http://api.test', '/v2/crawl/1?skip=2'],
    ['a link with the path of the base URL', 'http://x/base/v2/crawl/1?skip=2', 'http://x/base/', '/v2/crawl/1?skip=2'],
    ['a link without the path of the base URL', 'http://x/v2/crawl/1?skip=2', 'http://x/base', '/v2/crawl/1?skip=2'],
    ['a base path that the API’s own begins with', 'http://x/v2/crawl/1?skip=2', 'http://x/v2', '/v2/crawl/1?skip=2'],
    ['a path that only looks like the base path', 'http://x/basement/1', 'http://x/base', '/basement/1'],
    ['an attempt to climb out', 'http://x/base/../../v2/crawl/1', 'http://x/base', '/v2/crawl/1'],
  ])('of %s is a path and query below the base URL', (_, link, baseUrl, expected) => {
    expect(positionOf(link, HERE, baseUrl)).toBe(expected);
  });

  it.each(['http://', 'mailto:evil.test', 'a:.evil.test'])('refuses %s, which leads nowhere', (link) => {
    const refusal = new ResponseFormatError('The answer has a `next` link that leads nowhere.');
    expect(() => positionOf(link, HERE, 'http://x')).toThrow(refusal);
  });

  it('never leads a request to another origin', () => {
    const links = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
      fc.string().map((rest) => `//${rest}`),
      fc.string().map((rest) => `http://u@${rest}`),
      fc.string().map((rest) => `a:${rest}`),
    );
    const bases = fc.constantFrom('http://api.test', 'http://api.test/', 'http://api.test:81/a/b');
    fc.assert(
      fc.property(links, bases, (link, baseUrl) => {
        let position: string;
        try {
          position = positionOf(link, HERE, baseUrl);
        } catch (error) {
          expect(error).toBeInstanceOf(ResponseFormatError);
          return;
        }
        expect(new URL(baseUrl.replace(/\/$/, '') + position).origin).toBe(new URL(baseUrl).origin);
      }),
    );
  });
});

describe('positionKey', () => {
  it.each([
    ['/v2/crawl/1', '/v2/crawl/1?skip=0'],
    ['/v2/crawl/1', '/v2/crawl/1/?limit=50'],
    ['/v2/crawl/1?skip=100', '/v2/crawl/1?limit=100&skip=100'],
    ['/v2/monitor?a=1&b=2', '/v2/monitor?b=2&a=1&offset=0'],
  ])('is the same for %s and %s', (one, other) => {
    expect(positionKey(one)).toBe(positionKey(other));
  });

  it.each([
    ['/v2/crawl/1', '/v2/crawl/2'],
    ['/v2/crawl/1?skip=10', '/v2/crawl/1?skip=1'],
    ['/v2/crawl/1?cursor=a', '/v2/crawl/1?cursor=b'],
    ['/v2/crawl/1?page=0', '/v2/crawl/1'],
    ['/v2/crawl/1?a=1&b=2', '/v2/crawl/1?a=1b,2'],
  ])('tells %s from %s', (one, other) => {
    expect(positionKey(one)).not.toBe(positionKey(other));
  });
});

describe('advance', () => {
  it('moves on by as many items, and keeps everything else', () => {
    expect(advance('/v2/crawl/1', 3)).toBe('/v2/crawl/1?skip=3');
    expect(advance('/v2/crawl/1?limit=10&skip=40', 3)).toBe('/v2/crawl/1?limit=10&skip=43');
  });

  it('adds up', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        expect(skipOf(advance(advance('/v2/crawl/1', one), other))).toBe(one + other);
      }),
    );
  });
});
