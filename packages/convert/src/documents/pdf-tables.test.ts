import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { fixedRuns } from '../../../../test/properties.js';
import { readPdf } from './pdf.js';

/** A PDF of one page, and how wide a text is in it. */
async function drawn(draw: (pdf: PDFKit.PDFDocument) => void): Promise<string> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0 });
  const parts: Buffer[] = [];
  const end = new Promise<void>((resolve) => pdf.on('data', (part) => parts.push(part)).on('end', resolve));
  pdf.fontSize(SIZE);
  draw(pdf);
  pdf.end();
  await end;
  const { html } = await readPdf(new Uint8Array(Buffer.concat(parts)), { type: 'pdf' });
  return html.match(/<main>(.*)<\/main>/s)?.[1] ?? '';
}

const SIZE = 10;
const LEADING = 12;
const LEFT = 60;

/** How a table is set. */
interface Design {
  readonly align: 'top' | 'center' | 'bottom';
  readonly padding: number;
  /** Whether the names of the columns are bold. */
  readonly bold: boolean;
  readonly gutter: number;
  readonly widths: readonly number[];
  /** Whether numbers stand at the right edge of their column. */
  readonly right: boolean;
}

const DESIGN: Design = { align: 'top', padding: 6, bold: true, gutter: 12, widths: [90, 60, 110], right: false };

const isNumber = (text: string) => /^[\d.]+$/.test(text);

/** Draws a table from a height on, cell by cell. */
function drawTable(
  pdf: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  design: Design,
  from: number,
): number {
  let top = from;
  const numeric = design.widths.map((_, column) =>
    rows.slice(1).every((row) => !row[column] || isNumber(row[column] ?? '')),
  );
  for (const [index, row] of rows.entries()) {
    pdf.font(index === 0 && design.bold ? 'Helvetica-Bold' : 'Helvetica');
    const cells = row.map((text, column) => wrapped(pdf, text, design.widths[column] ?? 0));
    const height = Math.max(...cells.map((lines) => lines.length)) * LEADING;
    let left = LEFT;
    for (const [column, lines] of cells.entries()) {
      const width = design.widths[column] ?? 0;
      const space = height - lines.length * LEADING;
      const start = top + space * { top: 0, center: 0.5, bottom: 1 }[design.align];
      for (const [line, text] of lines.entries()) {
        const shift = design.right && numeric[column] ? width - pdf.widthOfString(text) : 0;
        pdf.text(text, left + shift, start + line * LEADING, { lineBreak: false });
      }
      left += width + design.gutter;
    }
    top += height + design.padding;
  }
  pdf.font('Helvetica');
  return top;
}

function wrapped(pdf: PDFKit.PDFDocument, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && pdf.widthOfString(`${line} ${word}`) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Draws a text in lines of a width. */
function drawText(pdf: PDFKit.PDFDocument, text: string, from: number, left = LEFT, width = 460): number {
  const lines = wrapped(pdf, text, width);
  for (const [index, line] of lines.entries()) pdf.text(line, left, from + index * LEADING, { lineBreak: false });
  return from + lines.length * LEADING;
}

/** The cells of each table of a page. */
function tablesOf(html: string): string[][][] {
  return [...html.matchAll(/<table>(.*?)<\/table>/gs)].map(([, table = '']) =>
    [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell),
    ),
  );
}

const SENTENCE = 'The harbour was quiet in winter, and the boats that came were those of the islands near by.';

const SHIPS = [
  ['Ship', 'Crew', 'What it carries'],
  ['Amsel', '12', 'tea'],
  ['Birke', '7', 'bottles of glass that you bring back to the shop'],
  ['Cora', '9', 'sugar'],
  ['Drossel', '11', 'letters'],
];

const changed = (row: number, column: number, text: string) =>
  SHIPS.map((cells, index) => cells.map((cell, place) => (index === row && place === column ? text : cell)));

