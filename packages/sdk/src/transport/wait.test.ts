import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff, serverWait } from './wait.js';

const NOW = () => Date.UTC(2026, 10, 21, 12, 0, 0);
const none = new Headers();

describe('backoff', () => {
  it('doubles its bound with each retry, from half a second to eight', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((retries) => backoff(retries, 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('lies anywhere between nothing and its bound', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (retries, random) => {
        const wait = backoff(retries, random);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(Math.min(8000, 500 * 2 ** retries));
      }),
    );
  });
});

describe('serverWait', () => {
  it.each([
    ['retry-after-ms', new Headers({ 'retry-after-ms': '1500' }), {}, 1500],
    ['Retry-After in seconds', new Headers({ 'retry-after': '7' }), {}, 7000],
    ['Retry-After in parts of a second', new Headers({ 'retry-after': '0.5' }), {}, 500],
    ['Retry-After as a date', new Headers({ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }), {}, 30_000],
    ['an older form of a date', new Headers({ 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' }), {}, 30_000],
    ['the oldest form of a date', new Headers({ 'retry-after': 'Sat Nov 21 12:00:30 2026' }), {}, 30_000],
    ['the body where the header is none', new Headers({ 'retry-after': '120;x' }), { retry_after_seconds: 2 }, 2000],
    [
      'Retry-After as a date, by the clock of the server',
      new Headers({ date: 'Sat, 21 Nov 2026 13:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 13:00:05 GMT' }),
      {},
      5000,
    ],
    ['a number as text', none, { retry_after_seconds: '2' }, 2000],
    ['the message', none, { message: 'Rate limit, retry after 2s' }, 2000],
    ['retry_after_seconds', none, { retry_after_seconds: 86398 }, 86_398_000],
    ['details.retryAfterSeconds', none, { details: { retryAfterSeconds: 3 } }, 3000],
    ['one place where another is null', none, { retry_after_seconds: null, details: { retryAfterSeconds: 3 } }, 3000],
    ['the sentence', none, { error: 'Rate limit exceeded, please retry after 60s, resets at Sat' }, 60_000],
    ['a wait of zero', new Headers({ 'retry-after': '0' }), {}, 0],
  ])('reads %s', (_, headers, body, expected) => {
    expect(serverWait(headers, body, NOW)).toBe(expected);
  });

  it.each([
    ['nothing at all', none, {}],
    ['a negative wait', new Headers({ 'retry-after': '-3', 'retry-after-ms': '-1' }), { retry_after_seconds: -1 }],
    ['a date that has passed', new Headers({ 'retry-after': 'Sat, 21 Nov 2026 11:59:00 GMT' }), {}],
    ['words', new Headers({ 'retry-after': 'soon' }), { retry_after_seconds: 'soon', details: null }],
    ['a date of another kind', new Headers({ 'retry-after': '2026-11-21T12:00:30Z' }), {}],
    ['a number and more', new Headers({ 'retry-after': '120;x', 'retry-after-ms': '5 ms' }), {}],
    ['a number in another notation', new Headers({ 'retry-after': '1e3' }), { retry_after_seconds: '0x10' }],
    ['a list of waits', new Headers({ 'retry-after': '1, 2' }), {}],
    ['a date that does not exist', new Headers({ 'retry-after': 'Sat, 99 Nov 2026 12:00:30 GMT' }), {}],
    ['another sentence', none, { error: 'Retry after a while' }],
    ['an object', none, { retry_after_seconds: { toString: 0 }, details: { retryAfterSeconds: [3] } }],
  ])('makes nothing of %s', (_, headers, body) => {
    expect(serverWait(headers, body, NOW)).toBeUndefined();
  });

  it('prefers the header to the body, and the finer header to the coarser', () => {
    const headers = new Headers({ 'retry-after-ms': '250', 'retry-after': '1' });
    expect(serverWait(headers, { retry_after_seconds: 9 }, NOW)).toBe(250);
    expect(serverWait(new Headers({ 'retry-after': '1' }), { retry_after_seconds: 9 }, NOW)).toBe(1000);
  });

  it('never gives anything but a wait from zero up, whatever the server says', () => {
    const header = fc.oneof(fc.double(), fc.integer(), fc.string({ unit: 'grapheme-ascii' })).map(String);
    const anything = fc.anything({ withDate: false });
    fc.assert(
      fc.property(header, header, anything, anything, anything, (ms, after, seconds, detail, error) => {
        const body = { error, retry_after_seconds: seconds, details: { retryAfterSeconds: detail } };
        const wait = serverWait(safeHeaders({ 'retry-after-ms': ms, 'retry-after': after }), body, NOW);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});

/** Headers without the values that HTTP forbids. */
function safeHeaders(values: Record<string, string>): Headers {
  return new Headers(
    Object.entries(values).map(([name, value]): [string, string] => [name, value.replace(/[^ -~]/g, '')]),
  );
}
