import { afterAll, describe, expect, test } from 'vitest';
import { createPathMatcher } from './path-matcher.js';
import { createPathRules, type PathRuleOptions, refuseInvalidPaths } from './path-rules.js';

const matcher = createPathMatcher();
afterAll(() => matcher.close());

function rules(options: PathRuleOptions, signal = new AbortController().signal) {
  let asked = 0;
  const match: typeof matcher.match = (work, how) => {
    asked += 1;
    return matcher.match(work, how);
  };
  const { objectionsTo } = createPathRules(options, match, { lane: 'a', signal });
  return {
    objectionsTo: (...paths: string[]) => objectionsTo(paths.map((path) => new URL(path, 'https://site.example'))),
    asked: () => asked,
  };
}

test.each([
  ['is none', '('],
  ['is longer than any has to be', 'a'.repeat(10_001)],
])('an expression that %s is refused by its place', (_, expression) => {
  expect(() => refuseInvalidPaths({ excludePaths: ['/a', expression] })).toThrow(
    expect.objectContaining({
      status: 400,
      body: expect.objectContaining({ details: [expect.objectContaining({ path: ['excludePaths', 1] })] }),
    }),
  );
});

test('what is excluded or not included is kept out, and the reason is said', async () => {
  const { objectionsTo } = rules({ includePaths: ['^/blog', '^/$'], excludePaths: ['/(?=old)', '/tags/'] });
  expect(await objectionsTo('/', '/blog/a', '/blog/old/b', '/shop?page=/blog')).toEqual([
    undefined,
    undefined,
    'excludePaths leaves it out, by /(?=old)',
    'no expression of includePaths matches it',
  ]);
});

test('without expressions, or without URLs, nobody is asked', async () => {
  const none = rules({});
  expect(await none.objectionsTo('/a', '/b')).toEqual([undefined, undefined]);
  const some = rules({ includePaths: ['^/a'] });
  expect(await some.objectionsTo()).toEqual([]);
  expect([none.asked(), some.asked()]).toEqual([0, 0]);
});

describe('expressions that do not come to an end', () => {
  const path = `/${'a'.repeat(60)}!`;
  const endless = (count: number) => Array.from({ length: count }, (_, index) => `(a+)+${index}$`);

  test('keep every page out from then on, whose text they would match as well', async () => {
    const { objectionsTo, asked } = rules({ excludePaths: ['/b', '(a+)+$'] });
    const reason = 'the expression (a+)+$ in excludePaths takes too long to match; write one without nested repetition';
    expect(await objectionsTo('/c', path)).toEqual([reason, reason]);
    const before = asked();
    expect(await objectionsTo('/c')).toEqual([reason]);
    expect(asked()).toBe(before);
  });

  test('cost no more when they, or the pages at once, are many', async () => {
    const { objectionsTo, asked } = rules({ excludePaths: endless(40), includePaths: endless(40) });
    const objections = await Promise.all(Array.from({ length: 10 }, () => objectionsTo(path)));
    expect(objections.flat()).toEqual(
      Array(10).fill(expect.stringContaining('the expression (a+)+0$ in excludePaths')),
    );
    expect(asked()).toBe(2);
  });

  test('hold up no other crawl', async () => {
    const spinning = rules({ excludePaths: ['(a+)+$'] }).objectionsTo(path);
    expect(await rules({ excludePaths: ['/b'] }).objectionsTo('/a')).toEqual([undefined]);
    await spinning;
  });

  test('are stopped with their crawl', async () => {
    const reason = new Error('Not needed any more.');
    const controller = new AbortController();
    const spinning = rules({ excludePaths: ['(a+)+$'] }, controller.signal).objectionsTo(path);
    controller.abort(reason);
    await expect(spinning).rejects.toBe(reason);
  });
});