describe('a table of a PDF', () => {
  test.each([
    ['in the last column', SHIPS],
    ['in the first column', changed(1, 0, 'Amsel of the northern islands and the bay')],
    ['in the column between', SHIPS.map(([a = '', b = '', c = '']) => [a, c, b])],
    ['in the first row', changed(0, 0, 'Ship and the harbour of its home')],
    ['in the last row', changed(4, 2, 'letters of all the islands that lie in the north')],
  ])('has wrapped cells %s as one each', async (_, rows) => {
    for (const align of ['top', 'center', 'bottom'] as const) {
      const widths = rows === SHIPS || rows[0]?.[1] === 'Crew' ? DESIGN.widths : [90, 110, 60];
      const html = await drawn((pdf) => {
        const end = drawTable(pdf, rows, { ...DESIGN, align, widths }, drawText(pdf, SENTENCE, 60) + 12);
        drawText(pdf, SENTENCE, end + 6);
      });
      expect(tablesOf(html), align).toEqual([rows]);
    }
  });

  test.each([
    ['at its first row', changed(1, 2, '')],
    ['at its last row', changed(4, 1, '')],
    ['below the first column', changed(2, 0, '')],
    ['above the first column', changed(0, 0, '')],
    ['but one at its end', changed(4, 1, '').map((row, index) => (index === 4 ? ['Drossel', '', ''] : row))],
    ['in the middle but one', SHIPS.map((row, index) => (index === 3 ? ['', '9', ''] : row))],
  ])('keeps its columns with cells that are empty %s', async (_, rows) => {
    for (const right of [false, true]) {
      const html = await drawn((pdf) => {
        const end = drawTable(pdf, rows, { ...DESIGN, right }, drawText(pdf, SENTENCE, 60) + 12);
        drawText(pdf, SENTENCE, end + 6);
      });
      expect(tablesOf(html)).toEqual([rows]);
    }
  });

  test('has wrapped cells as one each without any space between its rows', async () => {
    const html = await drawn((pdf) => drawTable(pdf, SHIPS, { ...DESIGN, padding: 0, bold: false }, 60));
    expect(tablesOf(html)).toEqual([SHIPS]);
  });

  test('stays apart from the text beside it', async () => {
    const html = await drawn((pdf) => {
      drawTable(pdf, SHIPS, DESIGN, 60);
      drawText(pdf, `${SENTENCE} ${SENTENCE}`, 62, 380, 160);
    });
    expect(tablesOf(html)).toEqual([SHIPS]);
    expect(html).toContain(`<p>${SENTENCE} ${SENTENCE}</p>`);
  });

  const word = fc.constantFrom('tea', 'harbour', 'of', 'Cora', 'glass', 'North', 'a', 'bottles', 'winter', 'quiet');
  const words = fc.array(word, { minLength: 1, maxLength: 2 }).map((all) => all.join(' '));
  const long = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
  const number = fc.integer({ min: 1, max: 9_999 }).map(String);
  const sparse = (text: fc.Arbitrary<string>) => fc.option(text, { nil: '', freq: 4 });
  const header = fc.tuple(...['Name', 'Sum', 'Note', 'Place'].map((name) => fc.constant(name)));
  const body = fc.array(fc.tuple(words, number, sparse(long), sparse(words)), { minLength: 3, maxLength: 8 });
  const design: fc.Arbitrary<Design> = fc.record({
    align: fc.constantFrom('top', 'center', 'bottom'),
    padding: fc.constantFrom(2, 4, 6, 10),
    bold: fc.boolean(),
    gutter: fc.constantFrom(10, 12, 24),
    widths: fc.constant([80, 50, 120, 80]),
    right: fc.boolean(),
  });

  test('is what was drawn, whatever its cells', async () => {
    await fc.assert(
      fc.asyncProperty(header, body, design, async (names, rest, how) => {
        const rows = [[...names], ...rest.map((row) => [...row])];
        const html = await drawn((pdf) => {
          const end = drawTable(pdf, rows, how, drawText(pdf, SENTENCE, 60) + 12);
          drawText(pdf, SENTENCE, end + 6);
        });
        expect(tablesOf(html)).toEqual([rows]);
      }),
      fixedRuns(30, 48),
    );
  });

  test.each<[string, (pdf: PDFKit.PDFDocument) => void]>([
    [
      'two columns of prose',
      (pdf) => {
        drawText(pdf, `${SENTENCE} `.repeat(8), 60, 60, 220);
        drawText(pdf, `In 2024 there were 12 of them. ${SENTENCE} `.repeat(6), 60, 310, 220);
      },
    ],
    [
      'columns of prose below their headings',
      (pdf) => {
        for (const left of [60, 230, 400]) {
          pdf.font('Helvetica-Bold').text('Tides', left, 60, { lineBreak: false }).font('Helvetica');
          for (const from of [80, 160, 240]) drawText(pdf, SENTENCE, from + left / 60, left, 140);
        }
      },
    ],
    [
      'a list with a hanging indent',
      (pdf) => {
        let top = 60;
        for (const number of [1, 2, 3, 4]) {
          pdf.text(`${number}.`, 60, top, { lineBreak: false });
          top = drawText(pdf, SENTENCE, top, 80, 200) + 4;
        }
      },
    ],
    [
      'terms and their meanings',
      (pdf) => {
        let top = 60;
        for (const term of ['anchor', 'buoy', 'crew', 'dock']) {
          pdf.text(term, 60, top, { lineBreak: false });
          top = drawText(pdf, SENTENCE, top, 140, 200) + 4;
        }
      },
    ],
    [
      'justified prose',
      (pdf) => pdf.text(`${SENTENCE} In 1998 it was not. `.repeat(6), 60, 60, { width: 200, align: 'justify' }),
    ],
  ])('is not made of %s', async (_, draw) => {
    expect(await drawn(draw)).not.toContain('<table');
  });
});
