import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, rowsOf } from './csv.js';
import { documentKind } from './file-kind.js';
import { readCode, readMarkdown, readText } from './text.js';

describe('a table of separated values', () => {
  test('keeps separators, quotes and line breaks within quotes', () => {
    expect(rowsOf('a,b\r\n"x, ""y""","1\n2"\n\n,last', ',')).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['', 'last'],
    ]);
  });

  test.each([
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      '"a,b"|c\n1|2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
  ])('tells by the first line of %j what separates', (text, rows) => {
    const { html } = readCsv(text);
    for (const value of rows.flat()) expect(html).toMatch(new RegExp(`<t[hd]>${value}</t[hd]>`));
  });

  test('reads back whatever was written', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
    const row = fc.array(value, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const text = rows.map((one) => one.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(rowsOf(text, ',')).toEqual(rows);
      }),
    );
  });

  test('says so when it is too long', () => {
    const read = readCsv('a,b\n'.repeat(20_001));
    expect(read.warnings).toEqual(['The table has 20001 rows; the first 20000 were read.']);
  });
});

describe('text', () => {
  test('stays as it is', () => {
    expect(readText(' a <b>\n*c* \n')).toMatchObject({ markdown: 'a <b>\n*c*', source: ' a <b>\n*c* \n' });
    expect(readText('a <b>').html).toContain('<pre>a &lt;b&gt;</pre>');
  });

  test('for programs is fenced, whatever stands in it', () => {
    expect(readCode('{"a": 1}\n', 'json').markdown).toBe('```json\n{"a": 1}\n```');
    expect(readCode('<a>````</a>', 'xml').markdown).toBe('`````xml\n<a>````</a>\n`````');
  });

  test('in Markdown has a title and links', () => {
    const read = readMarkdown(
      '---\nx: 1\n---\n# Guide *one* #\n[a](b.html "t") ![i](i.png) <https://c.example/> \n\n[d]: /d\n[m](mailto:x@y.z)',
      'https://a.example/docs/x.md',
    );
    expect(read.html).toContain('<title>Guide *one*</title>');
    expect(read.links).toEqual(['https://a.example/docs/b.html', 'https://c.example/', 'https://a.example/d']);
    expect(read.markdown).toMatch(/^# Guide/);
  });
});

test.each([
  ['application/pdf', 'https://a.example/x', 'pdf'],
  ['application/octet-stream', 'https://a.example/x.PDF?v=1', 'pdf'],
  [undefined, 'https://a.example/x.docx#top', 'docx'],
  ['text/plain; charset=utf-8', 'https://a.example/README.md', 'markdown'],
  ['text/plain', 'https://a.example/robots', 'text'],
  ['application/ld+json', 'https://a.example/x', 'json'],
  ['application/rss+xml', 'https://a.example/x', 'xml'],
  ['text/html', 'https://a.example/x.pdf', undefined],
  ['application/xhtml+xml', 'https://a.example/x', undefined],
  ['image/svg+xml', 'https://a.example/x.svg', undefined],
  [undefined, 'https://a.example/', undefined],
])('a file that comes as %s from %s is read as %s', (contentType, url, kind) => {
  expect(documentKind({ contentType, url, body: new Uint8Array() })).toBe(kind);
});
