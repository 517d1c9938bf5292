import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { keylessOwner } from './caller-address.js';

const PROXY = '10.0.0.1';
const isTrusted = (address: string) => ipaddr.process(address).toString().startsWith('10.');
const ownerOf = (sender: string | undefined, headers: Record<string, string> = {}) =>
  keylessOwner(sender, new Headers(headers), isTrusted);

const CALLER = { group: 'keyless', member: '192.0.2.7' };

test.each([
  ['192.0.2.7', {}],
  ['::ffff:192.0.2.7', {}],
  [PROXY, { 'x-forwarded-for': '192.0.2.7' }],
  [PROXY, { 'x-forwarded-for': '198.51.100.1, 192.0.2.7, 10.0.0.2' }],
  [PROXY, { 'x-forwarded-for': '192.0.2.7:4711' }],
  [PROXY, { forwarded: 'for=198.51.100.1, proto=https;For="192.0.2.7:4711", for=10.9.9.9' }],
  [PROXY, { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=198.51.100.1' }],
])('a caller is the last address that is no trusted proxy: from %s with %j', (sender, headers) => {
  expect(ownerOf(sender, headers)).toEqual(CALLER);
});

test.each([
  [PROXY, {}],
  [PROXY, { 'x-forwarded-for': '192.0.2.7, unknown' }],
  [PROXY, { forwarded: 'for=_hidden' }],
  [PROXY, { 'x-forwarded-for': PROXY }],
])('callers whose address a proxy hides have one small share: from %s with %j', (sender, headers) => {
  expect(ownerOf(sender, headers)).toEqual({ group: 'keyless', member: `behind ${PROXY}`, maxBytes: 16 * 1024 * 1024 });
});

test('nobody gets the share of another by a header that no trusted proxy has written', () => {
  const forged = ownerOf('203.0.113.5', { 'x-forwarded-for': '192.0.2.7' });
  expect(forged).toMatchObject({ member: 'behind 203.0.113.5', maxBytes: expect.any(Number) });
});

test('all addresses of a network of IPv6 are one caller, and those of another one are not', () => {
  const [one, same, other] = ['2001:db8:0:1::1', '2001:db8::1:ffff:0:0:9', '2001:db8:0:2::1'].map((sender) =>
    ownerOf(sender, {}),
  );
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  expect(ownerOf(PROXY, { forwarded: 'for="[2001:db8:0:1::5]:8080"' })).toEqual(one);
});
