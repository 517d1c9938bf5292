import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPdf } from './pdf.js';

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/documents/${name}`, import.meta.url)));
const report = file('report.pdf');

const COURIER = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';

const BOLD = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>';

/** A PDF of one page for each content stream. */
function madePdf(...pages: string[]): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R /F2 ${COURIER} /F3 ${BOLD} >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`);
}

const say = (text: string, y = 200) => `BT /F1 12 Tf 20 ${y} Td (${text}) Tj ET`;
const drawing = '10 10 100 100 re f';

describe('a PDF', () => {
  test('keeps its headings, paragraphs, lists and code', async () => {
    const { html } = await readPdf(report, { type: 'pdf' });
    expect(html.match(/<main>(.*)<\/main>/s)?.[1]).toBe(
      '<h1>Harbour report</h1>' +
        '<p>The harbour was busy this year, and quiet in winter. See the table of tides for more. Ünïcödé: naïve café, 100 €.</p>' +
        '<h2>Ships</h2><ul><li>Freighters</li><li>Ferries</li><li>Night ferry</li></ul><ol><li>Dock</li><li>Unload</li></ol>' +
        '<h2>Figures</h2><p>Month Ships</p><p>May 12</p><p>June | July 31</p><p>First line</p><p>second line.</p>' +
        '<pre>run --fast\n  indented</pre><p>The second page ends the report.</p>',
    );
  });

  test('says its title, author, date, links and page count', async () => {
    const read = await readPdf(report, { type: 'pdf' });
    expect(read.html).toContain('<title>Harbour report</title><meta name="author" content="Ada Writer">');
    expect(read.html).toMatch(/<meta property="article:published_time" content="2026-11-21T\d\d:\d\d:\d\d.000Z">/);
    expect(read).toMatchObject({ links: ['https://example.com/tides'], numPages: 2, totalPages: 2, warnings: [] });
  });

  test('is read as far as maxPages', async () => {
    const read = await readPdf(report, { type: 'pdf', maxPages: 1 });
    expect(read).toMatchObject({ numPages: 1, totalPages: 2 });
    expect(read.html).not.toContain('second page');
    expect((await readPdf(report, { type: 'pdf', maxPages: 50 })).numPages).toBe(2);
  });

  test('has pages, and blocks in their places from the top left', async () => {
    const { pages, blocks } = await readPdf(report, { type: 'pdf' });
    expect(pages?.[1]).toEqual({ pageNumber: 2, html: '<p>The second page ends the report.</p>' });
    expect(blocks?.[0]).toMatchObject({ pageNumber: 1, status: 'success' });
    const [heading, paragraph] = blocks?.[0]?.items ?? [];
    expect(heading).toMatchObject({ id: '1-1', type: 'heading', content: 'Harbour report', readingOrder: 0 });
    const [left, top, right, bottom] = heading?.bbox ?? [];
    expect([left, top, right, bottom].map((edge) => Math.round(edge ?? 0))).toEqual([57, 39, 263, 69]);
    expect(paragraph?.bbox?.[1]).toBeGreaterThan(bottom ?? Infinity);
  });

  test('says which pages have no text, and which are to be recognized', async () => {
    const one = await readPdf(madePdf(say('Words'), drawing), { type: 'pdf' });
    expect(one.warnings).toEqual([
      'Page 2 of the PDF has no text that can be read: what it shows otherwise is missing.',
    ]);
    expect(one.blocks?.[1]).toMatchObject({ status: 'empty', items: [] });
    expect(one.unreadPages).toEqual([expect.objectContaining({ pageNumber: 2 })]);
    const all = await readPdf(madePdf(drawing, drawing), { type: 'pdf', mode: 'ocr' });
    expect(all.warnings).toEqual([
      'Characters in images were not recognized: the text layer of the PDF was read instead.',
      'The PDF has no text that can be read: what it shows otherwise is missing.',
    ]);
  });

  test('has what was recognized in place of the text layer, with headings by the sizes of their letters', async () => {
    const lineOf = (text: string, top: number, size: number) => ({
      size,
      baseline: top,
      words: text.split(' ').map((word, index) => ({ text: word, left: 100 + 200 * index, right: 290 + 200 * index })),
    });
    // The sizes of one font differ, as far as measured ones do.
    const lines = [lineOf('The tides', 200, 62), lineOf('High water', 300, 40), lineOf('at noon.', 350, 43)];
    const recognized = [{ pageNumber: 2, width: 2500, height: 1250, lines }];
    const read = await readPdf(madePdf(say('Words'), drawing), { type: 'pdf' }, { recognized });
    expect(read.pages?.map(({ html }) => html)).toEqual([
      '<p>Words</p>',
      '<h1>The tides</h1><p>High water at noon.</p>',
    ]);
    expect(read).toMatchObject({ unreadPages: [], warnings: [], blocks: [{}, { items: [{ source: 'ocr' }, {}] }] });
  });

  test('joins words that were divided, and paragraphs only where a line was full', async () => {
    const lines = ['A paragraph with a divi-', 'ded word that goes on to', 'its end.', 'Another one begins here.'];
    const page = lines.map((line, index) => say(line, 250 - 14 * index)).join(' ');
    const { html } = await readPdf(madePdf(page), { type: 'pdf' });
    expect(html).toContain(
      '<p>A paragraph with a divided word that goes on to its end.</p><p>Another one begins here.</p>',
    );
  });

  describe('that is double-spaced', () => {
    const sentence = 'The kettle in our office broke in March, so that the whole team wrote a small program';
    const end = 'that orders a new one.';
    const paragraphs = async (leading: number, space: number) => {
      const parts = [1, 2].flatMap((paragraph) =>
        [sentence, sentence, sentence, end].map((line, index) =>
          say(line, 290 - leading * index - (paragraph - 1) * (3 * leading + space)),
        ),
      );
      const { html } = await readPdf(madePdf(parts.join(' ')), { type: 'pdf' });
      return html.match(/<main>(.*)<\/main>/s)?.[1];
    };
    const whole = `<p>${[sentence, sentence, sentence, end].join(' ')}</p>`;

    test.each([
      [14, 28],
      [20, 34],
      [24, 36],
      [28, 28],
    ])('at %i points, with %i points between paragraphs, has its paragraphs', async (leading, space) => {
      expect(await paragraphs(leading, space)).toBe(whole + whole);
    });
  });

  test('has items of a list that are far apart as items', async () => {
    const items = ['A kettle of four litres', 'Twelve cups', 'A pot of tea'];
    const page = items.map((item, index) => say(item, 280 - 26 * index)).join(' ');
    const { html } = await readPdf(madePdf(page), { type: 'pdf' });
    expect(html).toContain(items.map((item) => `<p>${item}</p>`).join(''));
  });

  test('keeps the lines of a table of contents apart', async () => {
    const lines = ['1 Tides . . . . . . . . . 3', '2 Ships . . . . . . . . . iv'];
    const page = lines.map((line, index) => say(line, 250 - 14 * index)).join(' ');
    const { html } = await readPdf(madePdf(page), { type: 'pdf' });
    expect(html).toContain('<p>1 Tides . . . . . . . . . 3</p><p>2 Ships . . . . . . . . . iv</p>');
  });

  describe('rebuilds a table', () => {
    const FONTS = { plain: 'F1', code: 'F2', bold: 'F3' } as const;
    const at = (x: number, y: number, text: string, font: keyof typeof FONTS = 'plain') =>
      `BT /${FONTS[font]} 10 Tf ${x} ${y} Td (${text}) Tj ET`;
    const rows = (columns: readonly number[], texts: readonly (readonly string[])[], font?: keyof typeof FONTS) =>
      texts.flatMap((cells, row) =>
        cells.map((cell, column) => cell && at(columns[column] ?? 0, 250 - 14 * row, cell, row === 0 ? font : 'plain')),
      );
    const tableIn = async (...parts: readonly string[]) =>
      (await readPdf(madePdf(parts.join(' ')), { type: 'pdf' })).html.match(/<main>(.*)<\/main>/s)?.[1];

    const SHIPS = [
      ['Ship', 'Built', 'Crew'],
      ['Amsel', '1998', '12'],
      ['Birke', '', '7'],
      ['Cora', '2011', '9'],
    ];

    test('with the names of its columns, where these are set in another font', async () => {
      const before = at(20, 270, 'Ships of the harbour', 'bold');
      expect(await tableIn(before, ...rows([20, 80, 130], SHIPS, 'bold'), at(20, 190, 'They all sail.'))).toBe(
        '<p>Ships of the harbour</p><table><thead><tr><th>Ship</th><th>Built</th><th>Crew</th></tr></thead><tbody>' +
          '<tr><td>Amsel</td><td>1998</td><td>12</td></tr><tr><td>Birke</td><td></td><td>7</td></tr>' +
          '<tr><td>Cora</td><td>2011</td><td>9</td></tr></tbody></table><p>They all sail.</p>',
      );
    });

    test('without names where all rows look the same', async () => {
      const html = await tableIn(
        ...rows(
          [20, 80],
          SHIPS.map(([ship = '', , crew = '']) => [ship, crew]),
        ),
      );
      expect(html).toMatch(/^<table><tbody><tr><td>Ship<\/td><td>Crew<\/td><\/tr>/);
    });

    test('with cells of several lines', async () => {
      const html = await tableIn(...rows([20, 80, 130], SHIPS), at(130, 196, 'in winter'));
      expect(html).toContain('<tr><td>Cora</td><td>2011</td><td>9 in winter</td></tr>');
    });

    const words = 'The ferry leaves the harbour at noon, and comes';
    test.each<[string, readonly string[]]>([
      [
        'of terms and their meanings',
        rows(
          [20, 80],
          [
            ['-a', 'all'],
            ['-b', 'boats'],
            ['-c', 'crew'],
            ['-d', 'dry'],
          ],
        ),
      ],
      ['of two columns of a newspaper', rows([20, 300], Array(5).fill([words, words]), 'bold')],
      [
        'of three narrow columns of a newspaper',
        rows([20, 150, 280], Array(10).fill(['boats came in', 'wind is strong', 'tea costs more'])),
      ],
      [
        'of items with their marks',
        rows(
          [20, 40],
          [
            ['1.', '12'],
            ['2.', '14'],
            ['3.', '15'],
            ['4.', '17'],
          ],
        ),
      ],
      [
        'of equations with their numbers',
        rows(
          [20, 120],
          [
            ['a = b', '(1)'],
            ['b = c', '(2)'],
            ['c = d', '(3)'],
          ],
        ),
      ],
      [
        'of a program',
        SHIPS.flatMap((cells, row) => cells.map((cell, column) => at(20 + 60 * column, 250 - 14 * row, cell, 'code'))),
      ],
      [
        'that stand where they happen to',
        [...rows([20, 80, 130], SHIPS.slice(0, 2)), ...rows([30, 95, 142], [[], [], ...SHIPS.slice(2)])],
      ],
      [
        'below names that stand too close',
        [at(20, 264, 'Ship Built Crew and what else there is', 'bold'), ...rows([20, 80, 130], SHIPS)],
      ],
      ['of two rows', rows([20, 80, 130], SHIPS.slice(0, 2), 'bold')],
    ])('but not of lines %s', async (_, parts) => {
      expect(await tableIn(...parts)).not.toContain('<table');
    });
  });

  test('keeps the blank lines of code, and items with code in them as items', async () => {
    const code = (text: string, y: number) => `BT /F2 10 Tf 20 ${y} Td (${text}) Tj ET`;
    const page = [code('if a', 250), code('  b', 238), code('end', 214), `${say('\\225', 180)} ${code('c', 180)}`].join(
      ' ',
    );
    const { html } = await readPdf(madePdf(page), { type: 'pdf' });
    expect(html).toContain('<pre>if a\n  b\n\nend</pre>');
    expect(html).not.toContain('<pre>•');
  });

  test('that draws one form on a page again and again is given up', async () => {
    const form = `BT /F1 9 Tf (${'x'.repeat(20_000)}) Tj ET`;
    const page = madePdf('/X Do '.repeat(20_000));
    const pdf = new TextDecoder('latin1')
      .decode(page)
      .replace('/Resources <<', '/Resources << /XObject << /X 9 0 R >>')
      .replace(
        'trailer',
        `9 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 600 300] /Resources << /Font << /F1 3 0 R >> >> /Length ${form.length} >>\nstream\n${form}\nendstream\nendobj\ntrailer`,
      );
    const reading = readPdf(new Uint8Array(Buffer.from(pdf, 'latin1')), { type: 'pdf' }, { timeLimitMs: -1_500 });
    await expect(reading).rejects.toThrow('The PDF draws more on one page');
  });

  test('that is long is read until it takes too long, and says so', async () => {
    const read = await readPdf(report, { type: 'pdf' }, { timeLimitMs: 0 });
    expect(read).toMatchObject({
      numPages: 1,
      totalPages: 2,
      warnings: ['The PDF is long: 1 of its pages were read, out of 2.'],
    });
  });

  test.each([
    ['encrypted', file('encrypted.pdf'), 'The PDF is encrypted with a password.'],
    ['empty', new Uint8Array(), 'The PDF is broken (The PDF file is empty, i.e. its size is zero bytes.).'],
    ['something else', file('report.html'), 'The PDF is broken (Invalid PDF structure.).'],
  ])('that is %s is refused in a sentence', async (_, body, message) => {
    await expect(readPdf(body, { type: 'pdf' })).rejects.toThrow(message);
  });

  test('that breaks off is read as far as it goes, or refused', async () => {
    const outcome = await readPdf(report.slice(0, 20_000), { type: 'pdf' }).catch((error: Error) => error);
    expect(outcome).toMatchObject({ name: 'ConvertError' });
  });
});
