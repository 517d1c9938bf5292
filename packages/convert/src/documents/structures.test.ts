import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert/convert.js';
import { ConvertError } from '../page/convert-error.js';

const zip = (files: Readonly<Record<string, string | Uint8Array>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? strToU8(data) : data]),
    ),
  );

const relations = (targets: Readonly<Record<string, readonly [type: string, target: string]>>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(
      ([id, [type, target]]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${
          /^https?:/.test(target) ? ' TargetMode="External"' : ''
        }/>`,
    )
    .join('')}</Relationships>`;

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const LONG = 'x'.repeat(20_000);

const docx = (body: string, note = '') =>
  zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relations({
      l: ['hyperlink', `https://a.example/${LONG}`],
      n: ['footnotes', 'footnotes.xml'],
    }),
    'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="1"><w:p><w:r><w:t>${note}</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
  });

const odt = (text: string, styles = '') =>
  zip({
    'content.xml': `<office:document-content>${styles}<office:body><office:text>${text}</office:text></office:body></office:document-content>`,
  });

const pptx = (slideIds: string, slide: string) =>
  zip({
    'ppt/presentation.xml': `<p:presentation>${slideIds}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations({ s: ['slide', 'slides/slide1.xml'] }),
    'ppt/slides/slide1.xml': `<p:sld>${slide}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations({
      l: ['hyperlink', `https://a.example/${LONG}`],
      d: ['diagramData', '../diagrams/data1.xml'],
    }),
    'ppt/diagrams/data1.xml': `<dgm:dataModel><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${LONG}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`,
  });

const epub = (spine: string, chapter: string) =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
    'b.opf': `<package><item id="a" href="a.xhtml"/>${spine}</package>`,
    'a.xhtml': `<html><body>${chapter}</body></html>`,
  });

