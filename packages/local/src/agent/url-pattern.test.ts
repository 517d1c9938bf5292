import { expect, test } from 'vitest';
import { urlPattern, urlPatternFault } from './url-pattern.js';

const SITE = 'https://example.com';
const PATHS = [
  '/',
  '/a',
  '/x/a',
  '/x/y/a',
  '/docs',
  '/docs/',
  '/docs/a',
  '/docs/x/a',
  '/docs/x/api/b',
  '/docsite',
  '/blog-1',
];

test.each([
  ['/*', '/', PATHS],
  ['/**', '/', PATHS],
  ['/docs/*', '/docs/', ['/docs', '/docs/', '/docs/a', '/docs/x/a', '/docs/x/api/b']],
  ['/docs/**', '/docs/', ['/docs', '/docs/', '/docs/a', '/docs/x/a', '/docs/x/api/b']],
  ['/*/a', '/', ['/x/a', '/docs/a']],
  ['/**/a', '/', ['/a', '/x/a', '/x/y/a', '/docs/a', '/docs/x/a']],
  ['/docs/**/api/*', '/docs/', ['/docs/x/api/b']],
  ['/blog-*', '/', ['/blog-1']],
  ['/d*s/', '/', ['/docs', '/docs/']],
])('%s stands for pages below %s', (path, base, expected) => {
  const pattern = urlPattern(`${SITE}${path}`);
  expect(pattern?.bases).toEqual([`${SITE}${base}`, ...(base === '/' ? [] : [`${SITE}/docs`])]);
  expect(PATHS.filter((candidate) => pattern?.matches(`${SITE}${candidate}`))).toEqual(expected);
});

test('a pattern knows a path by its characters', () => {
  const pattern = urlPattern(`${SITE}/日本/*`);
  expect(pattern?.matches(`${SITE}/%e6%97%a5%e6%9c%ac/%E5%86%99`)).toBe(true);
  expect(urlPattern(`${SITE}/%7Ejoe/*`)?.matches(`${SITE}/~joe/a`)).toBe(true);
});

test('a URL without a wildcard is a page', () => {
  expect(urlPattern(`${SITE}/docs`)).toBeUndefined();
  expect(urlPatternFault(`${SITE}/docs?page=1`)).toBeUndefined();
  expect(urlPatternFault(`${SITE}/docs/*?page=1`)).toBeUndefined();
});

test.each(['https://*.example.com/', 'https://example.com/docs?page=*', 'https://example.com/*#*'])(
  'a wildcard outside of the path is a fault: %s',
  (url) => expect(urlPatternFault(url)).toBe('has a `*` outside of its path'),
);

test('a pattern of many wildcards takes no time', () => {
  const pattern = urlPattern(`${SITE}${'/**/*a*'.repeat(20)}/end`);
  const started = performance.now();
  expect(pattern?.matches(`${SITE}${'/aaaaaaaa'.repeat(60)}`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
