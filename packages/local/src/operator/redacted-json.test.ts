import { expect, test } from 'vitest';
import { redactedJson } from './redacted-json.js';

test.each<[what: string, value: unknown, shown: unknown]>([
  ['URLs', { url: 'https://me:secret@a.example/?key=secret' }, { url: 'https://…@a.example/?…' }],
  ['URLs without a scheme', { urls: ['a.example/?key=secret'] }, { urls: ['http://a.example/?…'] }],
  ['URLs that are none', { url: 'me:secret@a.example' }, { url: '…' }],
  ['URLs in a text', { markdown: '[a](https://a.example/?key=secret)' }, { markdown: '[a](https://a.example/?…)' }],
  ['headers', { headers: { 'X-Any': 'secret' } }, { headers: { 'X-Any': '…' } }],
  ['headers of a webhook', { webhook: { headers: { a: 'secret' } } }, { webhook: { headers: { a: '…' } } }],
  ['fields with the name of a secret', { uploadRef: 'secret', apiKey: 'secret' }, { uploadRef: '…', apiKey: '…' }],
  ['what is typed', { actions: [{ type: 'write', text: 'secret' }] }, { actions: [{ type: 'write', text: '…' }] }],
])('hides the secrets of %s', (_, value, shown) => {
  expect(redactedJson(value)).toEqual(shown);
});

test('leaves everything else as it is', () => {
  const value = {
    formats: ['markdown', { type: 'json' }],
    limit: 5,
    tokensUsed: 3,
    only: null,
    text: 'Boats',
    ok: true,
  };
  expect(redactedJson(value)).toEqual(value);
});