const xlsx = (sheet: string, strings = '', styles = '') =>
  zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    '_rels/.rels': relations({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations({
      s: ['worksheet', 'worksheets/sheet1.xml'],
      t: ['sharedStrings', 'sharedStrings.xml'],
      y: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${strings}</t></si></sst>`,
    'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  });

const ods = (table: string) =>
  zip({
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="a">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });

/** A PDF with a form that the pages draw, and pages that are listed. */
function pdf(kids: string, page: string, form = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${kids.split('R').length - 1} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> /XObject << /X 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    `<< /Type /XObject /Subtype /Form /BBox [0 0 600 300] /Resources << /Font << /F 6 0 R >> >> /Length ${form.length} >>\nstream\n${form}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return strToU8(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`);
}

type Make = (size: number) => { readonly body: Uint8Array; readonly filename: string };

const named =
  (filename: string, make: (size: number) => Uint8Array | string): Make =>
  (size) => {
    const body = make(size);
    return { filename, body: typeof body === 'string' ? strToU8(body) : body };
  };

const nested = (open: string, close: string, size: number, inside = 'x') =>
  open.repeat(size) + inside + close.repeat(size);

/** Every format in every way that a small file becomes a long one: repeated, nested, wide, and referred to again. */
const STRUCTURES: Readonly<Record<string, Make>> = {
  'csv, one long row and many short ones': named('a.csv', (size) => `${','.repeat(size)}\n${'a\n'.repeat(size)}`),
  'csv, quotes': named('a.csv', (size) => '"'.repeat(size)),
  'csv, empty cells': named('a.csv', (size) => `${';'.repeat(100)}\n`.repeat(size / 100)),
  'markdown, brackets': named('a.md', (size) => '['.repeat(size)),
  'markdown, links in links': named('a.md', (size) => '[![a]('.repeat(size)),
  'markdown, definitions': named('a.md', (size) => '[a]:\n'.repeat(size)),
  'code, fences': named('a.py', (size) => '`'.repeat(size)),
  'json, brackets': named('a.json', (size) => '['.repeat(size)),
  'xml, nested': named('a.xml', (size) => nested('<a>', '</a>', size)),
  'rtf, groups': named('a.rtf', (size) => `{\\rtf1 ${nested('{', '}', size)}}`),
  'rtf, styles': named('a.rtf', (size) => `{\\rtf1{\\stylesheet ${'\\s1 '.repeat(size)}}}`),
  'rtf, cells': named(
    'a.rtf',
    (size) => `{\\rtf1 ${'\\intbl\\cell'.repeat(size)}${'\\intbl x\\cell\\row'.repeat(size)}}`,
  ),
  'rtf, bytes': named('a.rtf', (size) => `{\\rtf1 ${"\\'e9".repeat(size)}}`),
  'docx, paragraphs': named('a.docx', (size) => docx('<w:p/>'.repeat(size * 10))),
  'docx, runs': named('a.docx', (size) => docx(`<w:p>${'<w:r><w:t>x</w:t></w:r>'.repeat(size * 10)}</w:p>`)),
  'docx, nested tables': named('a.docx', (size) =>
    docx(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', size / 10, '<w:p/>')),
  ),
  'docx, cells': named('a.docx', (size) =>
    docx(`<w:tbl><w:tr>${'<w:tc><w:p/></w:tc>'.repeat(size * 10)}</w:tr></w:tbl>`),
  ),
  'docx, references to a note': named('a.docx', (size) =>
    docx(`<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(size)}</w:p>`, LONG),
  ),
  'docx, links': named('a.docx', (size) =>
    docx(`<w:p>${'<w:hyperlink r:id="l"><w:r><w:t>x</w:t></w:r></w:hyperlink>'.repeat(size)}</w:p>`),
  ),
  'docx, equations': named('a.docx', (size) =>
    docx(`<w:p>${'<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'.repeat(size)}</w:p>`),
  ),
  'docx, a nested equation': named('a.docx', (size) =>
    docx(`<w:p><m:oMath>${nested('<m:rad><m:e>', '</m:e></m:rad>', size)}</m:oMath></w:p>`),
  ),
  'odt, repeated cells in repeated cells': named('a.odt', (size) =>
    odt(
      nested(
        '<table:table><table:table-row><table:table-cell table:number-columns-repeated="100">',
        '</table:table-cell></table:table-row></table:table>',
        Math.min(size / 100, 20),
        '<text:p>x</text:p>',
      ),
    ),
  ),
  'odt, nested lists': named('a.odt', (size) =>
    odt(nested('<text:list><text:list-item>', '</text:list-item></text:list>', 90, '<text:p>x</text:p>'.repeat(size))),
  ),
  'odt, nested notes': named('a.odt', (size) =>
    odt(`<text:p>${nested('<text:note><text:note-body>', '</text:note-body></text:note>', size)}</text:p>`),
  ),
  'odt, spans of a large style': named('a.odt', (size) =>
    odt(
      `<text:p>${'<text:span text:style-name="a">x</text:span>'.repeat(size)}</text:p>`,
      `<style:style style:name="a">${'<style:x/>'.repeat(size)}</style:style>`,
    ),
  ),
  'odt, spaces': named('a.odt', (size) => odt(`<text:p>${'<text:s text:c="9999"/>'.repeat(size)}</text:p>`)),
  'pptx, one slide again and again': named('a.pptx', (size) =>
    pptx('<p:sldId r:id="s"/>'.repeat(size), `<p:sp><a:p><a:r><a:t>${LONG}</a:t></a:r></a:p></p:sp>`),
  ),
  'pptx, nested shapes': named('a.pptx', (size) =>
    pptx('<p:sldId r:id="s"/>', nested('<p:sp>', '</p:sp>', size, '<a:p><a:r><a:t>x</a:t></a:r></a:p>')),
  ),
  'pptx, nested paragraphs': named('a.pptx', (size) =>
    pptx('<p:sldId r:id="s"/>', `<p:sp>${nested('<a:p>', '</a:p>', size)}</p:sp>`),
  ),
  'pptx, nested groups': named('a.pptx', (size) =>
    pptx('<p:sldId r:id="s"/>', nested('<p:grpSp>', '</p:grpSp>', size)),
  ),
  'pptx, links': named('a.pptx', (size) =>
    pptx(
      '<p:sldId r:id="s"/>',
      `<p:sp><a:p>${'<a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>x</a:t></a:r>'.repeat(size)}</a:p></p:sp>`,
    ),
  ),
  'pptx, one diagram again and again': named('a.pptx', (size) =>
    pptx('<p:sldId r:id="s"/>', '<p:graphicFrame><dgm:relIds r:dm="d"/></p:graphicFrame>'.repeat(size)),
  ),
  'epub, one chapter again and again': named('a.epub', (size) =>
    epub('<itemref idref="a"/>'.repeat(size), `<p>${LONG}</p>`),
  ),
  'epub, tags without an end': named('a.epub', (size) => epub('<itemref idref="a"/>', '<a '.repeat(size * 10))),
  'xlsx, cells far to the right': named('a.xlsx', (size) =>
    xlsx(
      Array.from({ length: size }, (_, row) => `<row r="${row + 1}"><c r="SF${row + 1}"><v>1</v></c></row>`).join(''),
    ),
  ),
  'xlsx, one long text again and again': named('a.xlsx', (size) =>
    xlsx(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(size)}</row>`, LONG),
  ),
  'xlsx, a long format': named('a.xlsx', (size) =>
    xlsx(
      `<row r="1">${'<c s="1"><v>1</v></c>'.repeat(size)}</row>`,
      '',
      `<numFmts><numFmt numFmtId="200" formatCode="&quot;${LONG}&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200" applyNumberFormat="1"/></cellXfs>`,
    ),
  ),
  'xlsx, empty rows': named('a.xlsx', (size) => xlsx('<row><c><v>1</v></c></row>'.repeat(size))),
  'ods, repeated cells': named('a.ods', () =>
    ods(
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1000"><text:p>1</text:p></table:table-cell></table:table-row>',
    ),
  ),
  'ods, repeated cells without text': named('a.ods', () =>
    ods(
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1000"/></table:table-row>',
    ),
  ),
  'pdf, one page again and again': named('a.pdf', (size) =>
    pdf('3 0 R '.repeat(size / 10), `BT /F 9 Tf (${LONG}) Tj ET`),
  ),
  'pdf, a form again and again': named('a.pdf', (size) =>
    pdf(
      '3 0 R',
      Array.from({ length: size }, (_, index) => `q 1 0 0 1 0 ${index} cm /X Do Q `).join(''),
      `BT /F 9 Tf (${LONG}) Tj ET`,
    ),
  ),
  'pdf, lines at many edges': named('a.pdf', (size) =>
    pdf(
      '3 0 R',
      Array.from({ length: size }, (_, index) => `BT /F 9 Tf ${index / 100} ${300 - index / 5} Td (x y z) Tj ET`).join(
        '\n',
      ),
    ),
  ),
  'pdf, runs in a line': named('a.pdf', (size) => pdf('3 0 R', `BT /F 9 Tf ${'(x) Tj '.repeat(size)} ET`)),
};

const SIZE = Number(process.env.STRUCTURE_SIZE ?? 1_000);

/** Time of the processor, and the characters of the result; a file that becomes too long has none. */
async function cost({ body, filename }: ReturnType<Make>): Promise<{ milliseconds: number; length: number }> {
  const before = process.cpuUsage();
  let length = 0;
  try {
    length = (await convert(body, { filename })).markdown.length;
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error;
    expect(error.code).toBe('unreadable');
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1_000, length };
}

describe('time and output grow with a file, and not faster, or it is refused', () => {
  it.each(Object.entries(STRUCTURES))('%s', async (_, make) => {
    await cost(make(SIZE / 10));
    const small = await cost(make(SIZE));
    const file = make(SIZE * 4);
    const large = await cost(file);
    // Quadratic time would take 16 times as long. The rest is the compilation of the code, and what any file costs.
    const limit = small.milliseconds * 8 + 400;
    const milliseconds = large.milliseconds < limit ? large.milliseconds : (await cost(file)).milliseconds;
    expect(milliseconds).toBeLessThan(limit);
    expect(large.length).toBeLessThan(4_000_000 + file.body.length * 100);
  });
});
