import { afterAll, describe, expect, test } from 'vitest';
import { createPathMatcher } from './path-matcher.js';
import { createPathRules, type PathRuleOptions, refuseInvalidPaths } from './path-rules.js';

// Each expression that never ends takes the deadline twice.
const matcher = createPathMatcher({ deadlineMs: 500 });
afterAll(() => matcher.close());

function rules(options: PathRuleOptions, signal = new AbortController().signal) {
  let matches = 0;
  const match: typeof matcher.match = (work, options) => {
    matches += 1;
    return matcher.match(work, options);
  };
  const { exclusionReasons } = createPathRules(options, match, { owner: { team: 'a', job: 'a' }, signal });
  return {
    exclusionReasons: (...paths: string[]) =>
      exclusionReasons(paths.map((path) => new URL(path, 'https://site.example'))),
    matches: () => matches,
  };
}

test.each([
  ['is invalid', '('],
  ['is too long', 'a'.repeat(10_001)],
])('an expression that %s is refused with its path', (_, expression) => {
  expect(() => refuseInvalidPaths({ excludePaths: ['/a', expression] })).toThrow(
    expect.objectContaining({
      code: 'BAD_REQUEST',
      facts: expect.objectContaining({ details: [expect.objectContaining({ path: ['excludePaths', 1] })] }),
    }),
  );
});

test('excluded and not included paths are refused with the reason', async () => {
  const { exclusionReasons } = rules({ includePaths: ['^/blog', '^/$'], excludePaths: ['/(?=old)', '/tags/'] });
  expect(await exclusionReasons('/', '/blog/a', '/blog/old/b', '/shop?page=/blog')).toEqual([
    undefined,
    undefined,
    'excludePaths leaves it out, by /(?=old)',
    'no expression of includePaths matches it',
  ]);
});

test.each([
  ['^/日本/', '/日本/写真', '/%e6%97%a5%e6%9c%ac/%e5%86%99', '/%E6%97%A5%E6%9C%AC/'],
  ['^/%e6%97%a5%E6%9c%ac/', '/日本/写真', '/%e6%97%a5%e6%9c%ac/', '/%E6%97%A5%E6%9C%AC/'],
  ['/(новости|über)/', '/новости/1', '/%d1%83/%C3%BCber/', '/u%CC%88ber/'],
  ['^/(?!de/)[^/]+/ü', '/en/ü', '/日/%c3%bc', '/%66r/%C3%BC'],
  ['^/~joe/', '/%7Ejoe/', '/~joe/', '/%7ejoe/a'],
  ['^/a%20b%2Fc%5e', '/a b%2Fc^', '/a%20b%2fc%5E', '/a%20b%2Fc^'],
  ['%[0-9a-f]{2}', '/%e6', '/%2fa', '/x%e6%97%a5'],
])('the expression %s knows a path by its characters', async (expression, ...paths) => {
  const { exclusionReasons } = rules({ includePaths: [expression] });
  expect(await exclusionReasons(...paths)).toEqual(paths.map(() => undefined));
  expect(await exclusionReasons('/other', '/de/x')).not.toContain(undefined);
});

test('without expressions or URLs nothing is matched', async () => {
  const none = rules({});
  expect(await none.exclusionReasons('/a', '/b')).toEqual([undefined, undefined]);
  const some = rules({ includePaths: ['^/a'] });
  expect(await some.exclusionReasons()).toEqual([]);
  expect([none.matches(), some.matches()]).toEqual([0, 0]);
});

describe('expressions that never end', () => {
  const path = `/${'a'.repeat(60)}!`;
  const endless = (count: number) => Array.from({ length: count }, (_, index) => `(a+)+${index}$`);

  test('exclude every later page as well', async () => {
    const { exclusionReasons, matches } = rules({ excludePaths: ['/b', '(a+)+$'] });
    const reason = 'the expression (a+)+$ in excludePaths takes too long to match; write one without nested repetition';
    expect(await exclusionReasons('/c', path)).toEqual([reason, reason]);
    const before = matches();
    expect(await exclusionReasons('/c')).toEqual([reason]);
    expect(matches()).toBe(before);
  });

  test('take the same time when there are many of them, or many concurrent pages', async () => {
    const { exclusionReasons, matches } = rules({ excludePaths: endless(40), includePaths: endless(40) });
    const reasons = await Promise.all(Array.from({ length: 10 }, () => exclusionReasons(path)));
    expect(reasons.flat()).toEqual(Array(10).fill(expect.stringContaining('the expression (a+)+0$ in excludePaths')));
    expect(matches()).toBe(2);
  });

  test('do not delay other crawls', async () => {
    const pending = rules({ excludePaths: ['(a+)+$'] }).exclusionReasons(path);
    expect(await rules({ excludePaths: ['/b'] }).exclusionReasons('/a')).toEqual([undefined]);
    await pending;
  });

  test('are aborted with their crawl', async () => {
    const reason = new Error('Not needed any more.');
    const controller = new AbortController();
    const pending = rules({ excludePaths: ['(a+)+$'] }, controller.signal).exclusionReasons(path);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
});
