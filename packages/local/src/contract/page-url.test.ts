import { expect, test } from 'vitest';
import { pageUrlFault, withScheme } from './page-url.js';

test.each([
  ['https://example.com/page', 'https://example.com/page'],
  ['HTTPS://Example.com', 'HTTPS://Example.com'],
  ['example.com/page', 'http://example.com/page'],
  ['127.0.0.1:3903/page1', 'http://127.0.0.1:3903/page1'],
  ['[::1]:3903/page1', 'http://[::1]:3903/page1'],
  ['localhost:3000', 'http://localhost:3000'],
  ['  https://example.com/a b \n', 'https://example.com/a b'],
  [' \texample.com', 'http://example.com'],
  ['example.com/?to=https://other.example', 'http://example.com/?to=https://other.example'],
  ['http://foo/page.html', 'http://foo/page.html'],
  ['http://me:secret@example.com/', 'http://me:secret@example.com/'],
  ['http://bücher.example', 'http://bücher.example'],
  ['http://пример.рф', 'http://пример.рф'],
  ['http://8.8.8.8', 'http://8.8.8.8'],
])('%j is read as %j', (text, url) => {
  expect([pageUrlFault(text), withScheme(text)]).toEqual([undefined, url]);
});

test.each([
  ['ftp://example.com/x', 'protocol'],
  ['wss://example.com/x', 'protocol'],
  ['', 'syntax'],
  ['   ', 'syntax'],
  ['not a url', 'syntax'],
  ['http://', 'syntax'],
  ['http://example.com:99999/', 'syntax'],
  ['http://http://example.com', 'syntax'],
  ['mailto:a@example.com', 'syntax'],
  ['javascript:alert(1)', 'syntax'],
  ['http://foo', 'host'],
  ['foo', 'host'],
  ['nowhere/page', 'host'],
  ['http://example.c', 'host'],
])('%j is refused for its %s', (text, fault) => {
  expect(pageUrlFault(text)).toBe(fault);
});

test('a long text is judged in linear time', () => {
  for (const part of ['a.', 'a:', '://', 'a', ' ', '.']) expect(pageUrlFault(part.repeat(200_000))).toBeTruthy();
});

test('a host with other letters than ASCII is read by a server that has read thousands of pages, too', () => {
  const faults = Array.from({ length: 20_000 }, () => pageUrlFault('http://bücher.example'));
  expect(new Set(faults)).toEqual(new Set([undefined]));
});
