import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPdf } from './pdf.js';

/** A PDF of one line of text in a font that the file does not hold, between two lines in a font of Latin letters. */
function madePdf(map: string, ordering: string, hex: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 8 0 R >> >> >>',
    stream(
      `BT /F2 12 Tf 20 250 Td (Before) Tj ET BT /F1 12 Tf 20 200 Td <${hex}> Tj ET BT /F2 12 Tf 20 50 Td (After) Tj ET`,
    ),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${map} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF`);
}

const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;

/** The bytes of a text in two ways of writing Unicode, as hexadecimal digits. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
const utf32 = (text: string) =>
  [...text].map((letter) => letter.codePointAt(0)?.toString(16).padStart(8, '0')).join('');

/**
 * The bytes of the texts in the old encodings, as iconv writes them: GBK, Big5, EUC-TW, Shift JIS, EUC-JP, JIS X 0208, EUC-KR.
 */
const ENCODED = {
  gbk: 'd6d0b9fac8cb', // 中国人
  big5: 'a4a4a4e5a4e5', // 中文文
  'euc-tw': 'c4e3c5c6c5c6', // 中文文
  shift_jis: '93fa967b8cea', // 日本語
  'euc-jp': 'c6fccbdcb8ec', // 日本語
  jis: '467c4b5c386c', // 日本語
  'euc-kr': 'c7d1b1b9bef0', // 한국언
} as const;

const TEXTS = { GB1: '中国人', CNS1: '中文文', Japan1: '日本語', Korea1: '한국언' } as const;

/** The predefined maps of the standard of PDF (ISO 32000, table 116) by their character collection and what they read. */
const MAPS: readonly (readonly [ordering: keyof typeof TEXTS, bytes: string, names: string])[] = [
  [
    'GB1',
    ENCODED.gbk,
    'GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V',
  ],
  ['GB1', utf16(TEXTS.GB1), 'UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V'],
  ['GB1', utf32(TEXTS.GB1), 'UniGB-UTF32-H UniGB-UTF32-V'],
  ['CNS1', ENCODED.big5, 'B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H ETenms-B5-V'],
  ['CNS1', ENCODED['euc-tw'], 'CNS-EUC-H CNS-EUC-V'],
  ['CNS1', utf16(TEXTS.CNS1), 'UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V'],
  [
    'Japan1',
    ENCODED.shift_jis,
    '83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V Ext-RKSJ-H Ext-RKSJ-V',
  ],
  ['Japan1', ENCODED['euc-jp'], 'EUC-H EUC-V'],
  ['Japan1', ENCODED.jis, 'H V'],
  [
    'Japan1',
    utf16(TEXTS.Japan1),
    'UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V UniJIS2004-UTF16-H',
  ],
  [
    'Korea1',
    ENCODED['euc-kr'],
    'KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H',
  ],
  ['Korea1', utf16(TEXTS.Korea1), 'UniKS-UCS2-H UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V'],
];

const rows = MAPS.flatMap(([ordering, bytes, names]) =>
  names.split(' ').map((name) => [name, ordering, bytes] as const),
);

describe('a PDF whose font has the predefined map', () => {
  it.each(rows)('%s keeps its text, which is no code', async (map, ordering, bytes) => {
    const { html, warnings } = await readPdf(madePdf(map, ordering, bytes), { type: 'pdf' });
    // Text from top to bottom may come in several pieces.
    const text = html.match(/<main>(.*)<\/main>/s)?.[1]?.replace(/<[^>]*>|\s/g, '');
    expect([text, html.includes('<pre>'), warnings]).toEqual([`Before${TEXTS[ordering]}After`, false, []]);
  });

  it('has no spaces between the lines of a paragraph', async () => {
    const pdf = new TextDecoder('latin1').decode(madePdf('UniGB-UCS2-H', 'GB1', utf16('中国')));
    const second = pdf.replace('Tj ET BT /F2 12 Tf 20 50', `Tj 0 -14 Td <${utf16('人人')}> Tj ET BT /F2 12 Tf 20 50`);
    const { html } = await readPdf(Uint8Array.from(Buffer.from(second, 'latin1')), { type: 'pdf' });
    expect(html).toContain('<p>中国人人</p>');
  });
});

describe('a map that is not beside the package', () => {
  afterEach(() => {
    vi.doUnmock('./cmap-folder.js');
    vi.resetModules();
  });

  it('is told with the first page that needs it, where other text is read', async () => {
    vi.resetModules();
    vi.doMock('./cmap-folder.js', () => ({ CMAP_FOLDER: new URL('./none/', import.meta.url) }));
    const reader = await import('./pdf.js');
    const { html, warnings } = await reader.readPdf(madePdf('GBK-EUC-H', 'GB1', ENCODED.gbk), { type: 'pdf' });
    expect(html).toContain('Before');
    expect(warnings).toEqual([
      'Text is missing from page 1 on: the character maps it needs (GBK-EUC-H) are not beside @trawl/convert. Keep the package out of your bundle, or copy its folder dist/cmaps.',
    ]);
  });
});
