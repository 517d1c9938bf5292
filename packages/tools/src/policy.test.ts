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
