import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, ResponseFormatError } from '../errors/index.js';
import { advance, pointsBack, positionKey, positionOf, skipOf } from './position.js';

const HERE = '/v2/crawl/1?skip=100';

describe('positionOf', () => {
  it.each([
    ['an absolute link', 'http://api.test/v2/crawl/1?skip=200'],
    ['a link to another host', 'https://evil.test:99/v2/crawl/1?skip=200'],
    ['a link without a host', '/v2/crawl/1?skip=200'],
    ['a link that is only a query', '?skip=200'],
    ['a link with user and fragment', 'http://u:p@x/v2/crawl/1?skip=200#end'],
    ['a link with the path of a base URL', 'http://x/base/v2/crawl/1?skip=200'],
    ['a link with a slash at the end of its path', '/v2/crawl/1/?skip=200'],
    ['a link to the same job by its other route', '/v2/batch/scrape/1?skip=200'],
    ['an attempt to climb out', 'http://x/base/../../v2/crawl/1?skip=200'],
  ])('of %s is its query at the path of the listing', (_, link) => {
    expect(positionOf(link, HERE)).toBe('/v2/crawl/1?skip=200');
  });

  it.each([
    'http://',
    'mailto:evil.test',
    'mailto:1',
    'a:.evil.test',
    'garbage',
    '/v2/crawl/2?skip=200',
    '/v2/crawl/11?skip=200',
    '/v2/crawl/1/errors?skip=200',
    '/v2/crawl/%zz?skip=200',
  ])('refuses %s, which leads elsewhere', (link) => {
    const refusal = new ResponseFormatError('The `next` link leads to no page of /v2/crawl/1.');
    expect(() => positionOf(link, HERE)).toThrow(refusal);
    const cursor = new ConfigurationError('cursor leads to no page of /v2/crawl/1.');
    expect(() => positionOf(link, HERE, 'cursor', ConfigurationError)).toThrow(cursor);
  });

  it('never leads to another origin, or to another path', () => {
    const links = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.webUrl({ withQueryParameters: true }).map((url) => url.replace(/\/?($|\?)/, '/1$1')),
      fc.string(),
      fc.string().map((rest) => `//${rest}/1`),
      fc.string().map((rest) => `http://u@${rest}/1`),
      fc.string().map((rest) => `a:${rest}/1`),
    );
    fc.assert(
      fc.property(links, (link) => {
        let position: string;
        try {
          position = positionOf(link, HERE);
        } catch (error) {
          expect(error).toBeInstanceOf(ResponseFormatError);
          return;
        }
        expect(position.replace(/\?.*/s, '')).toBe('/v2/crawl/1');
        expect(new URL(`http://api.test:81/a/b${position}`).href).toMatch(
          /^http:\/\/api\.test:81\/a\/b\/v2\/crawl\/1($|\?)/,
        );
      }),
    );
  });
});

describe('leadsBack', () => {
  it.each([
    ['/v2/crawl/1?skip=99', true],
    ['/v2/crawl/1?skip=0', true],
    ['/v2/crawl/1?skip=100', false],
    ['/v2/crawl/1?skip=101', false],
    ['/v2/crawl/1?cursor=a', false],
  ])('of %s is %s', (link, expected) => {
    expect(pointsBack(link, HERE)).toBe(expected);
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
