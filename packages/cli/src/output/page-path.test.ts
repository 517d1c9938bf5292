import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagePath } from './page-path.js';

describe('the file of a page', () => {
  it.each([
    ['https://docs.example.com/', 'docs.example.com/index.md'],
    ['https://docs.example.com', 'docs.example.com/index.md'],
    ['https://docs.example.com/guide/start', 'docs.example.com/guide/start.md'],
    ['https://docs.example.com/guide/', 'docs.example.com/guide/index.md'],
    ['http://127.0.0.1:4000/a.html', '127.0.0.1_4000/a.html.md'],
    ['https://example.com/%C3%BCber', 'example.com/über.md'],
  ])('of %s is %s', (url, file) => {
    expect(pagePath(url, 'md')).toBe(file);
  });

  it.each([
    'https://example.com/a%2F..%2F..%2Fetc%2Fpasswd',
    'https://example.com/..%5C..%5Cx',
    'https://example.com/%2e%2e/%2e%2e/x',
    'https://example.com/con',
    'https://example.com/a%00b',
    'https://example.com/.bashrc',
    'https://example.com/trailing.',
  ])('of %s is one that every file system takes, inside of the folder', (url) => {
    for (const segment of pagePath(url, 'md').split('/')) {
      expect(segment).not.toMatch(/^\.|[\\<>:"|?*\p{Cc}]|[. ]$|^con\./iu);
    }
  });

  it('has a name that is not too long', () => {
    expect(Buffer.byteLength(basename(pagePath(`https://example.com/${'ü'.repeat(4000)}`, 'json')))).toBeLessThan(256);
  });

  it('is another one for another query, and for names that differ in what cannot be written', () => {
    const urls = [
      'https://a.example/x',
      'https://a.example/x?1',
      'https://a.example/x?2',
      'https://a.example/x%3F1',
      'https://a.example/',
      'https://a.example/index',
    ];
    expect(new Set(urls.map((url) => pagePath(url, 'md'))).size).toBe(urls.length);
  });

  it('is another one for names that differ only in case, where the file system takes them for one', () => {
    const urls = ['A/x', 'a/x', 'a/X', 'a/%C3%A9', 'a/e%CC%81', 'a/%C3%89'].map((path) => `https://a.example/${path}`);
    const files = urls.map((url) => pagePath(url, 'md', true).toLowerCase().normalize());
    expect(new Set(files).size).toBe(urls.length);
    expect(pagePath('https://a.example/A/x', 'md', false)).toBe('a.example/A/x.md');
  });

  it('is never a folder of another page', () => {
    const file = pagePath('https://a.example/x', 'md');
    expect(pagePath('https://a.example/x.md/y', 'md').split('/')).not.toContain(file.split('/').at(-1));
    expect(pagePath('https://a.example/x.json/y', 'json')).not.toMatch(/\/x\.json\//);
  });

  it('never leads out of the folder', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, rest) => {
        const segments = pagePath(new URL(`/${encodeURIComponent(rest)}`, url).href, 'md').split('/');
        expect(segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')).toBe(true);
      }),
    );
  });

  it('is that of no other URL, short enough for every file system, and the same in each run', () => {
    const urlLists = fc.uniqueArray(hostileUrl, { minLength: 2, maxLength: 12, selector: (url) => new URL(url).href });
    fc.assert(
      fc.property(urlLists, fc.boolean(), (urls, ignoresCase) => {
        const files = urls.map((url) => pagePath(url, 'md', ignoresCase));
        for (const file of files) {
          expect(Buffer.byteLength(file)).toBeLessThanOrEqual(700);
          for (const name of file.split('/')) expect(Buffer.byteLength(name.normalize('NFD'))).toBeLessThanOrEqual(143);
          expect(file).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
        const names = files.map((file) => (ignoresCase ? file.toUpperCase().normalize('NFD') : file));
        expect(new Set(names).size).toBe(urls.length);
        expect(urls.map((url) => pagePath(new URL(url).href, 'md', ignoresCase))).toEqual(files);
      }),
    );
  });

  it('is written by the file system of this machine, beside those of other pages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    const pages = new Map(fc.sample(hostileUrl, 30).map((url) => [new URL(url).href, pagePath(url, 'md')]));
    for (const [href, file] of pages) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), href);
    }
    for (const [href, file] of pages) expect(await readFile(join(folder, file), 'utf8')).toBe(href);
    rmSync(folder, { recursive: true });
  });
});

/** Parts of paths that file systems, shells and terminals take for something else, short and long, in several spellings. */
const hostilePart = fc.oneof(
  fc.constantFrom(
    '*',
    '*',
    'con',
    'NUL.txt',
    'com¹',
    '..',
    '.',
    '',
    'a',
    'A',
    '%41',
    'a%2Fb',
    'a%5Cb',
    '%',
    '%zz',
    'x.md',
  ),
  fc.constantFrom(
    'é',
    'e\u0301',
    'É',
    'ß',
    'ss',
    'ſ',
    '한',
    '\u202e',
    '%1b',
    '%0a',
    'index',
    '[',
    '%5B',
    '-rf',
    '~',
    ' ',
    '.a',
    'a.',
  ),
  fc
    .tuple(fc.constantFrom('a', 'ü', '한', '😀', '*', 'e\u0301'), fc.integer({ min: 1, max: 400 }))
    .map(([text, n]) => text.repeat(n)),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => {
    try {
      return encodeURIComponent(text);
    } catch {
      return '';
    }
  }),
);

const hostileUrl = fc
  .tuple(
    fc.array(hostilePart, { maxLength: 6 }),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom('', '', '/', '?', '?a', '#a', '//'),
    fc.boolean(),
  )
  .chain(([parts, times, end, isDeep]) => {
    const path = parts.join('/');
    const whole = isDeep ? Array.from({ length: times }, () => path).join('/') : path;
    const url = `https://a.example/${whole}${end}`;
    // A page may be named like the file of another one.
    const stolen = pagePath(url, 'md').slice(0, -'.md'.length);
    return fc.constantFrom(url, `https://${stolen}`, url.replace('https', 'http'));
  })
  .filter((url) => URL.canParse(url));
