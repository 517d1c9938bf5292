import { describe, expect, it, vi } from 'vitest';
import { readPdf } from './pdf.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF of one page, between two lines of which another thing is drawn, with the resources that it needs. */
function madePdf(drawn: string, resources: string, ...more: string[]): Uint8Array {
  const text = `BT /F1 12 Tf 20 250 Td (Before) Tj ET ${drawn} BT /F1 12 Tf 20 50 Td (After) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300] /Contents 4 0 R /Resources << ${resources} >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    FONT,
    ...more,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`);
}

const FONTS = '/Font << /F1 5 0 R /F2 6 0 R >>';
const IN_F2 = 'BT /F2 12 Tf 20 150 Td (Lost) Tj ET';
/** A font whose codes are the numbers of its shapes. */
const WITHOUT_LETTERS =
  '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 >> >>] >>';

const LOST = 'Text is missing from page 1 on: a font of the PDF is broken.';

describe('a PDF whose text the library cannot read as a whole', () => {
  it.each([
    ['a font without the one it is made of', IN_F2, FONTS, '<< /Type /Font /Subtype /Type0 /BaseFont /A >>', LOST],
    ['a font of no kind', IN_F2, FONTS, '<< /Type /Font /BaseFont /A >>', LOST],
    [
      'a form that is none',
      '/X1 Do',
      `${FONTS} /XObject << /X1 6 0 R >>`,
      '<< /Type /XObject /Subtype /Form >>',
      'Text may be missing from page 1: a part of the page is broken.',
    ],
  ])('is read as far as it can be, and told: %s', async (_, drawn, resources, object, warning) => {
    const { html, warnings } = await readPdf(madePdf(drawn, resources, object), { type: 'pdf' });
    expect(html).toMatch(/Before.*After/s);
    expect(warnings).toEqual([warning]);
  });

  it.each([
    ['has text', 12, 0],
    ['has a bullet of its own', 30, 1],
    ['has text that cannot be read', 12, 4],
  ])('has marks for unknown letters, and a warning where they are many: %s', async (_, known, unknown) => {
    const drawn = `BT /F2 12 Tf 20 150 Td <${'0003'.repeat(unknown)}> Tj /F1 12 Tf (${'a'.repeat(known)}) Tj ET`;
    const { html, warnings } = await readPdf(madePdf(drawn, FONTS, WITHOUT_LETTERS), { type: 'pdf' });
    expect(html).toContain(`${'\ufffd'.repeat(unknown)}${'a'.repeat(known)}`);
    expect(warnings).toEqual(
      unknown > 1 ? ['The PDF has text that cannot be read, in fonts that do not tell which letters they draw.'] : [],
    );
  });

  it.each([
    { beside: 'a picture of a page', pixels: 800, isTold: true },
    { beside: 'a small picture', pixels: 80, isTold: false },
  ])('has few words beside $beside, which is told: $isTold', async ({ pixels, isTold }) => {
    const picture = `<< /Type /XObject /Subtype /Image /Width ${pixels} /Height 800 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream`;
    const pdf = madePdf('q 600 0 0 300 0 0 cm /X1 Do Q', '/Font << /F1 5 0 R >> /XObject << /X1 6 0 R >>', picture);
    const warning = 'The PDF has few words, and as many pictures as pages: what the pictures show is missing.';
    expect((await readPdf(pdf, { type: 'pdf' })).warnings).toEqual(isTold ? [warning] : []);
  });

  it.each([
    ['SymbolMT', '<p>α</p><ul><li>item</li></ul>'],
    ['ABCDEF+Wingdings', '<p>♋</p>'],
  ])('has the letters that the font %s shows for its codes', async (font, letter) => {
    const map =
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <61> <f061> <b7> <f0b7> endbfchar endcmap';
    const pdf = madePdf(
      'BT /F2 12 Tf 20 150 Td (a) Tj 0 -40 Td <b7> Tj /F1 12 Tf ( item) Tj ET',
      FONTS,
      `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /ToUnicode 7 0 R >>`,
      `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
    );
    const { html, warnings } = await readPdf(pdf, { type: 'pdf' });
    expect(html).toContain(letter);
    expect(warnings).toEqual([]);
  });

  it('is told where it is cut off', async () => {
    const whole = madePdf('', FONTS, FONT);
    expect((await readPdf(whole, { type: 'pdf' })).warnings).toEqual([]);
    const { html, warnings } = await readPdf(whole.slice(0, -'%%EOF'.length), { type: 'pdf' });
    expect(html).toMatch(/Before.*After/s);
    expect(warnings).toEqual(['The PDF is cut off: what could still be found in it was read.']);
  });

  it('leaves the console to the program and to other readings', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const broken = madePdf(IN_F2, FONTS, '<< /Type /Font /BaseFont /A >>');
    const readings = Promise.all([broken, madePdf('', FONTS, FONT)].map((pdf) => readPdf(pdf, { type: 'pdf' })));
    console.warn('of the program');
    const [first, second] = await readings;
    console.warn('afterwards');
    expect([first?.warnings, second?.warnings]).toEqual([[LOST], []]);
    expect(warn.mock.calls).toEqual([['of the program'], ['afterwards']]);
  });
});
