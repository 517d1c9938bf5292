import { describe, expect, it } from 'vitest';
import { createPolicy } from './policy.js';

describe('hosts', () => {
  const policy = createPolicy({ allowedHosts: ['example.com'], blockedHosts: ['private.example.com'] });

  it.each([
    ['https://example.com/a', true],
    ['https://docs.Example.com./a', true],
    ['https://user@example.com/a', true],
    ['https://private.example.com/a', false],
    ['https://notexample.com/a', false],
    ['https://example.com.evil.example/a', false],
    ['ftp://example.com/a', false],
    ['example.com', false],
  ])('%s: %s', (url, isAllowed) => {
    expect(policy.allows(url)).toBe(isAllowed);
  });

  it('say which ones may be read', () => {
    expect(() => policy.checkUrl('https://other.example')).toThrow(
      'url: only pages of these hosts may be read here: example.com.',
    );
  });
});

it('credits end a session', () => {
  const policy = createPolicy({ maxCredits: 3 });
  policy.spend(2);
  policy.creditsLeft();
  policy.spend(-1);
  policy.spend(undefined);
  policy.spend(1);
  expect(() => policy.creditsLeft()).toThrow('The credits of this session are used up: 3 of 3.');
});

it('credits of a job are counted once, however often it is asked about', () => {
  const policy = createPolicy({ maxCredits: 10 });
  policy.spend(4, 'crawl');
  policy.spend(4, 'crawl');
  policy.spend(6, 'crawl');
  expect(policy.creditsLeft()).toBe(4);
});

it.each([
  { maxTokens: 499 },
  { maxTokens: Number.NaN },
  { maxCredits: 0 },
  { allowedHosts: ['https://example.com'] },
  { blockedHosts: ['*.example.com/a'] },
  { blockedHosts: [''] },
])('%o cannot work', (options) => {
  expect(() => createPolicy(options)).toThrow(TypeError);
});
