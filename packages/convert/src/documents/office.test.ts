import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx.js';
import { readEpub } from './epub.js';
import { readOdt } from './odt.js';
import { readPptx } from './pptx.js';
import { readRtf } from './rtf.js';
import { readSpreadsheet } from './spreadsheet.js';

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/documents/${name}`, import.meta.url)));
const bodyOf = ({ html }: { html: string }) => html.match(/<main>(.*)<\/main>/s)?.[1];
const headOf = ({ html }: { html: string }) => html.match(/<head>(.*)<\/head>/s)?.[1];

const FACTS =
  '<meta charset="utf-8"><title>Harbour report</title>' +
  '<meta name="description" content="Tides and ships, month by month"><meta name="author" content="Ada Writer">';

const INTRODUCTION =
  '<h1>Harbour report</h1><p>The harbour was <strong>busy</strong> this year, and <em>quiet</em> in winter. ' +
  'See the <a href="https://example.com/tides">table of tides</a> for more. Ünïcödé: naïve café, ';

const CODE = '<pre>run --fast\n  indented</pre><p>The second page ends the report.</p>';

test('a Word document keeps its structure and what it says of itself', async () => {
  const read = await readDocx(file('report.docx'));
  expect(headOf(read)).toBe(FACTS);
  expect(read.html).toContain('<html lang="en-US">');
  const cell = (text: string) => `<td><p>${text}</p></td>`;
  const row = (...cells: string[]) => `<tr>${cells.map(cell).join('')}</tr>`;
  const head = `<thead>${row('Month', 'Ships').replaceAll('td>', 'th>')}</thead>`;
  expect(bodyOf(read)).toBe(
    `${INTRODUCTION}100\u00A0€.</p><h2>Ships</h2>` +
      '<ul><li>Freighters</li><li>Ferries<ul><li>Night ferry</li></ul></li></ul><ol><li>Dock</li><li>Unload</li></ol>' +
      `<h2>Figures</h2><table>${head}<tbody>${row('May', '12')}${row('June | July', '31')}</tbody></table>` +
      `<p>First line<br />second line.</p>${CODE}`,
  );
});

test('an OpenDocument text keeps its structure and what it says of itself', () => {
  const read = readOdt(file('report.odt'));
  expect(headOf(read)).toBe(FACTS);
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const head = '<thead><tr><th>Month</th><th>Ships</th></tr></thead>';
  expect(bodyOf(read)).toBe(
    `${INTRODUCTION}100&nbsp;€.</p><h2>Ships</h2>` +
      '<ul><li>Freighters</li><li>Ferries<ul><li>Night ferry</li></ul></li></ul><ol><li>Dock</li><li>Unload</li></ol>' +
      `<h2>Figures</h2><table>${head}${row('May', '12')}${row('June | July', '31')}</table>` +
      `<p>First line<br>second line.</p>${CODE}`,
  );
});

test('a Rich Text file keeps its headings, lines and tables', () => {
  const read = readRtf(file('report.rtf'));
  expect(headOf(read)).toBe('<meta charset="utf-8"><title>Harbour report</title>');
  expect(bodyOf(read)).toBe(
    '<h1>Harbour report</h1><p>The harbour was <strong>busy</strong> this year, and <em>quiet</em> in winter. See the table of tides for more. ' +
      'Ünïcödé: naïve café, 100&nbsp;€.</p><h2>Ships</h2><p>•\tFreighters</p><p>•\tFerries</p><p>•\tNight ferry</p>' +
      '<p>1.\tDock</p><p>2.\tUnload</p><h2>Figures</h2><table><thead><tr><th>Month</th><th>Ships</th></tr></thead>' +
      '<tbody><tr><td>May</td><td>12</td></tr><tr><td>June | July</td><td>31</td></tr></tbody></table>' +
      '<p>First line<br>second line.</p><p>run --fast</p><p>indented</p><p>The second page ends the report.</p>',
  );
});

test.each(['figures.xlsx', 'figures.xls', 'figures.ods'])(
  '%s becomes a table under the name of its sheet',
  async (name) => {
    expect(bodyOf(await readSpreadsheet(file(name)))).toBe(
      '<h2>figures</h2><table><thead><tr><th>Month</th><th>Ships</th><th>Share</th></tr></thead><tbody>' +
        '<tr><td>May</td><td>12</td><td>0.279</td></tr><tr><td>June, late</td><td>31</td><td>0.721</td></tr></tbody></table>',
    );
  },
);

const TAGS = `<dc:title>Log</dc:title><dc:subject>Ships</dc:subject><dc:type>Report</dc:type>`;
const DUBLIN_CORE =
  '<meta property="article:published_time" content="2026-03-01T08:00:00Z">' +
  '<meta property="article:modified_time" content="2026-04-01T08:00:00Z">' +
  '<meta name="dcterms.created" content="2026-03-01T08:00:00Z">' +
  '<meta name="dc.subject" content="Ships"><meta name="dc.type" content="Report">';

test('office files have their Dublin Core metadata in the head', async () => {
  const { 'docProps/core.xml': _, ...word } = unzipSync(file('report.docx'));
  const core = `<cp:coreProperties>${TAGS}<dcterms:created>2026-03-01T08:00:00Z</dcterms:created><dcterms:modified>2026-04-01T08:00:00Z</dcterms:modified></cp:coreProperties>`;
  expect(headOf(await readDocx(zipSync({ ...word, 'docProps/core.xml': strToU8(core) })))).toContain(DUBLIN_CORE);
  const { 'meta.xml': __, ...text } = unzipSync(file('report.odt'));
  const meta = `<office:meta>${TAGS}<meta:creation-date>2026-03-01T08:00:00Z</meta:creation-date><dc:date>2026-04-01T08:00:00Z</dc:date></office:meta>`;
  expect(headOf(readOdt(zipSync({ ...text, 'meta.xml': strToU8(meta) })))).toContain(DUBLIN_CORE);
});

test('a workbook has the dates of its properties in the head', async () => {
  const files = unzipSync(file('figures.xlsx'));
  const core = new TextDecoder().decode(files['docProps/core.xml']);
  const dates =
    '<dcterms:created xsi:type="dcterms:W3CDTF">2026-03-01T08:00:00Z</dcterms:created>' +
    '<dcterms:modified xsi:type="dcterms:W3CDTF">never</dcterms:modified></cp:coreProperties>';
  const dated = strToU8(core.replace('</cp:coreProperties>', () => dates));
  expect(headOf(await readSpreadsheet(zipSync({ ...files, 'docProps/core.xml': dated })))).toBe(
    '<meta charset="utf-8"><meta property="article:published_time" content="2026-03-01T08:00:00.000Z">' +
      '<meta name="dcterms.created" content="2026-03-01T08:00:00.000Z">',
  );
});

test('a Rich Text file with words that no reader knows has their text alone', () => {
  const read = readRtf(strToU8(String.raw`{\rtf1 \constructor a \toString b{\*\valueOf c}}`));
  expect(bodyOf(read)).toBe('<p>a b</p>');
});

test('a Rich Text table that is cut off is a table', () => {
  const row = String.raw`\trowd\cellx1\cellx2\pard\intbl\b a\b0\cell\pard\intbl b\par c\cell\row`;
  const read = readRtf(strToU8(String.raw`{\rtf1 before\par ${row}${row}\pard\intbl cut}`));
  expect(bodyOf(read)).toBe(
    '<p>before</p><table><thead><tr><th>a</th><th>b<br>c</th></tr></thead><tbody>' +
      '<tr><td><strong>a</strong></td><td>b<br>c</td></tr><tr><td>cut</td><td></td></tr></tbody></table>',
  );
});

/** The archive, whose directory says another size of its first file. */
function claiming(archive: Uint8Array, bytes: number): Uint8Array {
  const claim = archive.slice();
  const view = new DataView(claim.buffer);
  const directory = view.getUint32(claim.length - 6, true);
  view.setUint32(directory + 24, bytes, true);
  return claim;
}

describe('a hostile file', () => {
  const mebibyte = 1024 * 1024;

  test('that unpacks to more than anybody writes is not unpacked', async () => {
    const message = 'The document unpacks to more than 64 MiB or 5000 files, which is not read.';
    const bomb = (name: string, entry: string) => {
      const files = unzipSync(file(name));
      return claiming(zipSync({ [entry]: files[entry] ?? new Uint8Array(), ...files }), 100 * mebibyte);
    };
    expect(() => readOdt(bomb('report.odt', 'content.xml'))).toThrow(message);
    await expect(readDocx(bomb('report.docx', 'word/styles.xml'))).rejects.toThrow(message);
    await expect(readSpreadsheet(bomb('figures.xlsx', 'xl/workbook.xml'))).rejects.toThrow(message);
  });

  test('that understates its size is cut there, and costs one error', () => {
    const lying = claiming(zipSync({ 'content.xml': new Uint8Array(5 * mebibyte) }), 1000);
    expect(() => readOdt(lying)).toThrow('The OpenDocument file is broken or encrypted.');
  });

  test('that nests without end costs one error', () => {
    const deep = `${'<text:section>'.repeat(20_000)}x${'</text:section>'.repeat(20_000)}`;
    const content = `<office:document-content><office:body>${deep}</office:body></office:document-content>`;
    expect(() => readOdt(zipSync({ 'content.xml': strToU8(content) }))).toThrow('more than 400 levels deep');
  });

  test.each([
    ['Word document', () => readDocx(strToU8('PK nothing')), 'The document is broken'],
    ['ZIP archive', () => readDocx(zipSync({ 'a.txt': strToU8('a') })), 'The file is no Word document.'],
    ['spreadsheet', () => readSpreadsheet(strToU8('PK nothing')), 'The document is broken'],
    ['Rich Text file', async () => readRtf(strToU8('hello')), 'The file is no Rich Text file.'],
  ])('that is no %s is refused in a sentence', async (_, read, message) => {
    await expect(read()).rejects.toThrow(message);
  });
});

const SCHEMAS = 'http://schemas.openxmlformats.org';

describe('pictures of a Word document', () => {
  const withPicture = (bytes: number): Zippable => {
    const files = unzipSync(file('report.docx'));
    const drawing =
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${SCHEMAS}/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="p" descr="A red flag"/><a:graphic xmlns:a="${SCHEMAS}/drawingml/2006/main"><a:graphicData>` +
      `<pic:pic xmlns:pic="${SCHEMAS}/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rIdP" xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const edit = (name: string, before: string, more: string) => {
      files[name] = strToU8(new TextDecoder().decode(files[name]).replace(before, () => more + before));
    };
    edit('word/document.xml', '<w:sectPr', drawing);
    const type = `${SCHEMAS}/officeDocument/2006/relationships/image`;
    edit(
      'word/_rels/document.xml.rels',
      '</Relationships>',
      `<Relationship Id="rIdP" Type="${type}" Target="media/p.png"/>`,
    );
    return { ...files, 'word/media/p.png': new Uint8Array(bytes) };
  };

  test('stand in it when they are small', async () => {
    const read = await readDocx(zipSync(withPicture(3)));
    expect(read.html).toContain('<img alt="A red flag" src="data:image/png;base64,AAAA" />');
    expect(read.warnings).toEqual([]);
  });

  test('are named when they are large', async () => {
    const read = await readDocx(zipSync(withPicture(300_000)));
    expect(read.html).toContain('<img alt="A red flag" src="" />');
    expect(read.warnings).toEqual(['Images of the document that are too large were left out: 1.']);
  });
});

const zipOf = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

const relations = (targets: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const CORE = '<cp:coreProperties><dc:title>Harbour</dc:title><dc:creator>Ada Writer</dc:creator></cp:coreProperties>';

test('a presentation gives its slides in their order, with titles, emphasis, links and tables', () => {
  const run = (text: string, properties = '') => `<a:r><a:rPr ${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
  const shape = (type: string, ...runs: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${runs.join('')}</a:p></p:txBody></p:sp>`;
  const cell = (text: string) => `<a:tc><a:txBody><a:p>${run(text, '>')}</a:p></a:txBody></a:tc>`;
  const table = `<a:tbl><a:tr>${cell('Month')}${cell('Ships')}</a:tr><a:tr>${cell('May')}${cell('12')}</a:tr></a:tbl>`;
  const read = readPptx(
    zipOf({
      'docProps/core.xml': CORE,
      'ppt/presentation.xml': '<p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/></p:sldIdLst>',
      'ppt/_rels/presentation.xml.rels': relations({ r1: 'slides/slide1.xml', r2: 'slides/slide2.xml' }),
      'ppt/slides/slide1.xml': `<p:sld>${shape('body', run('Last &lt;words&gt;', '>'))}${table}</p:sld>`,
      'ppt/slides/slide2.xml': `<p:sld>${shape('title', run('Harbour', '>'))}${shape('sldNum', run('1', '>'))}${shape(
        'body',
        run('See ', '>'),
        run('tides', 'b="1"><a:hlinkClick r:id="l1"/>'),
      )}</p:sld>`,
      'ppt/slides/_rels/slide2.xml.rels': relations({ l1: 'https://example.com/tides?a=1&amp;b=2' }),
    }),
  );
  expect(headOf(read)).toContain('<title>Harbour</title><meta name="author" content="Ada Writer">');
  expect(bodyOf(read)).toBe(
    '<h2>Harbour</h2><p>See <a href="https://example.com/tides?a=1&amp;b=2"><strong>tides</strong></a></p>' +
      '<p>Last &lt;words&gt;</p><table><thead><tr><th>Month</th><th>Ships</th></tr></thead>' +
      '<tbody><tr><td>May</td><td>12</td></tr></tbody></table>',
  );
});

test('a presentation that is nested deeper than the stack is read all the same', () => {
  const deep = `<p:sld>${'<p:grpSp>'.repeat(50_000)}<p:sp><a:p><a:r><a:t>Deep</a:t></a:r></a:p></p:sp>`;
  const read = readPptx(
    zipOf({
      'ppt/presentation.xml': '<p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst>',
      'ppt/_rels/presentation.xml.rels': relations({ r1: 'slides/slide1.xml' }),
      'ppt/slides/slide1.xml': deep,
    }),
  );
  expect(bodyOf(read)).toBe('<p>Deep</p>');
});

test('a book gives its chapters in the order of its spine', () => {
  const chapter = (html: string) => `<html><head><title>x</title></head><body class="c">${html}</body></html>`;
  const read = readEpub(
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf':
        '<package><metadata><dc:title>Harbour</dc:title><dc:creator>Ada Writer</dc:creator></metadata><manifest>' +
        '<item id="a" href="text/one%20a.xhtml"/><item id="b" href="text/two.xhtml"/><item id="c" href="gone.xhtml"/>' +
        '</manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>',
      'OPS/text/one a.xhtml': chapter('<p>The end.</p>'),
      'OPS/text/two.xhtml': chapter('<h1><a id="top"/>Tides</h1>'),
    }),
  );
  expect(headOf(read)).toContain('<title>Harbour</title><meta name="author" content="Ada Writer">');
  expect(bodyOf(read)).toBe('<h1><a id="top"></a>Tides</h1><p>The end.</p>');
});

test('a binary workbook is read like any other', async () => {
  const { utils, write } = await import('@e965/xlsx');
  const workbook = utils.book_new();
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['Month', 'Ships'],
      ['May', 12],
    ]),
    'Figures',
  );
  const read = await readSpreadsheet(new Uint8Array(write(workbook, { bookType: 'xlsb', type: 'array' })));
  expect(bodyOf(read)).toContain('<td>May</td><td>12</td>');
});

test.each([
  ['presentation', readPptx, 'The file is no presentation'],
  ['book', readEpub, 'The file is no EPUB book'],
])('an archive that is no %s is unreadable', (_, readFile, message) => {
  expect(() => readFile(zipOf({ 'a.xml': '<a/>' }))).toThrow(message);
});
