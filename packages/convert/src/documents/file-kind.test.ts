import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert/convert.js';
import { fileKind } from './file-kind.js';

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/documents/${name}`, import.meta.url)));
const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
/** Bytes after the first ones of a binary file. */
const binary = (start: string) => Uint8Array.from([...Buffer.from(start, 'latin1'), ...Array(2_000).keys()]);

const LABELS = [
  undefined,
  'text/html',
  'text/html; charset=utf-8',
  'text/plain',
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'application/json',
  'text/csv',
  'text/x-python',
  'image/png',
  'video/mp4',
  'font/woff2',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];
const NAMES = ['', 'page.html', 'a.pdf', 'a.docx', 'a.csv', 'a.py', 'a.bin', 'a.txt', 'a.php', 'a.png', 'Makefile'];

const labelled = LABELS.flatMap((contentType) => NAMES.map((filename) => ({ contentType, filename })));

/** A document whose bytes say what it is. */
const DOCUMENTS: readonly (readonly [kind: string, body: Uint8Array])[] = [
  ['pdf', file('report.pdf')],
  ['docx', file('report.docx')],
  ['odt', file('report.odt')],
  ['rtf', file('report.rtf')],
  ['spreadsheet', file('figures.xlsx')],
  ['spreadsheet', file('figures.xls')],
  ['spreadsheet', file('figures.ods')],
  ['pptx', zip({ '[Content_Types].xml': '', 'ppt/presentation.xml': '' })],
  ['epub', zip({ 'META-INF/container.xml': '' })],
  ['image', binary('\x89PNG\r\n\x1a\n')],
  ['image', binary('\xff\xd8\xff\xe0')],
  ['image', binary('RIFF\x10\0\0\0WEBPVP8 ')],
];

/** A file that cannot be converted, and how it is called. */
const OTHERS: readonly (readonly [what: string, body: Uint8Array])[] = [
  ['an MP4 video', binary('\0\0\0\x20ftypisom')],
  ['a WOFF2 font', binary('wOF2\0\x01\0\0')],
  ['a TrueType font', binary('\0\x01\0\0\0\x0f')],
  ['a gzip file', binary('\x1f\x8b\x08\0')],
  ['a program for Linux', binary('\x7fELF\x02\x01\x01\0')],
  ['MP3 audio', binary('ID3\x04\0\0')],
  ['an SQLite database', binary('SQLite format 3\0')],
];

describe('the first bytes decide', () => {
  it.each(DOCUMENTS)('what a %s is, whatever it is called', (kind, body) => {
    for (const said of labelled) expect([said, fileKind({ url: '', ...said, body }).kind]).toEqual([said, kind]);
  });

  it.each(OTHERS)('that %s cannot be read, whatever it is called', async (what, body) => {
    for (const said of labelled)
      expect([said, fileKind({ url: '', ...said, body })]).toEqual([said, { kind: 'unreadable', what }]);
    const message = `The input is ${what}, which cannot be converted.`;
    await expect(convert(body, { contentType: 'text/html' })).rejects.toMatchObject({ code: 'unreadable', message });
  });

  it('that an archive is one, unless it is called a document, whose reader refuses it', async () => {
    const body = zip({ 'a.txt': 'x' });
    expect(fileKind({ url: 'https://a.example/a.zip', contentType: 'application/zip', body })).toEqual({
      kind: 'unreadable',
      what: 'a ZIP archive',
    });
    for (const said of labelled) {
      await expect(convert(body, { ...said })).rejects.toMatchObject({ code: 'unreadable' });
    }
  });

  it('that no file is read of which nothing is known', async () => {
    const body = binary('\x01\x02\x03');
    for (const said of labelled.filter(({ contentType = '', filename }) => !/png/.test(contentType + filename))) {
      await expect(convert(body, { ...said })).rejects.toMatchObject({ code: 'unreadable' });
    }
  });

  it('what an old Office file is', async () => {
    const ole = (stream: string) => {
      const bytes = new Uint8Array(2_048);
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
      bytes[30] = 9;
      bytes[48] = 1;
      bytes.set(Buffer.from(`${stream}\0`, 'utf16le'), 1_024);
      return bytes;
    };
    const message = expect.stringContaining('a Word document of before 2007 (.doc): save it as .docx');
    await expect(convert(ole('WordDocument'), { contentType: 'text/html' })).rejects.toMatchObject({ message });
    await expect(convert(ole('EncryptedPackage'))).rejects.toThrow('encrypted with a password');
    expect(fileKind({ url: '', contentType: undefined, body: ole('Workbook') }).kind).toBe('spreadsheet');
  });
});

const PAGE = '<!-- saved --><!DOCTYPE html><title>Tea</title><main><p>Tea is drunk hot.</p></main>';

describe('of a text decides', () => {
  it('that it is a whole page, over every label but those of a text about it', () => {
    for (const body of [
      PAGE,
      strToU8(PAGE),
      strToU8(`\uFEFF${PAGE}`),
      new Uint8Array(Buffer.from(`\uFEFF${PAGE}`, 'utf16le')),
    ]) {
      for (const said of labelled) {
        const { contentType = '', filename } = said;
        const isHtmlType = contentType.startsWith('text/html');
        if (isHtmlType || !filename.endsWith('.txt'))
          expect([said, fileKind({ url: '', ...said, body }).kind]).toEqual([said, 'html']);
      }
    }
  });

  it.each([
    ['text/plain', '', 'text'],
    ['text/plain', 'a.py', 'code python'],
    ['text/plain', 'notes.md', 'markdown'],
    [undefined, 'notes.md', 'markdown'],
    [undefined, '', 'html'],
    [undefined, 'a.unknown', 'html'],
    ['text/html', 'a.py', 'html'],
    ['application/octet-stream', '', 'text'],
    ['application/octet-stream', 'a.c', 'code c'],
    ['application/octet-stream', 'a.html', 'html'],
    ['application/pdf', 'a.csv', 'csv'],
    ['application/vnd.ms-excel', 'a.csv', 'csv'],
    ['application/vnd.ms-excel', '', 'csv'],
    ['text/x-python', '', 'code python'],
    ['text/x-csrc', '', 'code c'],
    ['text/x-c++src', '', 'code cpp'],
    ['text/x-rustsrc', '', 'code rust'],
    ['application/javascript; charset=utf-8', '', 'code javascript'],
    ['text/css', '', 'code css'],
    ['application/x-sh', '', 'code shell'],
    ['application/x-yaml', '', 'code yaml'],
    ['application/toml', '', 'code toml'],
    ['text/vnd.something', 'a.sql', 'code sql'],
    ['text/vnd.something', '', 'text'],
    ['text/plain', 'Dockerfile', 'code dockerfile'],
    ['application/x-tex', 'x', 'code tex'],
  ])('the type %s before the name %j: %s', (contentType, filename, expected) => {
    const file = fileKind({ url: '', contentType, filename, body: strToU8('tea = 1\n') });
    expect(['language' in file ? `${file.kind} ${file.language}` : file.kind].join(' ')).toBe(expected);
  });

  it('how it begins, where nothing is said of it', () => {
    const kindOf = (body: string, contentType?: string) => fileKind({ url: '', contentType, body: strToU8(body) }).kind;
    for (const type of [undefined, 'application/octet-stream', 'application/pdf']) {
      expect(kindOf('{"a": [1]}\n', type)).toBe('json');
      expect(kindOf('[{"a": 1}]', type)).toBe('json');
      expect(kindOf('<?xml version="1.0"?><rss></rss>', type)).toBe('xml');
      expect(kindOf('<svg xmlns="http://www.w3.org/2000/svg"></svg>', type)).toBe('xml');
      expect(kindOf('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"></html>', type)).toBe('html');
      expect(kindOf('<p>Tea</p>', type)).toBe('html');
    }
    expect(kindOf('{"a": 1}', 'text/html')).toBe('json');
    expect(kindOf('<?xml version="1.0"?><rss></rss>', 'text/html')).toBe('xml');
    expect(kindOf('[tea](x)', 'text/html')).toBe('html');
  });

  it('not by the end of an address that is a name of files as well', () => {
    for (const name of [
      'view.pl',
      'v1.2',
      'page.do',
      'index.cgi',
      'news',
      'readme',
      'license',
      'install',
      'makefile',
      'todo',
    ]) {
      const url = `https://tea.example/${name}`;
      expect(fileKind({ url, contentType: undefined, body: '<p>Tea</p>' }).kind).toBe('html');
    }
  });

  it('not by the name of a host', () => {
    for (const url of ['https://docs.rs', 'https://tea.pl/?q=a.py', 'https://tea.sh/#a.c']) {
      expect(fileKind({ url, contentType: undefined, body: 'Tea is drunk hot.' }).kind).toBe('html');
    }
    expect(fileKind({ url: 'https://tea.pl/a.py?raw', contentType: undefined, body: 'tea' }).kind).toBe('code');
  });

  it('that letters which begin other files are letters', async () => {
    for (const text of [
      'BMW is a car.',
      'MZ is a name.',
      'ID3 is a tag.',
      'GIF89a is a format.',
      'PAR1',
      'true or false',
    ]) {
      expect((await convert(Buffer.from(text), { filename: 'notes.txt' })).markdown).toBe(text);
    }
  });
});

it('text for programs becomes a block of its language, as it was written', async () => {
  const code = 'import os\n\ndef f(x):\n    if x < 3 and x > 1:\n        return "````"\n';
  const { kind, markdown, text } = await convert(Buffer.from(`\n${code}\n\n`), {
    filename: 'src/a.py',
    formats: ['markdown', 'text'],
  });
  expect([kind, markdown]).toEqual(['code', `\`\`\`\`\`python\n${code.trim()}\n\`\`\`\`\``]);
  expect(text).toContain('    if x < 3 and x > 1:');
});
