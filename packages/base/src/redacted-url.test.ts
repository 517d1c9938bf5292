import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactedUrl, redactedUrls, redactedWebhook, redactedWebhooks, withoutForeign } from './redacted-url.js';

test.each([
  ['https://a.example/hook', 'https://a.example/hook'],
  ['https://a.example', 'https://a.example/'],
  ['https://user:secret@a.example:8443/hook', 'https://…@a.example:8443/hook'],
  ['https://secret@a.example/', 'https://…@a.example/'],
  ['https://:secret@a.example/', 'https://…@a.example/'],
  ['https://a.example/?token=secret&other=secret', 'https://a.example/?…'],
  ['https://a.example/?secret', 'https://a.example/?…'],
  ['https://a.example/#access_token=secret', 'https://a.example/#…'],
  ['https://u:secret@[::1]:80/a?secret#secret', 'https://…@[::1]:80/a?…#…'],
  ['https:\\\\u:secret@a.example\\hook?secret', 'https://…@a.example/hook?…'],
  ['http:u:secret@a.example', 'http://…@a.example/'],
  ['ht\ntp://u:sec\tret@a.example/', 'http://…@a.example/'],
  ['https://u:sec ret@a.example/?a "secret"', 'https://…@a.example/?…'],
  ['secret:u@a.example', '…'],
  ['mailto:secret@a.example', 'mailto:…'],
  ['data:text/plain,secret', 'data:…'],
  ['https://u:secret@a b/?secret', 'https:…'],
  ['//u:secret@a.example', '…'],
  ['secret', '…'],
])('of %j nothing is left but %s', (url, redacted) => {
  expect(redactedUrl(url)).toBe(redacted);
});

test.each([
  ['No URL at all: 12 of 13 @ home?', 'No URL at all: 12 of 13 @ home?'],
  ['It failed (http://a.example/?secret).', 'It failed (http://a.example/?…).'],
  ['to https://u:secret@a.example/hook: It answered 500.', 'to https://…@a.example/hook: It answered 500.'],
  ['"url":"http://a.example/it\'s?secret","b"', '"url":"http://a.example/it\'s?…","b"'],
  [
    'See https://a.example/a, HTTPS://a.example/?secret; and `ftp://u:secret@b/`',
    'See https://a.example/a, https://a.example/?…; and `ftp://…@b/`',
  ],
  ['/v2/https://u:secret@a.example/', '/v2/https://…@a.example/'],
  ['at run (file:///srv/a.js?v=1:10:5)', 'at run (file:///srv/a.js?v=1:10:5)'],
  ['"http://u:secret@[a]?secret" is not a URL.', '"http:…" is not a URL.'],
  ['http://[::1]:80/', 'http://[::1]:80/'],
])('in %j the URLs are redacted', (text, redacted) => {
  expect(redactedUrls(text)).toBe(redacted);
  expect(redactedUrls(redacted)).toBe(redacted);
});

test.each([
  ['https://hooks.example/services/T0/B0/secret', 'https://hooks.example'],
  ['https://u:secret@hooks.example:8443/secret?secret#secret', 'https://hooks.example:8443'],
  ['https://hooks.example/?secret', 'https://hooks.example'],
  ['https://hooks.example', 'https://hooks.example'],
  ['secret:u@hooks.example', '…'],
  ['secret', '…'],
])('of the webhook %j nothing is left but %s', (url, redacted) => {
  expect(redactedWebhook(url)).toBe(redacted);
  expect(redactedWebhooks(`It failed (${url.includes('//') ? url : ''}).`)).not.toContain('secret');
});

test('no URL that is written as URLs are tells its secrets in any text', () => {
  const secret = fc.stringMatching(/^[A-Za-z]{12}$/);
  const words = fc.stringMatching(/^[ .,:()'a-z]{0,20}$/);
  fc.assert(
    fc.property(fc.webUrl(), secret, words, words, (url, hidden, before, after) => {
      const { href } = Object.assign(new URL(url), {
        username: 'me',
        password: hidden,
        search: `?a=${hidden}`,
        hash: hidden,
      });
      const text = redactedUrls(`${before} ${href} ${after}`);
      expect(text).not.toContain(hidden);
      expect(text).toContain(new URL(url).host);
    }),
  );
});

test('a long text takes no longer than it is long', () => {
  const started = performance.now();
  for (const piece of ['a', 'a.', 'http://', '))', 'http://a)?', ':/']) redactedUrls(piece.repeat(500_000));
  expect(performance.now() - started).toBeLessThan(5_000);
});

test.each([
  ['Unrecognized key: "secret".', 'Unrecognized key: "…".'],
  [
    'formats.0: "a"secret" and "b" are none of https://u:secret@a.example/.',
    'formats.0: "…" are none of https://…@a.example/.',
  ],
  ['A sentence that was cut within "secret…', 'A sentence that was cut within "…"'],
  ['The page answered 503.', 'The page answered 503.'],
])('%s has no quotes in logs: %s', (sentence, logged) => {
  expect(withoutForeign(sentence)).toBe(logged);
});

test.each([
  ['ffmpeg could not read it (a "b" $& c).', 'a "b" $& c', 'ffmpeg could not read it ("…").'],
  [
    'The page cannot be read: it ends. See http://a.example/?b.',
    'it ends',
    'The page cannot be read: "…". See http://a.example/?….',
  ],
  ['A sentence that was worded anew: it ended.', 'it ends', '"…"'],
  ['The page is empty.', '', 'The page is empty.'],
])('%s has no %j in logs: %s', (sentence, foreign, logged) => {
  expect(withoutForeign(sentence, foreign)).toBe(logged);
});
