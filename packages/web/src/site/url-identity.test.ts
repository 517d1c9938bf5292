import { expect, test } from 'vitest';
import { fileKindOf, identityOf, pageUrl } from './url-identity.js';

const loose = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const strict = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

test('a link leads to a page without its fragment', () => {
  expect(pageUrl('HTTP://Example.com:80/a/../b?x=1#part')?.href).toBe('http://example.com/b?x=1');
});

test.each([
  'mailto:a@example.com',
  'javascript:void(0)',
  'ftp://example.com/',
  'http://me:secret@example.com/',
  'http://',
  `http://example.com/${'a'.repeat(5000)}`,
])('nothing is behind %s', (link) => {
  expect(pageUrl(link)).toBeUndefined();
});

test('URLs that differ in small things are one page, unless told otherwise', () => {
  const same = ['http://example.com/a', 'https://www.example.com/a/', 'http://example.com/a/index.html'];
  const count = (rules: typeof loose) => new Set(same.map((url) => identityOf(new URL(url), rules))).size;
  expect(count(loose)).toBe(1);
  expect(count(strict)).toBe(3);
  const different = ['http://example.com/a?x=1', 'http://example.com/A', 'http://example.com:8080/a'];
  expect(new Set([...same, ...different].map((url) => identityOf(new URL(url), loose))).size).toBe(4);
});

test('URLs that differ only in how they write their escapes are one page', () => {
  const joe = ['http://example.com/%7Ejoe?q=%e6', 'http://example.com/%7ejoe?q=%E6', 'http://example.com/~joe?q=%E6'];
  for (const rules of [loose, strict]) {
    expect(new Set(joe.map((url) => identityOf(new URL(url), rules))).size).toBe(1);
  }
  const slash = ['http://example.com/a%2Fb', 'http://example.com/a/b'];
  expect(new Set(slash.map((url) => identityOf(new URL(url), loose))).size).toBe(2);
});

test('URLs that differ only in their query are one page on request', () => {
  const some = ['http://example.com/a?x=1', 'http://example.com/a?x=2', 'http://example.com/a'];
  for (const rules of [loose, strict]) {
    const identities = some.map((url) => identityOf(new URL(url), { ...rules, ignoreQueryParameters: true }));
    expect(new Set(identities).size).toBe(1);
  }
});

test('pictures, archives and the like are no pages; documents are', () => {
  const readable = ['/a', '/a.html', '/manual.pdf', '/notes.txt', '/sheet.xlsx', '/v1.2', '/a.php?f=x.png'];
  const others = { image: ['/a.png', '/b.JPG'], archive: ['/c.tar.gz'], media: ['/f.mp4'], other: ['/d.css', '/e.js'] };
  const kindOf = (path: string) => fileKindOf(new URL(path, 'http://example.com'));
  expect(readable.map(kindOf)).toEqual(readable.map(() => undefined));
  for (const [kind, paths] of Object.entries(others)) expect(paths.map(kindOf)).toEqual(paths.map(() => kind));
});
