import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';
import type { ConversionOptions } from '../page/options.js';

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/documents/${name}`, import.meta.url)));

/** Converts a file with the media type of a server that does not know its files. */
const converted = (name: string, options: ConversionOptions = {}, body = file(name)) =>
  convertToParts({
    url: `https://harbour.example/files/${name}`,
    contentType: 'application/octet-stream',
    body,
    options,
  });

test('a PDF has pages in its metadata and links, and is found by its text', async () => {
  const { document, metadata, links, searchable, warnings } = await converted('report.pdf', {
    formats: ['markdown', 'links', 'rawHtml'],
    parsers: [{ type: 'pdf', maxPages: 1 }],
  });
  expect(document.markdown).toMatch(
    /^# Harbour report\n\nThe harbour was busy this year[\s\S]*```\nrun --fast\n {2}indented\n```$/,
  );
  expect(document.links).toEqual(['https://example.com/tides']);
  expect(document.rawHtml).toBeNull();
  expect(warnings).toEqual(['There is no rawHtml: the file is no HTML page.']);
  expect(metadata).toMatchObject({ title: 'Harbour report', author: 'Ada Writer', numPages: 1, totalPages: 2 });
  expect(links).toEqual(['https://example.com/tides']);
  expect(searchable).toMatchObject({ title: 'Harbour report', text: expect.stringContaining('busy this year') });
  expect(searchable.publishedAt).toMatch(/^2026-11-21T/);
});

test('a PDF has its pages, page marks and layout when requested', async () => {
  const { document } = await converted('report.pdf', {
    parsers: [{ type: 'pdf', pages: true, blocks: true, pageMarkers: true }],
  });
  expect(document.pages?.[1]).toEqual({ pageNumber: 2, markdown: 'The second page ends the report.' });
  expect(document.markdown).toMatch(/^<!-- Page 1 -->\n\n# Harbour[\s\S]*\n\n<!-- Page 2 -->\n\nThe second page ends/);
  expect(document.blocks).toHaveLength(2);
  const plain = await converted('report.pdf', { parsers: ['pdf'] });
  expect(Object.keys(plain.document)).toEqual(['markdown']);
});

test('a redacted PDF has no layout, which would show its personal data', async () => {
  const { document, warnings } = await converted('report.pdf', {
    redactPII: true,
    parsers: [{ type: 'pdf', blocks: true }],
  });
  expect(document.blocks).toBeUndefined();
  expect(warnings).toContain('The blocks of the PDF are left out: personal data is redacted from Markdown only.');
});

const TABLE = '| Month | Share |\n| --- | --- |\n| June, late | 0.721 |';
test.each(['figures.xlsx', 'figures.csv'])('%s becomes a table', async (name) => {
  const { document } = await converted(name);
  expect(document.markdown).toContain('| June, late | 31 | 0.721 |');
  expect(document.markdown?.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(
    TABLE.split('\n').length + 1,
  );
});

test.each(['report.docx', 'report.odt'])('%s becomes Markdown', async (name) => {
  const { document, searchable } = await converted(name, { formats: ['markdown', 'html'] });
  expect(document.markdown).toContain(
    'The harbour was **busy** this year, and *quiet* in winter. See the [table of tides](https://example.com/tides)',
  );
  expect(document.markdown).toContain('| May | 12 |');
  expect(document.markdown).toMatch(/- Ferries\n\s+- Night ferry/);
  expect(document.html).toContain('<h2>Ships</h2>');
  expect(searchable.description).toBe('Tides and ships, month by month');
});

test.each(['log.odt', 'log.docx', 'log.rtf', 'log-of-abiword.odt', 'log-of-abiword.rtf'])(
  '%s keeps what is bold, italic or struck through, and the head of its tables',
  async (name) => {
    const { document } = await converted(name);
    expect(document.markdown).toContain('The boat is **strong**, *quick*, ~~new~~ and ***both***. Underlined x2.');
    expect(document.markdown).toContain('**A whole bold paragraph.**');
    expect(document.markdown).toContain('*A whole italic one with* ***bold*** *within.*');
    expect(document.markdown).toMatch(/\| Kind \| Count \|.*\n\| --- \| --- \|.*\n\| herring \| /);
    expect(document.markdown).toContain('| plain | first row |\n| --- | --- |\n| merged |  |');
    expect(document.markdown).toMatch(
      /See (?:\[the \*\*tides\*\*\]\(https:\/\/example.com\/tides\)|the \*\*tides\*\*)\./,
    );
  },
);

test('text without a title has the name of its file as title', async () => {
  const body = new TextEncoder().encode('Some [text] *as* it is.');
  const { document, searchable } = await converted('read%20me.txt', { formats: ['markdown', 'rawHtml'] }, body);
  expect(document).toMatchObject({ markdown: 'Some [text] *as* it is.', rawHtml: 'Some [text] *as* it is.' });
  expect(searchable).toMatchObject({ title: 'read me.txt', text: 'Some [text] *as* it is.' });
});

test('a PDF is detected by its first bytes when its type and name do not say it', async () => {
  const body = file('report.pdf');
  const { document } = await convertToParts({
    url: 'https://harbour.example/download?id=1',
    contentType: undefined,
    body,
    options: {},
  });
  expect(document.markdown).toMatch(/^# Harbour report/);
});

test('search finds a table by its cells', async () => {
  expect((await converted('figures.csv')).searchable.text).toMatch(/Month[\s\S]*June, late/);
  expect((await converted('figures.xlsx')).searchable.text).toMatch(/Month[\s\S]*June, late/);
});
