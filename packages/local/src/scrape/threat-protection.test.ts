import type { ThreatProtectionOverride, ThreatProtectionPolicy } from '@trawl/client';
import { describe, expect, test } from 'vitest';
import { threatGuard } from './threat-protection.js';

const POLICY: ThreatProtectionPolicy = { mode: 'off', allowRequestOverrides: true, failurePolicy: 'open' };

function visit(url: string, override?: ThreatProtectionOverride, policy: ThreatProtectionPolicy = {}): string {
  try {
    threatGuard({ ...POLICY, ...policy }, override).checkUrl(url);
    return 'visited';
  } catch (error) {
    expect(error).toMatchObject({ code: 'unsafe_domain_blocked' });
    return (error as Error).message;
  }
}

describe('a host is checked', () => {
  const blacklist = ['evil.example', '*.bad.example'];

  test.each([
    ['https://evil.example/x', 'evil.example'],
    ['https://EVIL.example.:8080/', 'evil.example'],
    ['https://www.evil.example/', 'visited'],
    ['https://notevil.example/', 'visited'],
    ['https://a.b.bad.example/', '*.bad.example'],
    ['https://bad.example/', 'visited'],
    ['https://fine.example/?u=evil.example', 'visited'],
  ])('%s by the blacklist: %s', (url, outcome) => {
    expect(visit(url, { blacklist })).toContain(outcome);
  });

  test.each([
    ['https://files.zip/', '.zip'],
    ['https://a.co.uk/', '.co.uk'],
    ['https://zip.example/', 'visited'],
    ['https://uk.example/', 'visited'],
  ])('%s by its top-level domain: %s', (url, outcome) => {
    expect(visit(url, { blockedTlds: ['zip', 'co.uk'] })).toContain(outcome);
  });

  test('and allowed on the whitelist, whatever the other rules are', () => {
    const override = { mode: 'normal', whitelist: ['*.zip'], blacklist: ['a.zip'], blockedTlds: ['zip'] } as const;
    expect(visit('https://a.zip/', { ...override, failurePolicy: 'closed', whitelist: ['*.zip'] })).toBe('visited');
  });

  test('by the failure policy when its risk is unknown', () => {
    expect(visit('https://a.example/', { mode: 'normal', failurePolicy: 'open' })).toBe('visited');
    expect(visit('https://a.example/', { mode: 'normal', failurePolicy: 'closed' })).toContain('no risk service');
  });
});

describe('the policy of the team', () => {
  test('applies where the request has no override', () => {
    const policy = { mode: 'normal', blacklist: ['evil.example'] };
    expect(visit('https://evil.example/', undefined, policy)).toContain('blacklist');
    expect(visit('https://evil.example/', { blockedTlds: ['zip'] }, policy)).toContain('blacklist');
    expect(visit('https://evil.example/', { blacklist: [] }, policy)).toBe('visited');
  });

  test('does not apply when it is off', () => {
    expect(visit('https://evil.example/', undefined, { blacklist: ['evil.example'] })).toBe('visited');
  });

  test('may forbid requests to override it', () => {
    expect(() => threatGuard({ ...POLICY, allowRequestOverrides: false }, { mode: 'normal' })).toThrow('override');
    expect(() => threatGuard({ ...POLICY, mode: 'normal' }, { mode: 'off' })).toThrow('cannot be `off`');
  });
});

test('warnings say what is checked and what is not', () => {
  expect(threatGuard({ ...POLICY, mode: 'normal' })).toMatchObject({ isOn: true, warnings: [expect.any(String)] });
  expect(threatGuard(POLICY, { blacklist: ['a.example'] })).toMatchObject({ isOn: false, warnings: [] });
  expect(threatGuard(POLICY, { mode: 'off', blacklist: ['a.example'] }).checkUrl('https://a.example/')).toBeUndefined();
});
