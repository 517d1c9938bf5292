import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedact, findSecrets, redactCause } from './redact.js';

const KEY = 'fc-0123 456/789';
const redact = createRedact([KEY]);

describe('redact', () => {
  it('takes a secret out of text, wherever and however often it stands there', () => {
    expect(redact(`${KEY} is not ${KEY}.`)).toBe('[redacted] is not [redacted].');
  });

  it('knows the secret as it stands in a URL', () => {
    expect(redact('?key=fc-0123%20456%2F789')).toBe('?key=[redacted]');
  });

  it('reaches into lists and objects, their keys included, and leaves the original alone', () => {
    const details = { [KEY]: [{ sent: `Bearer ${KEY}` }], count: 3, none: null };
    expect(redact(details)).toEqual({ '[redacted]': [{ sent: 'Bearer [redacted]' }], count: 3, none: null });
    expect(Object.keys(details)[0]).toBe(KEY);
  });

  it('does not take a word of three letters for a secret', () => {
    expect(createRedact(['', 'key'])('the key')).toBe('the key');
  });

  it('leaves no secret in any JSON', () => {
    const secret = fc.string({ minLength: 4, unit: fc.constantFrom(...'abc-_.~%+/="\\') });
    fc.assert(
      fc.property(secret, fc.jsonValue(), fc.string(), (hidden, value, around) => {
        const holder = { value, text: `${around}${hidden}${around}`, list: [{ [hidden]: hidden }] };
        const strings: string[] = [];
        JSON.stringify(createRedact([hidden])(holder), (key, inner: unknown) => {
          strings.push(key, ...(typeof inner === 'string' ? [inner] : []));
          return inner;
        });
        // What redacting writes must not be mistaken for what it was to remove.
        expect(strings.filter((text) => text.replaceAll('[redacted]', '\n').includes(hidden))).toEqual([]);
      }),
    );
  });
});

describe('redactCause', () => {
  it('keeps an error that gives nothing away', () => {
    const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
    expect(redactCause(cause, redact)).toBe(cause);
  });

  it.each([
    ['its message', new Error(`Invalid header value "Bearer ${KEY}"`)],
    ['a field', Object.assign(new Error('failed'), { header: KEY })],
    [
      'the request that it carries',
      Object.assign(new Error('failed'), { config: { headers: { authorization: KEY } } }),
    ],
    ['its cause', new Error('failed', { cause: new Error(KEY) })],
  ])('replaces an error that has the secret in %s', (_, error) => {
    const safe = redactCause(error, redact);
    expect(safe).not.toBe(error);
    expect(inspect(safe, { depth: 10 })).not.toContain(KEY);
  });

  it('keeps the code, by which platforms tell failures apart', () => {
    const error = Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET', socket: { bytesRead: 5 } });
    expect(redactCause(error, redact)).toMatchObject({ message: 'closed', code: 'UND_ERR_SOCKET' });
  });

  it('follows causes that lead in a circle only so far', () => {
    const error = new Error('round');
    error.cause = error;
    expect(redactCause(error, redact)).toMatchObject({ message: 'round' });
  });

  it('keeps text, and nothing else that is not an error', () => {
    expect(redactCause(`no ${KEY}`, redact)).toBe('no [redacted]');
    expect(redactCause({ key: KEY }, redact)).toBeUndefined();
    expect(redactCause(Object.create(null), redact)).toBeUndefined();
  });
});

describe('secretsOf', () => {
  it('finds keys, tokens and cookies, without the scheme in front', () => {
    const headers = new Headers({
      authorization: 'Bearer fc-123',
      'x-api-key': 'k-456',
      cookie: 'sid=topsecret99; theme=dark',
      accept: 'application/json',
    });
    const secrets = findSecrets(headers);
    expect(secrets).toEqual(expect.arrayContaining(['fc-123', 'k-456', 'sid=topsecret99; theme=dark']));
    expect(secrets).toEqual(expect.arrayContaining(['sid=topsecret99', 'topsecret99', 'theme=dark']));
    // An ordinary word, which would be missing from every other sentence.
    expect(secrets).not.toContain('dark');
    expect(secrets).not.toContain('application/json');
  });

  it.each([
    'x-password',
    'X-Passwd',
    'x-pwd',
    'x-passphrase',
    'x-passcode',
    'x-credential',
    'x-credentials',
    'x-session-id',
    'x-signature',
    'proxy-authorization',
    'x-api-key',
    'x-access-token',
  ])('takes the value of %s for a secret', (name) => {
    expect(findSecrets([[name, 'hunter2']])).toContain('hunter2');
  });

  it.each(['accept', 'content-type', 'user-agent', 'x-team', 'x-passthrough', 'x-request-id', 'traceparent'])(
    'does not take the value of %s for one',
    (name) => {
      expect(findSecrets([[name, 'ordinary']])).toEqual([]);
    },
  );
});
